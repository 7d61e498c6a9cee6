// Aim: a recorded line stays but for the stretch that a person changes, whatever they do to the route, and undo restores it.
import { distanceMeters } from '@switchback/geo/distance';
import { lineOfLegs } from '@switchback/geo/elevation';
import type { LatLng } from '@switchback/geo/location';
import { lineLengthMeters } from '@switchback/geo/parts';
import { decodePolyline, encodePolyline } from '@switchback/geo/polyline';
import { encodeElevations } from '@switchback/geo/elevation';
import { describe, expect, it } from 'vitest';
import type { LegAnswer } from '../../lib/drafts/route-snapshot.js';
import { legsOf, requestsOf } from './legs.js';
import { EMPTY_ROUTE, type RouteAction, routeReducer, type RouteState } from './route-state.js';
import type { Way } from './ways.js';

/** 20 points north, about 1.1 km apart, then back the same way next to it. */
const NORTH = Array.from({ length: 20 }, (_, index) => ({
  lat: 46 + index / 100,
  lng: 8,
  elevation: 400 + 10 * index,
}));
const LOOP = [...NORTH, ...NORTH.slice(0, -1).toReversed()];

function recorded(points: typeof NORTH): LegAnswer {
  const [start, end] = [points[0]!, points.at(-1)!].map(({ lat, lng }) => ({ label: '', location: { lat, lng } }));
  return {
    source: 'track',
    start: start!,
    end: end!,
    distance: 10_000,
    duration: 1_000,
    path: encodePolyline(points),
    elevation: encodeElevations(points),
  };
}

const stop = ({ lat, lng }: LatLng, way?: Way) => ({ label: `${lat}`, location: { lat, lng }, ...(way && { way }) });
const load = (points: typeof NORTH) =>
  routeReducer(EMPTY_ROUTE, {
    type: 'loaded',
    stops: [stop(points[0]!), stop(points.at(-1)!, [recorded(points)])],
    interests: [],
  });
const play = (state: RouteState, ...actions: RouteAction[]) => actions.reduce(routeReducer, state);
const at = (location: LatLng) => ({ label: 'new', location });
const split = (lat: number, index = 1): RouteAction => ({
  type: 'inserted',
  index,
  part: 0,
  ...at({ lat, lng: 8.0002 }),
});
const drawOff = (lat: number, lng: number): RouteAction => ({
  type: 'drawnOff',
  index: 1,
  part: 0,
  from: { lat, lng: 8 },
  ...at({ lat, lng }),
});

/** The parts of each leg: latitudes between which a fixed line runs, or null for an open part. */
const waysOf = ({ points }: RouteState) =>
  points.slots.slice(1).map(({ way }) => way.map((part) => part && [part.start.location.lat, part.end.location.lat]));
const fixedOf = ({ points }: RouteState) => points.slots.flatMap(({ way }) => way.flatMap((part) => part ?? []));
const requests = ({ points }: RouteState) => requestsOf(legsOf(points.slots));

describe('a touch on a recorded leg', () => {
  it('splits it there, keeps every point and height, and requests nothing', () => {
    const route = play(load(NORTH), split(46.055));
    expect(waysOf(route)).toEqual([[[46, 46.055]], [[46.055, 46.19]]]);
    expect(route.points.slots[1]?.location).toEqual({ lat: 46.055, lng: 8 });
    expect(requests(route)).toEqual([]);
    const line = lineOfLegs(fixedOf(route));
    expect(line.filter(({ lat }) => lat !== 46.055)).toEqual(NORTH);
    const [before, after] = fixedOf(route);
    expect(before!.distance + after!.distance).toBeCloseTo(10_000, 6);
    expect(before!.duration + after!.duration).toBeCloseTo(1_000, 6);
  });

  it('splits halves again, up to nine points', () => {
    const lats = [46.01, 46.02, 46.03, 46.04, 46.05, 46.06, 46.07, 46.08];
    const route = play(load(NORTH), ...lats.map((lat, index) => split(lat, index + 1)));
    expect(route.points.slots).toHaveLength(9);
    expect(lineOfLegs(fixedOf(route))).toEqual(NORTH);
  });

  it('keeps both passes of a loop that is split where it passes twice', () => {
    const route = play(load(LOOP), split(46.055), split(46.1, 2));
    expect(lineLengthMeters(lineOfLegs(fixedOf(route)))).toBeCloseTo(lineLengthMeters(LOOP), 3);
    expect(requests(route)).toEqual([]);
  });

  it('is undone and redone', () => {
    const before = load(NORTH);
    const after = play(before, split(46.055));
    const undone = play(after, { type: 'undone' });
    expect(undone.points).toEqual(before.points);
    expect(play(undone, { type: 'redone' }).points).toEqual(after.points);
  });
});

describe('a recorded line that is drawn off', () => {
  it('is replaced next to the place where it was held, and stays elsewhere', () => {
    const route = play(load(NORTH), drawOff(46.1, 8.01));
    const [before, after] = waysOf(route);
    expect([before?.[1], after?.[0]]).toEqual([null, null]);
    const [left, joinedAgain] = [before![0]![1]!, after![1]![0]!];
    const replaced = distanceMeters({ lat: left, lng: 8 }, { lat: joinedAgain, lng: 8 });
    expect(replaced).toBeCloseTo(3 * distanceMeters({ lat: 46.1, lng: 8 }, { lat: 46.1, lng: 8.01 }), -1);
    expect(requests(route).map(({ start, end }) => [start.lat, end.lat])).toEqual([
      [left, 46.1],
      [46.1, joinedAgain],
    ]);
    expect(play(route, { type: 'undone' }).points).toEqual(load(NORTH).points);
  });

  it('is replaced on the pass at which it was held', () => {
    // Held on the way back of a loop, 2 km north of its end.
    const back = LOOP.map((point, index) => (index > 19 ? { ...point, lng: 8.005 } : point));
    const route = play(load(back), {
      type: 'drawnOff',
      index: 1,
      part: 0,
      from: { lat: 46.02, lng: 8.005 },
      ...at({ lat: 46.02, lng: 8.01 }),
    });
    const [before, after] = fixedOf(route);
    expect(decodePolyline(before!.path)).toHaveLength(37);
    expect(decodePolyline(after!.path).every(({ lng }) => lng === 8.005)).toBe(true);
  });

  it('is replaced to its end if it is held near that', () => {
    const route = play(load(NORTH), drawOff(46.189, 8.01));
    expect(waysOf(route)[1]).toEqual([null]);
    expect(waysOf(route)[0]?.[0]?.[0]).toBe(46);
  });

  it('stays replaced nowhere else if the new part is drawn off again', () => {
    const once = play(load(NORTH), drawOff(46.1, 8.01));
    const again = play(once, {
      type: 'drawnOff',
      index: 1,
      part: 1,
      from: { lat: 46.09, lng: 8.004 },
      ...at({ lat: 46.09, lng: 8.02 }),
    });
    expect(fixedOf(again).map(({ path }) => path)).toEqual(fixedOf(once).map(({ path }) => path));
    expect(requests(again)).toHaveLength(3);
  });

  it('stays straight where a straight leg is drawn off', () => {
    const route = play(load(NORTH), { type: 'freehandToggled', index: 1 }, drawOff(46.1, 8.01));
    expect(route.points.slots.map(({ freehand }) => freehand)).toEqual([false, true, true]);
    expect(requests(route)).toEqual([]);
  });
});

describe('a stop of a recorded line', () => {
  const halved = play(load(NORTH), split(46.1));

  it('moves with the stretches next to it', () => {
    const route = play(halved, { type: 'placed', index: 1, ...at({ lat: 46.1, lng: 8.01 }) });
    expect(waysOf(route)).toEqual([
      [[46, expect.closeTo(46.09, 2)], null],
      [null, [expect.closeTo(46.11, 2), 46.19]],
    ]);
    // Moved once more, it leaves the line where it did.
    const again = play(route, { type: 'placed', index: 1, ...at({ lat: 46.1, lng: 8.03 }) });
    expect(waysOf(again)).toEqual(waysOf(route));
  });

  it('takes no more with it than there is', () => {
    const route = play(halved, { type: 'placed', index: 0, ...at({ lat: 40, lng: 8 }) });
    expect(waysOf(route)).toEqual([[null], [[46.1, 46.19]]]);
  });

  it('is removed without the line', () => {
    const route = play(halved, { type: 'removed', index: 1 });
    expect(lineOfLegs(fixedOf(route))).toEqual(NORTH);
    expect(requests(route)).toEqual([]);
  });

  it('is removed with its own stretch if it is the end', () => {
    expect(waysOf(play(halved, { type: 'removed', index: 2 }))).toEqual([[[46, 46.1]]]);
    expect(waysOf(play(halved, { type: 'removed', index: 0 }))).toEqual([[[46.1, 46.19]]]);
  });

  it('leaves no line behind when the last two are emptied', () => {
    const route = play(
      load(NORTH),
      { type: 'removed', index: 0 },
      { type: 'placed', index: 0, ...at({ lat: 45, lng: 8 }) },
    );
    expect(waysOf(route)).toEqual([[null]]);
  });
});

describe('a recorded line', () => {
  const halved = play(load(NORTH), split(46.1));

  it('is reversed, with its heights', () => {
    const route = play(halved, { type: 'reversed' });
    expect(waysOf(route)).toEqual([[[46.19, 46.1]], [[46.1, 46]]]);
    expect(lineOfLegs(fixedOf(route))).toEqual(NORTH.toReversed());
    expect(play(route, { type: 'reversed' }).points.slots.map(({ way }) => way[0]?.path)).toEqual(
      halved.points.slots.map(({ way }) => way[0]?.path),
    );
  });

  it('stays between stops that still follow each other in another order', () => {
    const three = play(halved, split(46.15, 2));
    expect(waysOf(play(three, { type: 'moved', from: 3, to: 0 }))).toEqual([[null], [[46, 46.1]], [[46.1, 46.15]]]);
  });

  it('is closed by the road', () => {
    const route = play(load(NORTH), { type: 'closed' });
    expect(waysOf(route)).toEqual([[[46, 46.19]], [null]]);
  });
});
