// Aim: the extract's country roads of a kilometer and more are found whole, under their names, and their curves have the
// lengths that a ruler gives; streets, private roads, carriageways and junctions are left out.
import { pathLengthMeters } from '@switchback/geo/distance';
import { decodePolyline } from '@switchback/geo/polyline';
import { seededRandom } from '@switchback/testing/random';
import { describe, expect, it } from '@jest/globals';
import { buildFrom } from '../built-region.fixture.js';
import { type ExtractContent, extractBytes } from '../extract.fixture.js';
import { type Bend, nodesOf, refsOf, windingLine } from './winding.fixture.js';

const START = { lat: 47, lng: 9.5 };
const S_BEND: Bend[] = [
  { radiusMeters: 50, degrees: 120 },
  { radiusMeters: 50, degrees: 120 },
];
/** A road of about 1.4 km with two bends. */
const LINE = windingLine(START, 400, S_BEND);
const WHOLE = { id: 7, refs: refsOf(1, LINE.length) };
const SECONDARY = { highway: 'secondary', name: 'Bergstrasse' };

const roadsOf = (content: ExtractContent) => buildFrom(extractBytes(content)).roads();
const taggedRoads = (tags: Record<string, string>) => roadsOf({ nodes: nodesOf(1, LINE), ways: [{ ...WHOLE, tags }] });

describe('the curves of a road', () => {
  it.each([
    [20, 180, 2],
    [45, 120, 1.6],
    [80, 90, 1.3],
    [140, 90, 1],
    [400, 60, 0],
  ])('with a radius of %d m over %d degrees count %d times', async (radiusMeters, degrees, weight) => {
    const bend = { radiusMeters, degrees };
    const line = windingLine(START, 500, [bend, bend]);
    const ways = [{ id: 7, refs: refsOf(1, line.length), tags: SECONDARY }];
    const [road] = await roadsOf({ nodes: nodesOf(1, line), ways });
    const curves = (2 * radiusMeters * Math.PI * degrees) / 180;
    // Samples of 25 m also catch the straight meters next to a bend.
    expect(road!.curvesMeters).toBeGreaterThanOrEqual(0.8 * weight * curves);
    expect(road!.curvesMeters).toBeLessThanOrEqual(weight * (1.1 * curves + 150));
    expect(road!.distanceMeters).toBeCloseTo(1_500 + curves, -1.5);
    expect(road!.hairpins).toBe(degrees === 180 ? 2 : 0);
  });

  it('in residential areas, except in their holes, count nothing', async () => {
    const square = (first: number, size: number) =>
      [
        [-1, -1],
        [-1, 1],
        [1, 1],
        [1, -1],
      ].map(([y, x], index) => {
        return { id: first + index, lat: START.lat + 0.0036 + y! * size, lng: START.lng + x! * size };
      });
    const ring = (first: number) => [first, first + 1, first + 2, first + 3, first];
    const [nodes, road] = [nodesOf(1, LINE), { ...WHOLE, tags: SECONDARY }];
    const town = { id: 8, refs: ring(901) };
    const hole = { id: 9, refs: ring(911) };
    const corners = [...square(901, 0.03), ...square(911, 0.02)];
    const [open] = await roadsOf({ nodes, ways: [road] });
    const [inTown] = await roadsOf({
      nodes: [...nodes, ...corners],
      ways: [road, { ...town, tags: { landuse: 'residential' } }],
    });
    expect([open!.settledShare, inTown!.settledShare]).toEqual([0, 1]);
    expect(open!.curvesMeters).toBeGreaterThan(300);
    expect(inTown!.curvesMeters).toBe(0);
    const members = [
      { id: 8, role: 'outer' },
      { id: 9, role: 'inner' },
    ];
    const relations = [{ id: 1, members, tags: { type: 'multipolygon', landuse: 'residential' } }];
    const [inHole] = await roadsOf({ nodes: [...nodes, ...corners], ways: [road, town, hole], relations });
    expect(inHole!.curvesMeters).toBe(open!.curvesMeters);
  });
});

describe('a road', () => {
  it.each<[string, Record<string, string>, number]>([
    ['of the country', SECONDARY, 1],
    ['without a name', { highway: 'unclassified' }, 1],
    ['that is a residential street', { highway: 'residential' }, 0],
    ['that is a track', { highway: 'track' }, 0],
    ['that is a motorway', { highway: 'motorway' }, 0],
    ['that is a slip road', { highway: 'secondary_link' }, 0],
    ['in a parking lot', { highway: 'service', service: 'parking_aisle' }, 0],
    ['that is a roundabout', { ...SECONDARY, junction: 'roundabout' }, 0],
    ['of one direction', { ...SECONDARY, oneway: 'yes' }, 0],
    ['that is private', { ...SECONDARY, access: 'private' }, 0],
    ['closed to cars', { ...SECONDARY, motor_vehicle: 'no' }, 0],
    ['open to cars alone', { ...SECONDARY, access: 'no', motor_vehicle: 'yes' }, 1],
    ['for residents', { ...SECONDARY, vehicle: 'destination' }, 0],
    ['under construction', { highway: 'construction', construction: 'secondary' }, 0],
  ])('%s is found %s: %d', async (_what, tags, count) => {
    const more = [{ id: 99, refs: [1, 2], tags: { waterway: 'river' } }];
    const roads = await roadsOf({ nodes: nodesOf(1, LINE), ways: [{ ...WHOLE, tags }, ...more] });
    expect(roads).toHaveLength(count);
  });

  it.each<[{ surface?: string }, boolean]>([
    [{ surface: 'gravel' }, true],
    [{ surface: 'asphalt' }, false],
    [{}, false],
  ])('with %j is unpaved: %s', async (tags, isUnpaved) => {
    expect(await taggedRoads({ ...SECONDARY, ...tags })).toEqual([
      expect.objectContaining({ isUnpaved, surface: tags.surface ?? null }),
    ]);
  });

  it('shorter than a kilometer is left out', async () => {
    const line = windingLine(START, 200, S_BEND);
    const ways = [{ id: 7, refs: refsOf(1, line.length), tags: SECONDARY }];
    expect(await roadsOf({ nodes: nodesOf(1, line), ways })).toEqual([]);
  });

  it('of ways in any direction is one, under the name of most of it and its number', async () => {
    const third = Math.floor(LINE.length / 3);
    const parts = [
      refsOf(1, third + 1),
      refsOf(third + 1, third + 1).reverse(),
      refsOf(2 * third + 1, LINE.length - 2 * third),
    ];
    const ways = parts.map((refs, index) => {
      return {
        id: 7 + index,
        refs,
        tags: { highway: 'secondary', ref: 'L 5;B 1', name: index === 1 ? 'Dorfweg' : 'Passstrasse' },
      };
    });
    const [road, ...more] = await roadsOf({ nodes: nodesOf(1, LINE), ways: ways.reverse() });
    expect(more).toEqual([]);
    expect(road).toMatchObject({ id: '7', ref: 'L 5', name: 'Passstrasse' });
    expect(pathLengthMeters(decodePolyline(road!.path))).toBeCloseTo(pathLengthMeters(LINE), -1);
  });

  it('goes straight on at a junction, and ends where its name does', async () => {
    const straight = windingLine(START, 1_500, []);
    const [middle, end] = [straight.at(-1)!, { lat: 47.03, lng: 9.5 }];
    const nodes = [
      ...nodesOf(1, straight),
      { id: 50, ...end },
      { id: 51, lat: middle.lat + 0.001, lng: middle.lng + 0.02 },
      { id: 52, lat: end.lat + 0.015, lng: end.lng },
    ];
    const way = (id: number, refs: number[], name: string) => ({ id, refs, tags: { highway: 'tertiary', name } });
    const roads = await roadsOf({
      nodes,
      ways: [way(1, [1, 2], 'High'), way(2, [2, 50], 'High'), way(3, [2, 51], 'High'), way(4, [50, 52], 'Low')],
    });
    expect(roads.map(({ id }) => id).sort()).toEqual(['1', '3', '4']);
    expect(roads.find(({ id }) => id === '1')!.distanceMeters).toBeGreaterThan(3_000);
  });

  it('that is a ring is found once', async () => {
    const ring = windingLine(START, 1, [{ radiusMeters: 300, degrees: 350 }]);
    const refs = refsOf(1, ring.length);
    const half = Math.floor(ring.length / 2);
    const ways = [refs.slice(0, half + 1), [...refs.slice(half), 1]].map((part, index) => ({
      id: 7 + index,
      refs: part,
      tags: SECONDARY,
    }));
    const roads = await roadsOf({ nodes: nodesOf(1, ring), ways });
    expect(roads.map(({ id }) => id)).toEqual(['7']);
    expect(roads[0]!.distanceMeters).toBeGreaterThan(1_800);
  });
});

// Aim: whatever ways an extract holds, each is part of one road at most, and no number is out of its range.
it('survives ways of any form', async () => {
  const random = seededRandom(44);
  for (let round = 0; round < 20; round += 1) {
    const nodes = Array.from({ length: 60 }, (_, id) => {
      return { id: id + 1, lat: 47 + random.below(5) * 0.01, lng: 9 + random.below(5) * 0.01 };
    });
    const ways = Array.from({ length: 40 }, (_, id) => {
      const refs = Array.from({ length: 2 + random.below(6) }, () => 1 + random.below(62));
      const tags = {
        highway: 'tertiary',
        name: random.pick(['A', 'B', '']),
        surface: random.chance(0.2) ? 'dirt' : '',
      };
      return { id: id + 1, refs, tags };
    });
    const roads = await roadsOf({ nodes, ways });
    expect(new Set(roads.map(({ id }) => id)).size).toBe(roads.length);
    for (const road of roads) {
      expect(road.distanceMeters).toBeGreaterThanOrEqual(1_000);
      expect(road.curvesMeters).toBeLessThanOrEqual(2.1 * road.distanceMeters);
      expect(Number.isFinite(road.degreesPerKm + road.settledShare)).toBe(true);
    }
  }
});
