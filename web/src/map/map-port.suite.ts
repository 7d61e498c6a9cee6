import { expect, it } from 'vitest';
import type { MapEvents, MapOptions, MapPort, MapSources } from './map-port.js';

/** An engine that the suite can look at and use as a person would. */
export interface MapRig {
  create: (options: MapOptions) => Promise<MapPort>;
  /** Ids of the lines that can be seen. */
  lines: () => string[];
  /** Of a drawn line: what a person sees of it. */
  lineLook: (id: string) => { color: string; weight: number; opacity: number };
  clusterLabels: () => string[];
  markerCount: () => number;
  hoverLine: (id: string | null) => void;
  clickLine: (id: string) => void;
  clickCluster: (label: string) => void;
  clickMap: () => void;
  /** The person moves the map. */
  drag: (to: { lat: number; lng: number }) => void;
  /** Everything the engine put into the page is gone, and nothing listens any more. */
  isGone: () => boolean;
}

export interface ToldEvents {
  events: MapEvents;
  told: { name: keyof MapEvents; args: readonly unknown[] }[];
}

/** Events of a map, kept in order. */
export function recordEvents(): ToldEvents {
  const told: ToldEvents['told'] = [];
  const record =
    (name: keyof MapEvents) =>
    (...args: unknown[]) => {
      told.push({ name, args });
    };
  return {
    told,
    events: {
      onMoveEnd: record('onMoveEnd'),
      onHover: record('onHover'),
      onPick: record('onPick'),
      onPickCluster: record('onPickCluster'),
      onPickNothing: record('onPickNothing'),
    },
  };
}

export const NO_SOURCES: MapSources = {
  googleMapsApiKey: null,
  styles: { roadmap: null, terrain: null, satellite: null },
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

/** What every engine behind the map port must do. Called inside a `describe` of the engine. */
export function mapPortSuite(openRig: () => MapRig): void {
  async function open(start: Partial<MapOptions> = {}) {
    const rig = openRig();
    const { events, told } = recordEvents();
    const map = await rig.create({
      look: { type: 'roadmap', dark: false },
      bounds: null,
      location: { lat: 35.6, lng: -82.5 },
      zoom: 10,
      label: 'Map',
      cooperative: false,
      events,
      ...start,
    });
    return { rig, map, told, last: (name: keyof MapEvents) => told.findLast((event) => event.name === name)?.args };
  }

  // The page learns from the map where it is, and needs that before anything was moved.
  it('starts where it was asked to and says so', async () => {
    const { map, last } = await open();
    expect(map.position().zoom).toBeCloseTo(10, 1);
    expect(map.position().location.lat).toBeCloseTo(35.6, 3);
    expect(last('onMoveEnd')?.[1]).toBe(false);
  });

  // The lines drawn are those of the last call and no others.
  it('draws exactly the lines it was given', async () => {
    const { rig, map } = await open();
    map.setLines([ROAD, PASS]);
    expect(rig.lines().sort()).toEqual(['pass', 'road']);
    map.setLines([PASS]);
    expect(rig.lines()).toEqual(['pass']);
  });

  // The spec: blue, weight 5, opacity 0.8; the active and the hovered one stand out.
  it('draws lines as the spec has them and marks two of them', async () => {
    const { rig, map } = await open();
    map.setLines([ROAD, PASS]);
    const plain = rig.lineLook('road');
    expect(plain).toMatchObject({ weight: 5, opacity: 0.8 });
    map.mark({ activeId: 'road', hoveredId: 'pass' });
    expect(rig.lineLook('road').weight).toBeGreaterThan(5);
    expect(rig.lineLook('road').color).not.toBe(plain.color);
    expect(rig.lineLook('pass').color).not.toBe(rig.lineLook('road').color);
    map.mark({ activeId: null, hoveredId: null });
    expect(rig.lineLook('road')).toEqual(plain);
  });

  // Pointing at a line and leaving it, and choosing it, name its drive.
  it('tells which line is pointed at and chosen', async () => {
    const { rig, map, last } = await open();
    map.setLines([ROAD, PASS]);
    rig.hoverLine('road');
    expect(last('onHover')?.[0]).toEqual(['road']);
    rig.hoverLine(null);
    expect(last('onHover')?.[0]).toEqual([]);
    rig.clickLine('pass');
    expect(last('onPick')?.[0]).toEqual(['pass']);
    rig.clickMap();
    expect(last('onPickNothing')).toEqual([]);
  });

  // A cluster says how many drives it holds; one of a single drive is that drive.
  it('draws clusters with their counts and tells which is chosen', async () => {
    const { rig, map, last } = await open();
    const many = { location: { lat: 35, lng: -82 }, count: 12, bounds: BOX };
    map.setClusters([many, { location: { lat: 36, lng: -81 }, count: 1, bounds: BOX, id: 'road' }]);
    expect(rig.clusterLabels().sort()).toEqual(['1', '12']);
    rig.clickCluster('12');
    expect(last('onPickCluster')?.[0]).toEqual(many);
    rig.clickCluster('1');
    expect(last('onPick')?.[0]).toEqual(['road']);
    map.setClusters([]);
    expect(rig.clusterLabels()).toEqual([]);
  });

  it('draws exactly the markers it was given', async () => {
    const { rig, map } = await open();
    map.setMarkers([
      { location: ROAD.path[0]!, kind: 'start' },
      { location: ROAD.path[1]!, kind: 'end' },
    ]);
    expect(rig.markerCount()).toBe(2);
    map.setMarkers([]);
    expect(rig.markerCount()).toBe(0);
  });

  // The page rewrites its URL for a person's moves, not for its own.
  it('tells a person’s move from one that was asked for', async () => {
    const { rig, map, last } = await open();
    map.fit(BOX, { animate: false });
    expect(last('onMoveEnd')?.[1]).toBe(false);
    expect(map.position().location.lat).toBeCloseTo(35.5, 1);
    rig.drag({ lat: 40, lng: -100 });
    expect(last('onMoveEnd')?.[1]).toBe(true);
    expect(map.position().location.lng).toBeCloseTo(-100, 3);
  });

  // Another kind of map must not lose what is drawn.
  it('keeps lines and position when the look changes', async () => {
    const { rig, map } = await open();
    map.setLines([ROAD]);
    const before = map.position();
    map.setLook({ type: 'satellite', dark: true });
    expect(rig.lines()).toEqual(['road']);
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
