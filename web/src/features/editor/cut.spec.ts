// Aim: a cut removes what is between its handle and the end, or between both handles, and nothing else of the line.
import { encodeElevations, lineOfLegs } from '@switchback/geo/elevation';
import type { LatLng } from '@switchback/geo/location';
import { lineLengthMeters } from '@switchback/geo/parts';
import { encodePolyline } from '@switchback/geo/polyline';
import { describe, expect, it } from 'vitest';
import type { LegAnswer } from '../../lib/drafts/route-snapshot.js';
import { type CutKind, cutLine, cutRoute } from './cut.js';
import { legsOf, requestsOf, routedLeg } from './legs.js';
import { EMPTY_ROUTE, routeReducer, type RouteState } from './route-state.js';

/** 20 points north, 1.1 km apart. */
const NORTH = Array.from({ length: 21 }, (_, index) => ({
  lat: 46 + index / 100,
  lng: 8,
  elevation: 400 + 10 * index,
}));

function lineTo(points: typeof NORTH, source: LegAnswer['source'] = 'track'): LegAnswer {
  const point = ({ lat, lng }: LatLng) => ({ label: '', location: { lat, lng } });
  return {
    source,
    start: point(points[0]!),
    end: point(points.at(-1)!),
    distance: 100,
    duration: 10,
    path: encodePolyline(points),
    elevation: encodeElevations(points),
  };
}

const placeOf = ({ lat, lng }: LatLng) => ({ label: `${lat}`, location: { lat, lng } });

/** A route with a stop in the middle; `kind` of both legs. */
function load(kind: 'recorded' | 'routed' | 'straight', points = NORTH): RouteState {
  const middle = Math.floor(points.length / 2);
  const halves = [points.slice(0, middle + 1), points.slice(middle)];
  const [first, last] = halves.map((half) => ({
    ...placeOf(half.at(-1)!),
    freehand: kind === 'straight',
    ...(kind === 'recorded' && { way: [lineTo(half)] }),
  }));
  return routeReducer(EMPTY_ROUTE, { type: 'loaded', stops: [placeOf(points[0]!), first!, last!], interests: [] });
}

/** The legs of a route whose router knows the road to the north. */
const legs = ({ points }: RouteState) =>
  legsOf(points.slots).map((leg) =>
    routedLeg(leg, ({ start, end }) => {
      const between = NORTH.filter(({ lat }) => lat > start.lat && lat < end.lat);
      return lineTo(
        [start, ...between, end].map((point) => ({ elevation: 0, ...point })),
        'valhalla',
      );
    }),
  );

const cut = (route: RouteState, kind: CutKind, from: number, to: number) =>
  routeReducer(route, { type: 'cut', slots: cutRoute(route.points.slots, legs(route), kind, [from, to]) });

const latsOf = ({ points }: RouteState) => points.slots.map(({ location }) => location?.lat);
const lengthOf = (route: RouteState) => lineLengthMeters(lineOfLegs(legs(route).flatMap(({ answer }) => answer ?? [])));
const WHOLE = lineLengthMeters(NORTH);

describe.each(['recorded', 'routed', 'straight'] as const)('a %s route', (kind) => {
  it.each<[CutKind, number, number, number[], number]>([
    ['start', 0.125, 1, [46.025, 46.1, 46.2], 0.875],
    ['start', 0.6, 1, [46.12, 46.2], 0.4],
    ['start', 0.5, 1, [46.1, 46.2], 0.5],
    ['end', 0, 0.875, [46, 46.1, 46.175], 0.875],
    ['end', 0, 0.4, [46, 46.08], 0.4],
    ['end', 0, 0.5, [46, 46.1], 0.5],
  ])('without its %s at %d, %d', (what, from, to, lats, share) => {
    const before = load(kind);
    const after = cut(before, what, from, to);
    expect(latsOf(after)).toEqual(lats.map((lat) => expect.closeTo(lat, 4) as number));
    expect(lengthOf(after)).toBeCloseTo(share * WHOLE, -1);
    expect(new Set(after.points.slots.map(({ id }) => id)).size).toBe(lats.length);
    const undone = routeReducer(after, { type: 'undone' });
    expect(undone.points).toEqual(before.points);
    expect(routeReducer(undone, { type: 'redone' }).points).toEqual(after.points);
  });
});

describe('a stretch', () => {
  it('of a leg is cut, and its ends are joined by the road', () => {
    const after = cut(load('recorded'), 'stretch', 0.1, 0.2);
    expect(latsOf(after)).toEqual([46, 46.1, 46.2]);
    const [request] = requestsOf(legsOf(after.points.slots));
    expect([request?.start.lat, request?.end.lat]).toEqual([expect.closeTo(46.02, 4), expect.closeTo(46.04, 4)]);
  });

  it('over a stop takes the stop with it', () => {
    const after = cut(load('recorded'), 'stretch', 0.4, 0.6);
    expect(latsOf(after)).toEqual([46, 46.2]);
    const way = after.points.slots[1]!.way;
    expect(way.map((part) => part?.source ?? null)).toEqual(['track', null, 'track']);
  });

  it('that goes out and back is cut without a joint', () => {
    const spur = [10, 11, 12, 11, 10].map((index) => NORTH[index]!);
    const points = [...NORTH.slice(0, 10), ...spur, ...NORTH.slice(11)];
    const before = load('recorded', points);
    const whole = lineLengthMeters(points);
    const [from, to] = [10, 14].map((steps) => (steps * (WHOLE / 20)) / whole);
    const after = cut(before, 'stretch', from!, to!);
    expect(requestsOf(legsOf(after.points.slots))).toEqual([]);
    expect(lengthOf(after)).toBeCloseTo(WHOLE, -1);
  });

  it('of a straight route stays straight', () => {
    const after = cut(load('straight'), 'stretch', 0.4, 0.6);
    expect(after.points.slots.map(({ freehand }) => freehand)).toEqual([false, true]);
    expect(requestsOf(legsOf(after.points.slots))).toEqual([]);
  });
});

describe('the handles', () => {
  it('stay on the pass of the route on which they are', () => {
    const loop = [...NORTH, ...NORTH.toReversed().slice(1)];
    const { line, totalMeters } = cutLine(legs(load('recorded', loop)))!;
    const near = { lat: 46.05, lng: 8.0001 };
    expect(line.nearest(near, 0.3 * totalMeters)!.meters).toBeCloseTo(0.125 * totalMeters, -2);
    expect(line.nearest(near, 0.8 * totalMeters)!.meters).toBeCloseTo(0.875 * totalMeters, -2);
  });
});
