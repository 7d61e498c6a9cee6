// Aim: the stored facts of a route are measured on its line, whatever the client claims, and an invalid line is refused
// next to its field.
import { describe, expect, it } from '@jest/globals';
import { pathLengthMeters } from '@switchback/geo/distance';
import { encodeElevations, withElevations } from '@switchback/geo/elevation';
import type { LatLng } from '@switchback/geo/location';
import { decodePolyline, encodePolyline } from '@switchback/geo/polyline';
import { fakePlaces } from '@switchback/testing/fake-places';
import { ProductError } from '@switchback/platform/errors';
import type { Directions } from '@switchback/proto/drives/v1/drive';
import { estimateWay } from '@switchback/geo/straight-way';
import { lineContentOf } from './drive-content.js';
import { measureRoute } from './measure-route.js';

const [A, B, C] = [
  { lat: 35.5, lng: -82.5 },
  { lat: 35.6, lng: -82.4 },
  { lat: 35.7, lng: -82.5 },
];
/** Degrees of latitude: 80 and 300 meters. */
const [NEAR, FAR] = [0.00072, 0.0027];

const north = ({ lat, lng }: LatLng, degrees: number): LatLng => ({ lat: lat + degrees, lng });
const at = (location: LatLng, elevation: number) => ({ ...location, elevation });
const place = (location: LatLng, label = '') => ({ label, location });

function legOf(path: LatLng[], duration = 600): Directions['legs'][number] {
  const [start, end] = [place(path[0]!, 'Start'), place(path.at(-1)!, 'End')];
  return { start, end, distance: 1, duration, path: encodePolyline(path) };
}

function maneuver(along: number) {
  return { type: 'turn left', along, road: 'Mill Road', exit: undefined, text: 'Turn left onto Mill Road.' };
}

function directionsOf(...legs: Directions['legs']): Directions {
  return { source: 'track', legs };
}

/** Returns the fields named in a refusal. */
function faultsOf(work: () => unknown): string[] {
  try {
    work();
  } catch (error) {
    if (error instanceof ProductError && error.error === 'invalidInput') return Object.keys(error.fields ?? {});
    throw error;
  }
  return [];
}

describe('measuring a route', () => {
  it('joins the legs and ignores the length that they claim', () => {
    const route = measureRoute(directionsOf(legOf([A, B]), legOf([B, C], 700)), [place(A), place(B), place(C)]);
    expect(route.path).toEqual([A, B, C]);
    expect(route.distanceMeters).toBeCloseTo(pathLengthMeters([A, B, C]), 6);
    expect(route.waypoints.map(({ pathIndex }) => pathIndex)).toEqual([0, 1, 2]);
    expect(route.bounds).toEqual({ north: 35.7, east: -82.4, south: 35.5, west: -82.5 });
    expect(decodePolyline(route.overviewPath)).toEqual([A, B, C]);
    expect([route.durationSeconds, route.durationSource]).toEqual([1_300, 'given']);
  });

  // The editor shows the length of approximate legs with the detour of a road; the saved drive must not be shorter.
  it('keeps the length of approximate legs, but none that roads cannot have', () => {
    const shown = estimateWay(A, B).distanceMeters;
    const [straight, drawn] = [legOf([A, B]), { ...legOf([B, C]), distance: pathLengthMeters([B, C]) }];
    const measured = (distance: number) =>
      measureRoute({ source: 'approximate', legs: [{ ...straight, distance }, drawn] }, []).distanceMeters;
    expect(measured(shown)).toBeCloseTo(shown + drawn.distance, 6);
    expect(measured(10 * shown)).toBeCloseTo(shown + drawn.distance, 6);
    expect(measured(0)).toBeCloseTo(pathLengthMeters([A, B, C]), 6);
  });

  it('keeps the kind of way that the author chose for a leg, as long as the legs lead from waypoint to waypoint', () => {
    const directions = directionsOf(legOf([A, B]), { ...legOf([B, C]), taste: 'twisty' });
    const tastes = (...stops: LatLng[]) =>
      measureRoute(
        directions,
        stops.map((stop) => place(stop)),
      ).waypoints.map(({ taste }) => taste);
    expect(tastes(A, B, C)).toEqual([undefined, undefined, 'twisty']);
    expect(tastes(A, C)).toEqual([undefined, undefined]);
    const { route } = lineContentOf(measureRoute(directions, []), fakePlaces());
    expect(route.waypoints.map(({ taste }) => taste)).toEqual([undefined, undefined, 'twisty']);
  });

  it('keeps the maneuvers of each leg with the waypoint at which it ends', () => {
    const second = { ...legOf([B, C]), maneuvers: { items: [maneuver(10), maneuver(200)] } };
    const { waypoints } = measureRoute(directionsOf(legOf([A, B]), second), [place(A), place(B), place(C)]);
    expect(waypoints.map(({ maneuvers }) => maneuvers?.map(({ along }) => along))).toEqual([
      undefined,
      undefined,
      [10, 200],
    ]);
    // Those of two legs are not those of one.
    const whole = measureRoute(directionsOf(legOf([A, B]), second), [place(A), place(C)]);
    expect(whole.waypoints.flatMap(({ maneuvers }) => maneuvers ?? [])).toEqual([]);
  });

  it.each([
    ['in another order', [200, 10]],
    ['beyond its end', [10, pathLengthMeters([A, B]) + 20]],
  ])('refuses maneuvers of a leg %s', (_, along) => {
    const leg = { ...legOf([A, B]), maneuvers: { items: along.map(maneuver) } };
    expect(faultsOf(() => measureRoute(directionsOf(leg), []))).toEqual(['directions']);
  });

  it('keeps the heights of the legs that have them', () => {
    const leg = { ...legOf([A, B]), elevation: encodeElevations([at(A, 512.3), at(B, 640)]) };
    const { path, elevation } = measureRoute(directionsOf(leg, legOf([B, C])), []);
    expect(withElevations(path, elevation)).toEqual([at(A, 512.3), at(B, 640), C]);
    for (const damaged of ['?', '????', 'no heights'])
      expect(faultsOf(() => measureRoute(directionsOf({ ...leg, elevation: damaged }), []))).toEqual(['directions']);
  });

  it.each([0, 1, 10_000_000])('estimates the duration if the legs claim %p seconds', (duration) => {
    const route = measureRoute(directionsOf(legOf([A, B], duration)), []);
    expect(route.durationSource).toBe('estimated');
    const estimated = lineContentOf(route, fakePlaces()).drive.duration!;
    expect(route.distanceMeters / estimated).toBeGreaterThan(10);
    expect(route.distanceMeters / estimated).toBeLessThan(25);
  });

  it.each([
    ['one town', '', 'near Town'],
    ['one remote county', 'Nye County', 'Town'],
  ])('names two distant ends of %s', (_, county, end) => {
    const route = measureRoute(directionsOf(legOf([A, B])), []);
    const address = () => 'Town';
    const { drive } = lineContentOf(route, { ...fakePlaces(), address, remoteCounty: () => county });
    expect([drive.startAddress, drive.endAddress]).toEqual(['Town', end]);
  });

  it('uses the ends of the legs without waypoints, as many as a drive may have', () => {
    const two = measureRoute(directionsOf(legOf([A, B]), legOf([B, C])), []);
    expect(two.waypoints.map(({ label, location }) => [label, location])).toEqual([
      ['Start', A],
      ['End', B],
      ['End', C],
    ]);
    const there = Array.from({ length: 12 }, (_, index) => north(A, index / 100));
    const many = there.slice(1).map((point, index) => legOf([there[index]!, point], 60));
    expect(measureRoute(directionsOf(...many), []).waypoints.map(({ pathIndex }) => pathIndex)).toEqual([0, 11]);
  });

  it('finds a waypoint between two points of the line, and the first of two passes', () => {
    const middle = { lat: 35.55, lng: -82.45 };
    const straight = measureRoute(directionsOf(legOf([A, B])), [place(A), place(middle), place(B)]);
    expect(straight.path).toEqual([A, middle, B]);
    expect(straight.waypoints.map(({ pathIndex }) => pathIndex)).toEqual([0, 1, 2]);
    const thereAndBack = directionsOf(legOf([A, middle, B, middle, A]));
    const stops = [place(A), place(north(middle, NEAR)), place(B), place(middle), place(A)];
    const passes = measureRoute(thereAndBack, stops).waypoints.map(({ pathIndex }) => pathIndex);
    expect(passes).toEqual(passes.toSorted((a, b) => a - b));
    expect(new Set(passes).size).toBe(5);
  });

  it('crosses the antimeridian', () => {
    const [west, east] = [
      { lat: 65, lng: 179.9 },
      { lat: 65, lng: -179.9 },
    ];
    const route = measureRoute(directionsOf(legOf([west, east])), [
      place(west),
      place({ lat: 65, lng: 180 }),
      place(east),
    ]);
    expect(route.distanceMeters).toBeLessThan(10_000);
    expect(route.waypoints).toHaveLength(3);
  });

  it.each<[string, string[], () => Directions, LatLng[]]>([
    ['a gap of 80 m between legs', [], () => directionsOf(legOf([A, B]), legOf([north(B, NEAR), C])), []],
    ['a gap of 300 m', ['directions'], () => directionsOf(legOf([A, B]), legOf([north(B, FAR), C])), []],
    ['a start 300 m off', [], () => directionsOf(legOf([A, B])), [north(A, FAR), B]],
    ['a start 600 m off', ['directions'], () => directionsOf(legOf([A, B])), [north(A, 2 * FAR), B]],
    ['a stop 600 m off', ['directions'], () => directionsOf(legOf([A, B]), legOf([B, C])), [A, north(B, 2 * FAR), C]],
    ['one waypoint', ['waypoints'], () => directionsOf(legOf([A, B])), [A]],
    ['a line without length', ['directions'], () => directionsOf(legOf([A, A])), []],
    [
      'a line that leaves the range of coordinates',
      ['directions'],
      () => directionsOf({ ...legOf([A, B]), path: '_cidP_cidP' }),
      [],
    ],
    ['a damaged line', ['directions'], () => directionsOf({ ...legOf([A, B]), path: 'no line' }), []],
  ])('accepts or rejects %s', (_, fields, directions, waypoints) => {
    expect(
      faultsOf(() =>
        measureRoute(
          directions(),
          waypoints.map((location) => place(location)),
        ),
      ),
    ).toEqual(fields);
  });

  it('rejects a line that is longer than the way around the earth, whatever its points', () => {
    const around = (count: number, km: number) => {
      const there = Math.ceil(km / 18_000);
      return Array.from({ length: count }, (_, at) => {
        const share = ((at / (count - 1)) * there) % 2;
        const degrees = ((share > 1 ? 2 - share : share) * km) / there / 111.195;
        return { lat: 0, lng: Math.round((degrees - 80) * 1e5) / 1e5 };
      });
    };
    const fault = (line: LatLng[]) => faultsOf(() => measureRoute(directionsOf(legOf(line, 3_600_000)), []));
    for (const points of [100, 20_000]) {
      expect(fault(around(points, 39_000))).toEqual([]);
      expect(fault(around(points, 41_000))).toEqual(['directions']);
      expect(fault(around(points, 900_000))).toEqual(['directions']);
    }
  });

  it('rejects more than 200,000 points', () => {
    const line = (count: number) => Array.from({ length: count }, (_, index) => north(A, (index % 2) / 1_000));
    expect(faultsOf(() => measureRoute(directionsOf(legOf(line(200_000), 3_600_000)), []))).toEqual([]);
    expect(faultsOf(() => measureRoute(directionsOf(legOf(line(200_001))), []))).toEqual(['directions']);
  });
});
