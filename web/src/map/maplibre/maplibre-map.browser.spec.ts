// Aim: the MapLibre adapter behaves like every map behind the port, with the real engine in a browser that renders.
import type * as MapLibre from 'maplibre-gl';
import type { Map as Engine, MapGeoJSONFeature, MapOptions as EngineOptions } from 'maplibre-gl';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { clusterLabel } from '../cluster-looks.js';
import type { MapPoint, MapSources } from '../map-port.js';
import { mapPortSuite, NO_SOURCES, recordEvents, type MapRig } from '../map-port.suite.js';

const made = vi.hoisted((): Engine[] => []);
const fades = vi.hoisted((): (number | undefined)[] => []);

// The real engine, recording each instance for inspection.
vi.mock('maplibre-gl', async (importOriginal) => {
  const original = await importOriginal<typeof MapLibre>();
  class RecordedEngine extends original.Map {
    constructor(options: EngineOptions) {
      super(options);
      made.push(this);
      fades.push(options.fadeDuration);
    }
  }
  return { ...original, Map: RecordedEngine };
});

const { createMap } = await import('./maplibre-map.js');
const { baseMapStyle } = await import('./base-map-style.js');

/** An empty ground, below the features under test. */
const style = (color: string) =>
  `data:application/json,${encodeURIComponent(
    JSON.stringify({
      version: 8,
      sources: {},
      layers: [{ id: 'ground', type: 'background', paint: { 'background-color': color } }],
    }),
  )}`;
const SOURCES: MapSources = {
  ...NO_SOURCES,
  styles: { roadmap: style('#eee'), terrain: null, satellite: style('#353') },
};
const LINE_LAYERS = ['marked-lines', 'drive-lines'];

function frame(): HTMLElement {
  const element = document.createElement('div');
  Object.assign(element.style, { width: '800px', height: '600px' });
  document.body.replaceChildren(element);
  return element;
}

/** Resolves once everything is drawn. */
function settled(engine: Engine): Promise<void> {
  return new Promise((resolve) => {
    engine.once('idle', () => resolve());
    engine.triggerRepaint();
  });
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

function openRig(): MapRig {
  const element = frame();
  const engine = () => made.at(-1)!;
  const seen = async (...layers: string[]) => {
    await settled(engine());
    return engine().queryRenderedFeatures({ layers });
  };
  const at = ({ x, y }: MapPoint) => ({ position: { x: Math.round(x), y: Math.round(y) } });
  const pixelOf = ({ geometry }: MapGeoJSONFeature): MapPoint => {
    if (geometry.type === 'Point') return engine().project(geometry.coordinates as [number, number]);
    if (geometry.type !== 'LineString') throw new Error(`A ${geometry.type} was drawn.`);
    const [[lng = 0, lat = 0] = [], [nextLng = 0, nextLat = 0] = []] = geometry.coordinates;
    return engine().project([(lng + nextLng) / 2, (lat + nextLat) / 2]);
  };
  const line = async (id: string) => {
    const found = (await seen(...LINE_LAYERS)).find(({ properties }) => properties['id'] === id);
    if (found === undefined) throw new Error(`Nothing of ${id} can be seen.`);
    return found;
  };
  const clusters = () => seen('drive-clusters');
  const label = ({ properties }: MapGeoJSONFeature) => clusterLabel(Number(properties['count']));
  const click = (point: MapPoint) => userEvent.click(engine().getCanvas(), at(point));
  const dragSouth = async (from: MapPoint) => {
    const canvas = engine().getCanvas();
    const source = at(from).position;
    await userEvent.hover(canvas, { position: source, force: true });
    await nextFrame();
    await userEvent.dragAndDrop(canvas, canvas, {
      sourcePosition: source,
      targetPosition: { x: source.x, y: source.y + 60 },
      steps: 10,
      force: true,
    });
  };
  return {
    create: (options) => createMap(element, options, SOURCES),
    lines: async () => [...new Set((await seen(...LINE_LAYERS)).map(({ properties }) => String(properties['id'])))],
    lineLook: async (id) => {
      const paint = (await line(id)).layer.paint as Record<string, unknown>;
      return {
        color: String(paint['line-color']),
        weight: Number(paint['line-width']),
        opacity: Number(paint['line-opacity'] ?? 1),
      };
    },
    clusterLabels: async () => {
      const drawn = (await clusters()).filter(({ properties }) => engine().hasImage(String(properties['icon'])));
      return drawn.map(label);
    },
    markerCount: async () => (await seen('markers')).length,
    cursor: () => {
      const mark = element.querySelector('[data-map-cursor]')?.getBoundingClientRect();
      if (mark === undefined) return Promise.resolve(null);
      const { left, top } = engine().getCanvas().getBoundingClientRect();
      const place = engine().unproject([mark.left + mark.width / 2 - left, mark.top + mark.height / 2 - top]);
      return Promise.resolve(place);
    },
    hoverLine: async (id) => {
      const point = id === null ? { x: 30, y: 30 } : pixelOf(await line(id));
      await userEvent.hover(engine().getCanvas(), at(point));
      await nextFrame();
    },
    clickLine: async (id) => click(pixelOf(await line(id))),
    clickCluster: async (text) => click(pixelOf((await clusters()).find((cluster) => label(cluster) === text)!)),
    clickMap: () => click({ x: 30, y: 30 }),
    drag: async () => {
      const canvas = engine().getCanvas();
      const rested = new Promise((resolve) => engine().once('moveend', resolve));
      await userEvent.dragAndDrop(canvas, canvas, {
        sourcePosition: { x: 300, y: 300 },
        targetPosition: { x: 400, y: 300 },
        steps: 10,
      });
      await rested;
    },
    dragHandle: async (label) => {
      const { left, top } = engine().getCanvas().getBoundingClientRect();
      const mark = element.querySelector(`[title="${label}"]`)!.getBoundingClientRect();
      await dragSouth({ x: mark.left + mark.width / 2 - left, y: mark.top + mark.height / 2 - top });
    },
    dragLine: async (id) => dragSouth(pixelOf(await line(id))),
    isGone: () => element.querySelector('canvas') === null,
  };
}

describe('the map port on MapLibre', () => {
  mapPortSuite(openRig);

  const START = {
    look: { type: 'roadmap', dark: false, units: 'miles' },
    bounds: null,
    location: { lat: 35.6, lng: -81.6 },
    zoom: 8,
    label: 'Map of drives',
    cooperative: false,
  } as const;

  // A half-open sheet covers more than half of a phone's map.
  it('fits a box into a small part of the map', async () => {
    const map = await createMap(frame(), { ...START, events: recordEvents().events }, SOURCES);
    onTestFinished(() => map.destroy());
    map.fit({ north: 36, south: 35, west: -83, east: -82 }, { animate: false, padding: { bottom: 400 } });
    expect(map.locationOf({ x: 400, y: 200 }).lat).toBeCloseTo(35, 1);
    expect(map.locationOf({ x: 400, y: 40 }).lat).toBeCloseTo(36, 1);
  });

  // A mistyped style address must be reported, not show an empty map.
  it('does not start with an unreadable style', async () => {
    const styles = { ...SOURCES.styles, roadmap: 'data:application/json,nothing' };
    const attempt = createMap(frame(), { ...START, events: recordEvents().events }, { ...SOURCES, styles });
    await expect(attempt).rejects.toThrow('The map style could not be read.');
  });

  // An outage of the satellite pictures must not remove the drives.
  it('shows the shipped map instead of a style that fails later', async () => {
    const styles = { ...SOURCES.styles, satellite: 'data:application/json,nothing' };
    const map = await createMap(frame(), { ...START, events: recordEvents().events }, { ...SOURCES, styles });
    onTestFinished(() => map.destroy());
    map.setMarkers([{ location: START.location, kind: 'start' }]);
    const engine = made.at(-1)!;
    const loaded = new Promise((resolve) => engine.once('style.load', resolve));
    map.setLook({ type: 'satellite', dark: false, units: 'miles' });
    await loaded;
    expect(engine.getLayer('sea')).toBeDefined();
    await settled(engine);
    expect(engine.queryRenderedFeatures({ layers: ['markers'] })).toHaveLength(1);
  });

  // The style is not validated at run time, so its errors would go unnoticed.
  it('ships styles that are valid', async () => {
    const map = await createMap(frame(), { ...START, events: recordEvents().events }, NO_SOURCES);
    onTestFinished(() => map.destroy());
    const engine = made.at(-1)!;
    const faults: string[] = [];
    engine.on('error', ({ error }) => faults.push(error.message));
    for (const dark of [false, true]) {
      const loaded = new Promise((resolve) => engine.once('style.load', resolve));
      engine.setStyle(baseMapStyle({ dark, units: 'miles' }), { diff: false, validate: true });
      await loaded;
    }
    expect(faults).toEqual([]);
  });

  it('shows labels without a fade to people who want less motion', async () => {
    const isReduced = vi.spyOn(window, 'matchMedia');
    for (const matches of [true, false]) {
      isReduced.mockReturnValue({ matches } as MediaQueryList);
      const map = await createMap(frame(), { ...START, events: recordEvents().events }, SOURCES);
      onTestFinished(() => map.destroy());
    }
    isReduced.mockRestore();
    expect(fades.slice(-2)).toEqual([0, undefined]);
  });

  // Keyboard users need to know which element has the focus.
  it('has a keyboard stop with a label', async () => {
    const map = await createMap(frame(), { ...START, events: recordEvents().events }, SOURCES);
    onTestFinished(() => map.destroy());
    const canvas = made.at(-1)!.getCanvas();
    expect(canvas.getAttribute('aria-label')).toBe('Map of drives');
    expect(canvas.tabIndex).toBe(0);
  });
});
