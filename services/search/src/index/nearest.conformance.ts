import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { boundsOfPath } from '@switchback/geo/bounds';
import { distanceMeters } from '@switchback/geo/distance';
import { distanceToLineMeters } from '@switchback/geo/line-distance';
import { wrapLongitude, type LatLng } from '@switchback/geo/location';
import { decodePolyline, encodePolyline } from '@switchback/geo/polyline';
import type { DriveEvent } from '@switchback/proto/drives/v1/events';
import { seededRandom } from '@switchback/testing/random';
import { changeOf, MEASURED_BAND } from '../document.js';
import { BruteForceIndex } from './brute-force-index.fixture.js';
import { catalogue, noFilters, randomQuery } from './catalogue.fixture.js';
import type { OpenedIndex } from './hidden-drives.conformance.js';
import type { Hit, SearchIndex, SearchQuery } from './search-index.js';

const ASHEVILLE: LatLng = { lat: 35.6, lng: -82.55 };
const SHORT_DRIVES = 60;
const SAME_START = 7;

/** Lines whose starts say little about where they pass. */
const LONG_LINES: Record<string, LatLng[]> = {
  // 400 km past the town, from far away to far away.
  parkway: lineThrough([
    { lat: 37.9, lng: -79 },
    { lat: 35.62, lng: -82.5 },
    { lat: 35.4, lng: -83.2 },
  ]),
  // Its box contains the town, but no part of it is near.
  detour: lineThrough([
    { lat: 34, lng: -84.5 },
    { lat: 34, lng: -80.5 },
    { lat: 37, lng: -80.5 },
  ]),
  pacific: lineThrough([
    { lat: 51, lng: 176 },
    { lat: 52, lng: 181 },
    { lat: 51, lng: 187 },
  ]),
  arctic: lineThrough([
    { lat: 89, lng: 0 },
    { lat: 89.6, lng: 60 },
    { lat: 89, lng: 120 },
  ]),
  // Longer than a track of the engines may be.
  globe: lineThrough(Array.from({ length: 52 }, (_, index) => ({ lat: 12 + (index % 2), lng: index * 9 }))),
};
const ORIGINS: Record<string, LatLng> = {
  'the town that the long line passes': ASHEVILLE,
  'a point of the long line': LONG_LINES['parkway']![40]!,
  'the antimeridian': { lat: 51.9, lng: 180 },
  'the other side of the antimeridian': { lat: 51.9, lng: -179.9 },
  'the pole': { lat: 90, lng: 0 },
  'far from every drive': { lat: -45, lng: 70 },
};

function lineThrough(points: readonly LatLng[]): LatLng[] {
  const steps = 30;
  const between = points.slice(1).flatMap((to, index) => {
    const from = points[index]!;
    return Array.from({ length: steps }, (_, step) => ({
      lat: from.lat + ((step + 1) / steps) * (to.lat - from.lat),
      lng: from.lng + ((step + 1) / steps) * (to.lng - from.lng),
    }));
  });
  return [points[0]!, ...between].map(({ lat, lng }) => ({ lat, lng: wrapLongitude(lng) }));
}

/** Returns a public drive along a line. */
function along(event: DriveEvent, id: string, path: readonly LatLng[]): DriveEvent {
  const saved = event.saved!;
  const place = { bounds: boundsOfPath(path), startLocation: path[0]!, endLocation: path.at(-1)! };
  const summary = { ...saved.summary!, ...place, id, privacy: 'public', status: 'approved' };
  return { ...event, id, saved: { ...saved, path: encodePolyline(path), summary } };
}

function drivesOf(seed: number): DriveEvent[] {
  const random = seededRandom(seed);
  const events = catalogue(SHORT_DRIVES + SAME_START + Object.keys(LONG_LINES).length, seed, random);
  const place = () => ({ lat: ASHEVILLE.lat + random.next() * 4 - 2, lng: ASHEVILLE.lng + random.next() * 4 - 2 });
  const short = events.slice(0, SHORT_DRIVES).map((event, index) => {
    const { lat, lng } = place();
    return along(event, `short-${index}`, [
      { lat, lng },
      { lat: lat + 0.02, lng: lng + 0.03 },
    ]);
  });
  const twins = events.slice(SHORT_DRIVES, SHORT_DRIVES + SAME_START).map((event, index) =>
    along(event, `twin-${index}`, [
      { lat: 35.5, lng: -82.5 },
      { lat: 35.4, lng: -82.4 },
    ]),
  );
  const long = Object.entries(LONG_LINES).map(([id, path], index) => along(events.at(-1 - index)!, id, path));
  return [...short, ...twins, ...long];
}

/** Aim: the nearest lines come first, however far away they start, and no page repeats or skips one. */
export function describeNearest(seed: number, open: () => Promise<OpenedIndex>): void {
  describe('by location', () => {
    const reference = new BruteForceIndex();
    let opened: OpenedIndex;
    const query = (change: Partial<SearchQuery>): SearchQuery => ({
      ...randomQuery(seededRandom(seed), ['']),
      filters: noFilters(),
      caller: null,
      sort: 'location',
      ...change,
    });

    beforeAll(async () => {
      opened = await open();
      const changes = drivesOf(seed + 8).map(changeOf);
      reference.apply(changes);
      await opened.index.apply(changes);
      await opened.refresh();
    }, 180_000);
    afterAll(() => opened.close());

    it.each(Object.entries(ORIGINS))('orders by the lines, from %s', async (_name, geocode) => {
      for (const limit of [1, 3, 26]) {
        for (const bounds of [undefined, { north: 37, south: 34, west: -84, east: -81 }]) {
          const input = query({ filters: noFilters({ geocode, bounds }), limit });
          const hits = await walk(opened.index, input);
          const meters = new Map(reference.all(input).map(({ id, key }) => [id, key]));
          expect(hits.map(({ id }) => id).sort()).toEqual([...meters.keys()].sort());
          hits.slice(1).forEach((hit, index) => {
            const before = hits[index]!;
            expect([before.id, hit.id, isAscending(before, hit)]).toEqual([before.id, hit.id, true]);
          });
          for (const [index, { key }] of reference.all(input).entries())
            expect(meters.get(hits[index]!.id)).toBeCloseTo(key, 1);
        }
      }
    });

    it('puts a long line near the place before drives that start nearer', async () => {
      const { hits } = await opened.index.search(query({ filters: noFilters({ geocode: ASHEVILLE }) }));
      const place = hits.findIndex(({ id }) => id === 'parkway');
      const starts = new Map(reference.entries().map(({ id, document }) => [id, document.start]));
      const after = hits.slice(place + 1).filter(({ id }) => distanceMeters(ASHEVILLE, starts.get(id)!) < 100_000);
      expect([place < 8, after.length > 10]).toEqual([true, true]);
      expect(hits.slice(0, 26).map(({ id }) => id)).not.toContain('detour');
    });

    it('orders equally near lines by id', async () => {
      const input = query({ filters: noFilters({ geocode: { lat: 35.5, lng: -82.5 } }), limit: 2 });
      const twins = (await walk(opened.index, input)).flatMap(({ id }) => (id.startsWith('twin') ? [id] : []));
      expect(twins).toEqual(Array.from({ length: SAME_START }, (_, index) => `twin-${index}`));
    });

    it.each(['location', 'stars', 'match'] as const)('measures each line on request, by %s', async (sort) => {
      const measureFrom = { lat: 36, lng: -81.9 };
      const { hits } = await opened.index.search(query({ sort, measureFrom }));
      const lines = new Map(reference.entries().map(({ id, document }) => [id, document.lines[MEASURED_BAND]!]));
      const expected = hits.map(({ id }) => [id, distanceToLineMeters(decodePolyline(lines.get(id)!), measureFrom)]);
      expect(hits.map(({ id, metersToLine }) => [id, metersToLine])).toEqual(expected);
      const plain = await opened.index.search(query({ sort }));
      expect(plain.hits.map(({ id, metersToLine }) => [id, metersToLine])).toEqual(hits.map(({ id }) => [id, null]));
    });
  });
}

async function walk(index: SearchIndex, query: SearchQuery): Promise<Hit[]> {
  const found: Hit[] = [];
  for (let after: SearchQuery['after'] = null; ;) {
    const { hits } = await index.search({ ...query, after });
    found.push(...hits);
    if (hits.length < query.limit) return found;
    after = hits.at(-1)!;
  }
}

function isAscending(before: Hit, hit: Hit): boolean {
  return before.key < hit.key || (before.key === hit.key && before.id < hit.id);
}
