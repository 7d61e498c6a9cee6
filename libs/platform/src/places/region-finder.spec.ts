import { beforeAll, describe, expect, it } from '@jest/globals';
import { openEmbeddedPlaces } from './embedded-places.js';
import type { Places } from './places.js';

let places: Places;

beforeAll(async () => {
  places = await openEmbeddedPlaces();
}, 120_000);

function namesAlong(...path: [number, number][]): Record<string, string[]> {
  const along = places.regionsAlong(path.map(([lat, lng]) => ({ lat, lng })));
  return Object.fromEntries(along.map(({ country, states }) => [country.name, states.map((state) => state.name)]));
}

describe('the regions of a point', () => {
  it.each([
    [35.595, -82.551, 'United States', 'North Carolina'],
    [37.8199, -122.4783, 'United States', 'California'],
    [24.5551, -81.78, 'United States', 'Florida'],
    [18.4655, -66.1057, 'Puerto Rico', undefined],
    [49.2827, -123.1207, 'Canada', 'British Columbia'],
    [46.5286, 10.4534, 'Italy', 'Sondrio'],
    [-33.9249, 18.4241, 'South Africa', 'Western Cape'],
    [26.0995, -97.959, 'United States', 'Texas'],
  ])('are found for %d, %d', (lat, lng, country, state) => {
    const regions = places.regionsOf({ lat, lng });
    expect(regions.country?.name).toBe(country);
    if (state) {
      expect(regions.state?.name).toBe(state);
    }
  });

  // Aim: the high seas belong to no region, and no longitude breaks the lookup.
  it('are empty at sea, and wrap longitudes beyond 180', () => {
    expect(places.regionsOf({ lat: 40, lng: -40 })).toEqual({ country: null, state: null });
    expect(places.regionsOf({ lat: -17.8, lng: 178 + 360 }).country?.name).toBe('Fiji Islands');
    expect(places.regionsOf({ lat: 90, lng: 180 })).toEqual({ country: null, state: null });
  });
});

describe('the regions along a line', () => {
  // Aim: regions are listed in the order of entry, including those crossed only by the straight line between two
  // distant points.
  it('are listed in order, also between distant points', () => {
    const westward = namesAlong([35.2, -80.8], [36.2, -86.8]);
    expect(westward).toEqual({ 'United States': ['North Carolina', 'Tennessee'] });
    const eastward = namesAlong([36.2, -86.8], [35.2, -80.8]);
    expect(eastward).toEqual({ 'United States': ['Tennessee', 'North Carolina'] });
    expect(Object.keys(namesAlong([47.27, 11.39], [46.5, 11.35]))).toEqual(['Austria', 'Italy']);
  });

  // Aim: a road on one bank of a border river is not in the state on the other.
  it('exclude those that only an imprecise border adds', () => {
    expect(namesAlong([44.9, -92.79], [44.75, -92.8], [44.6, -92.55])['United States']).not.toContain('Iowa');
    const stateLineRoad: [number, number][] = [
      [36.9995, -96.2],
      [37.03, -96.2],
      [37.2, -96.2],
    ];
    expect(namesAlong(...stateLineRoad)).toEqual({ 'United States': ['Kansas'] });
  });

  it('are found for a single point, and empty for none', () => {
    expect(namesAlong([35.595, -82.551])).toEqual({ 'United States': ['North Carolina'] });
    expect(places.regionsAlong([])).toEqual([]);
    expect(namesAlong([40, -40], [41, -40])).toEqual({});
  });
});

// Aim: no line blocks the event loop for long. The cost used to be a worldwide search for each distant country and
// sample.
it('takes at most 40 times as long for a line through many countries as for a line in one', () => {
  const crossing = Array.from({ length: 30 }, (_, index) => ({
    lat: Math.sin(index * 0.7) * 80,
    lng: Math.cos(index * 1.3) * 179,
  }));
  const german = [
    { lat: 48.5, lng: 9 },
    { lat: 53, lng: 10 },
  ];
  const [many, one] = [cpuOf(10, () => places.regionsAlong(crossing)), cpuOf(400, () => places.regionsAlong(german))];
  expect(many).toBeLessThan(one);
});

/**
 * Returns the CPU time of this thread, after a run in which code is compiled. Some kernels count it in steps of
 * milliseconds, so that one short run may take none.
 */
function cpuOf(runs: number, work: () => unknown): number {
  work();
  const before = process.threadCpuUsage();
  for (let run = 0; run < runs; run += 1) work();
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}
