import { expect, it, onTestFinished } from 'vitest';
import type { LatLng } from '@switchback/geo/location';
import type { MapEvents, MapOptions, MapPort, MapSources } from './map-port.js';

/** Test interface to an engine: inspects it and acts like a person. Queries resolve once it has drawn. */
export interface MapRig {
  create: (options: MapOptions) => Promise<MapPort>;
  /** Ids of the visible lines. */
  lines: () => Promise<string[]>;
  /** Visible look of a drawn line. */
  lineLook: (id: string) => Promise<{ color: string; weight: number; opacity: number }>;
  clusterLabels: () => Promise<string[]>;
  markerCount: () => Promise<number>;
  /** Place of the mark of a profile's cursor; null if it is not visible. */
  cursor: () => Promise<LatLng | null>;
  hoverLine: (id: string | null) => Promise<void>;
  clickLine: (id: string) => Promise<void>;
  clickCluster: (label: string) => Promise<void>;
  clickMap: () => Promise<void>;
  /** Drags the map to the right, to show the area further west. */
  drag: () => Promise<void>;
  /** Drags the point of a route with this label to the south. */
  dragHandle: (label: string) => Promise<void>;
  /** Drags a line of an editable map to the south. */
  dragLine: (id: string) => Promise<void>;
  /** Whether the engine's elements and listeners are all removed. */
  isGone: () => boolean;
}

export interface RecordedEvents {
  events: MapEvents;
  recorded: { name: keyof MapEvents; args: readonly unknown[] }[];
}

/** Records a map's events in order. */
export function recordEvents(): RecordedEvents {
  const recorded: RecordedEvents['recorded'] = [];
  const record =
    (name: keyof MapEvents) =>
    (...args: unknown[]) => {
      recorded.push({ name, args });
    };
  return {
    recorded,
    events: {
      onMoveEnd: record('onMoveEnd'),
      onHover: record('onHover'),
      onPick: record('onPick'),
      onPickCluster: record('onPickCluster'),
      onPickNothing: record('onPickNothing'),
      onHandleMoved: record('onHandleMoved'),
      onLineDragged: record('onLineDragged'),
    },
  };
}

export const NO_SOURCES: MapSources = {
  googleMapsApiKey: null,
  styles: { roadmap: null, terrain: null, satellite: null },
  streets: null,
};

const ROAD = {
  id: 'road',
  path: [
    { lat: 35, lng: -82 },
    { lat: 35.2, lng: -82.2 },
  ],
};
const PASS = {
  id: 'pass',
  path: [
    { lat: 36, lng: -81 },
    { lat: 36.2, lng: -81.2 },
  ],
};
const BOX = { north: 36, south: 35, west: -83, east: -82 };

/** Behavior that every engine behind the map port must have. Call it inside a `describe` of the engine. */
export function mapPortSuite(openRig: () => MapRig): void {
  async function open(start: Partial<MapOptions> = {}) {
    const rig = openRig();
    const { events, recorded } = recordEvents();
    const map = await rig.create({
      look: { type: 'roadmap', dark: false, units: 'miles' },
      bounds: null,
      location: { lat: 35.6, lng: -81.6 },
      zoom: 8,
      label: 'Map',
      cooperative: false,
      events,
      ...start,
    });
    // Browsers limit the number of drawing contexts.
    onTestFinished(() => {
      if (!rig.isGone()) map.destroy();
    });
    return {
      rig,
      map,
      told: recorded,
      last: (name: keyof MapEvents) => recorded.findLast((event) => event.name === name)?.args,
    };
  }

  // The page gets its position from the map, and needs it before any move.
  it('starts at the requested position and reports it', async () => {
    const { map, last } = await open();
    expect(map.position().zoom).toBeCloseTo(8, 1);
    expect(map.position().location.lat).toBeCloseTo(35.6, 3);
    expect(last('onMoveEnd')?.[1]).toBe(false);
  });

  // Only the lines of the last call are drawn.
  it('draws exactly the given lines', async () => {
    const { rig, map } = await open();
    map.setLines([ROAD, PASS]);
    expect((await rig.lines()).sort()).toEqual(['pass', 'road']);
    map.setLines([PASS]);
    expect(await rig.lines()).toEqual(['pass']);
  });

  // The spec: blue, weight 5, opacity 0.8. The active one has its own color, the hovered one is heavier.
  it('draws lines as the spec defines and marks two of them', async () => {
    const { rig, map } = await open();
    map.setLines([ROAD, PASS]);
    const plain = await rig.lineLook('road');
    expect(plain).toMatchObject({ weight: 5, opacity: 0.8 });
    map.mark({ activeId: 'road', hoveredId: 'pass' });
    const active = await rig.lineLook('road');
    expect(active.weight).toBeGreaterThan(5);
    expect(active.color).not.toBe(plain.color);
    const hovered = await rig.lineLook('pass');
    expect(hovered.color).toBe(plain.color);
    expect(hovered.weight).toBeGreaterThan(5);
    map.mark({ activeId: null, hoveredId: null });
    expect(await rig.lineLook('road')).toEqual(plain);
  });

  // Events for entering, leaving and choosing a line name its drive.
  it('reports which line is hovered and chosen', async () => {
    const { rig, map, last } = await open();
    map.setLines([ROAD, PASS]);
    await rig.hoverLine('road');
    expect(last('onHover')?.[0]).toEqual(['road']);
    await rig.hoverLine(null);
    expect(last('onHover')?.[0]).toEqual([]);
    await rig.clickLine('pass');
    expect(last('onPick')?.[0]).toEqual(['pass']);
    await rig.clickMap();
    expect(last('onPickNothing')).toHaveLength(1);
  });

  // A cluster shows its number of drives; a cluster of one stands for that drive.
  it('draws clusters with their counts and reports which is chosen', async () => {
    const { rig, map, last } = await open();
    const many = { location: { lat: 35, lng: -82 }, count: 12, bounds: BOX };
    map.setClusters([many, { location: { lat: 36, lng: -81 }, count: 1, bounds: BOX, id: 'road' }]);
    expect((await rig.clusterLabels()).sort()).toEqual(['1', '12']);
    await rig.clickCluster('12');
    expect(last('onPickCluster')?.[0]).toEqual(many);
    await rig.clickCluster('1');
    expect(last('onPick')?.[0]).toEqual(['road']);
    map.setClusters([]);
    expect(await rig.clusterLabels()).toEqual([]);
  });

  it('draws exactly the given markers', async () => {
    const { rig, map } = await open();
    map.setMarkers([
      { location: ROAD.path[0]!, kind: 'start' },
      { location: ROAD.path[1]!, kind: 'end' },
      { location: ROAD.path[1]!, kind: 'number', number: 12 },
    ]);
    expect(await rig.markerCount()).toBe(3);
    map.setMarkers([]);
    expect(await rig.markerCount()).toBe(0);
  });

  // The mark follows a pointer that moves over the profile, so it must not add up or lag behind.
  it('marks one place of a line', async () => {
    const { rig, map } = await open();
    map.setLines([ROAD]);
    map.setCursor(ROAD.path[0]!);
    map.setCursor({ lat: 35.1, lng: -82.1 });
    const place = await rig.cursor();
    expect(place?.lat).toBeCloseTo(35.1, 2);
    expect(place?.lng).toBeCloseTo(-82.1, 2);
    map.setCursor(null);
    expect(await rig.cursor()).toBeNull();
  });

  // The line's handle follows the pointer, and must not replace a point on the line.
  it('moves a point of a route, and bends the adjacent line', async () => {
    const { rig, map, told } = await open({ editable: true });
    const argsOf = (event: keyof MapEvents) => told.filter(({ name }) => name === event).map(({ args }) => args);
    map.setLines([ROAD]);
    map.setHandles([{ location: ROAD.path[0]!, text: 'Start', label: 'Start: Asheville' }]);
    await rig.dragHandle('Start: Asheville');
    expect(argsOf('onHandleMoved')).toEqual([[0, expect.anything()]]);
    expect((argsOf('onHandleMoved')[0]?.[1] as LatLng).lat).toBeLessThan(35);
    expect(argsOf('onLineDragged')).toEqual([]);
    await rig.dragLine('road');
    expect(argsOf('onHandleMoved')).toHaveLength(1);
    const [[line, place, from] = []] = argsOf('onLineDragged');
    expect(line).toBe('road');
    // Held on the line, which runs diagonally.
    expect((from as LatLng).lat - 35).toBeCloseTo(-82 - (from as LatLng).lng, 1);
    expect((place as LatLng).lat).toBeLessThan(35.1);
    expect((place as LatLng).lng).toBeCloseTo(-82.1, 1);
  });

  // The page rewrites its URL for a person's moves, not for its own.
  it('distinguishes a person’s move from a requested one', async () => {
    const { rig, map, last } = await open();
    map.fit(BOX, { animate: false });
    expect(last('onMoveEnd')?.[1]).toBe(false);
    expect(map.position().location.lat).toBeCloseTo(35.5, 1);
    const before = map.position();
    await rig.drag();
    expect(last('onMoveEnd')?.[1]).toBe(true);
    expect(map.position().location.lng).toBeLessThan(before.location.lng);
    expect(map.position().zoom).toBe(before.zoom);
  });

  it('turns around a place, and back', async () => {
    const { map } = await open();
    map.moveTo(ROAD.path[0]!, 14, 90);
    expect(map.position().location.lat).toBeCloseTo(35, 2);
    expect(map.position().zoom).toBeCloseTo(14, 1);
    map.moveTo(ROAD.path[1]!, 12);
    expect(map.position().location.lat).toBeCloseTo(35.2, 2);
  });

  // Fiji lies on both sides of 180 degrees: the long way round would show the whole world.
  it('fits a box across the antimeridian', async () => {
    const { map } = await open();
    map.fit({ north: -15, south: -20, west: 176, east: -178 }, { animate: false });
    const { location, zoom } = map.position();
    expect(location.lat).toBeCloseTo(-17.5, 0);
    expect(Math.abs(location.lng)).toBeCloseTo(179, 0);
    expect(zoom).toBeGreaterThan(4);
  });

  // Changing the map type must keep everything that is drawn.
  it('keeps lines and position when the style changes', async () => {
    const { rig, map } = await open();
    map.setLines([ROAD]);
    const before = map.position();
    map.setLook({ type: 'satellite', dark: true, units: 'miles' });
    expect(await rig.lines()).toEqual(['road']);
    expect(map.position()).toEqual(before);
  });

  it('leaves nothing behind', async () => {
    const { rig, map, told } = await open();
    map.setLines([ROAD]);
    map.destroy();
    await Promise.resolve();
    const count = told.length;
    expect(rig.isGone()).toBe(true);
    expect(told).toHaveLength(count);
  });
}
