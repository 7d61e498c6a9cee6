import { describe, expect, it } from '@jest/globals';
import { pathLengthMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import { decodePolyline, encodePolyline } from '@switchback/geo/polyline';
import fc from 'fast-check';
import { directionsOf, type Route } from './route-legs.js';
import { chooseWaypoints } from './choose-waypoints.js';

/** Runs a computation to its end. */
function finish<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

const path = fc.array(
  fc.record({
    lat: fc.integer({ min: 3_500_000, max: 3_700_000 }),
    lng: fc.integer({ min: -8_400_000, max: -8_200_000 }),
  }),
  { minLength: 2, maxLength: 80 },
);
const degrees = (points: { lat: number; lng: number }[]): LatLng[] =>
  points.map(({ lat, lng }) => ({ lat: lat / 1e5, lng: lng / 1e5 }));

function routeOf(line: LatLng[], source = 'track'): Route {
  const waypoints = chooseWaypoints(line).map((pathIndex) => ({
    label: String(pathIndex),
    location: line[pathIndex]!,
    pathIndex,
  }));
  return { path: encodePolyline(line), elevation: '', waypoints, distanceMeters: 1_000, durationSeconds: 60, source };
}

describe('legs', () => {
  it('have the kinds of ways that were chosen for them', () => {
    const route = routeOf(degrees([1, 2, 3].map((at) => ({ lat: 3_500_000 + 50_000 * at, lng: -8_250_000 }))));
    const waypoints = [0, 1, 2].map((pathIndex) => ({ ...route.waypoints[0]!, pathIndex }));
    waypoints[1] = { ...waypoints[1]!, taste: 'winding' };
    const { legs } = finish(directionsOf({ ...route, waypoints }));
    expect(legs.map(({ taste }) => taste)).toEqual(['winding', undefined]);
  });
});

describe('waypoints', () => {
  it('start and end with the line, ascend along it, and number at most nine', () => {
    // Aim: whatever the line, a maps service can follow the waypoints in this order in one request.
    fc.assert(
      fc.property(path, (points) => {
        const chosen = chooseWaypoints(degrees(points));
        expect(chosen[0]).toBe(0);
        expect(chosen.at(-1)).toBe(points.length - 1);
        expect(chosen).toEqual([...new Set(chosen)].sort((a, b) => a - b));
        expect(chosen.length).toBeLessThanOrEqual(9);
      }),
    );
  });

  it('of a drive around the block are only its ends', () => {
    // Aim: a short drive is not exported as a string of stops.
    expect(
      chooseWaypoints(
        degrees([
          { lat: 3_500_000, lng: -8_250_000 },
          { lat: 3_501_000, lng: -8_250_000 },
          { lat: 3_501_000, lng: -8_251_000 },
        ]),
      ),
    ).toEqual([0, 2]);
  });

  it('preserve a detour that a shorter road would skip', () => {
    // Aim: an out-and-back whose ends meet is driven to its far end.
    const out = Array.from({ length: 50 }, (_, index) => ({ lat: 35 + index / 100, lng: -82.5 }));
    const chosen = chooseWaypoints([...out, ...out.toReversed()]);
    expect(chosen.some((index) => Math.abs(index - 49.5) < 2)).toBe(true);
  });

  it('leave no leg far longer than the rest', () => {
    // Aim: a long drive is kept on its road everywhere, not only at its winding end.
    const line = Array.from({ length: 400 }, (_, index) => ({
      lat: 35 + index / 200,
      lng: -82.5 + Math.sin(index / 7) / 20,
    }));
    const chosen = chooseWaypoints(line);
    const legs = chosen.slice(1).map((end, index) => pathLengthMeters(line.slice(chosen[index], end + 1)));
    expect(legs).toHaveLength(8);
    expect(Math.max(...legs)).toBeLessThan(pathLengthMeters(line) / 4);
  });
});

describe('directions', () => {
  it('follow the whole line, and their legs add up to the drive', () => {
    // Aim: the legs concatenate to the line without a gap, and distance and duration are divided completely.
    fc.assert(
      fc.property(path, (points) => {
        const line = degrees(points);
        fc.pre(pathLengthMeters(line) > 0);
        const { source, legs } = finish(directionsOf(routeOf(line)));
        expect(source).toBe('track');
        const joined = legs.flatMap((leg, index) => decodePolyline(leg.path).slice(index === 0 ? 0 : 1));
        expect(joined).toEqual(line);
        expect(legs.reduce((sum, leg) => sum + leg.distance, 0)).toBeCloseTo(1_000, 6);
        expect(legs.reduce((sum, leg) => sum + leg.duration, 0)).toBeCloseTo(60, 6);
      }),
    );
  });

  it('report an approximate line', () => {
    // Aim: straight legs are never mistaken for a road.
    expect(
      finish(
        directionsOf(
          routeOf(
            [
              { lat: 35, lng: -82 },
              { lat: 36, lng: -82 },
            ],
            'approximate',
          ),
        ),
      ).source,
    ).toBe('approximate');
  });
});
