import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { distanceMeters, pathLengthMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import { withoutRepeats } from '@switchback/geo/parts';
import { resamplePath } from '@switchback/geo/resample';
import { joinsWaypoints, leads } from './plausible.js';
import { MALBUN, NOWHERE, TOWNS, VADUZ } from './roads.fixture.js';
import type { Routed, RoutedLeg, Router } from './router.js';

/** A router that is ready, and how to close it. */
export interface OpenedRouter {
  router: Router;
  close: () => Promise<void>;
}

export interface RouterUnderTest {
  source: Routed['source'];
  /** Whether it draws straight legs anywhere. */
  isApproximate?: boolean;
  /** Whether its maneuvers name the roads after them. */
  namesRoads?: boolean;
  /** Whether it finds the roads under a track. */
  matches?: boolean;
  /** Whether it finds round trips through points. */
  goesThrough?: boolean;
  open: () => Promise<OpenedRouter>;
}

/** Guards against hangs; longer than a caller's timeout, for busy machines. */
const PATIENCE_MS = 30_000;
/** 55 meters. */
const BESIDE_DEGREES = 0.0005;
const patience = () => AbortSignal.timeout(PATIENCE_MS);
const [SLOWEST, FASTEST] = [3, 40];
const TYPES =
  /^(start|destination|becomes|continue|turn|uturn|ramp|exit|keep|merge|roundabout|roundabout exit|ferry|ferry exit)( (slight |sharp )?(left|right|straight))?$/;

/** Tests that every router must pass, whatever engine it uses. */
export function describeRouter(
  name: string,
  { source, isApproximate, namesRoads, matches, goesThrough, open }: RouterUnderTest,
): void {
  describe(name, () => {
    let opened: OpenedRouter;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());

    it.each([
      ['two waypoints', [VADUZ, MALBUN]],
      ['two and back', [VADUZ, MALBUN, VADUZ]],
      ['nine', TOWNS],
    ])('finds a leg from each to the next of %s', async (_, waypoints) => {
      const routed = (await opened.router.route(waypoints, patience()))!;
      expect(routed.source).toBe(source);
      expect(joinsWaypoints(routed, waypoints)).toBe(true);
      for (const [index, { path, distanceMeters: meters, durationSeconds }] of routed.legs.entries()) {
        const straight = distanceMeters(waypoints[index]!, waypoints[index + 1]!);
        expect(meters).toBeGreaterThan(0.95 * straight);
        expect(meters).toBeLessThan(6 * straight);
        if (!isApproximate) expect(Math.abs(pathLengthMeters(path) / meters - 1)).toBeLessThan(0.03);
        expect(meters / durationSeconds).toBeGreaterThan(SLOWEST);
        expect(meters / durationSeconds).toBeLessThan(FASTEST);
      }
    });

    it('follows the road, and lists its turns', async () => {
      const { legs } = (await opened.router.route([VADUZ, MALBUN], patience()))!;
      const [{ path, maneuvers = [] }] = legs as [RoutedLeg];
      if (isApproximate) {
        expect([path, legs[0]]).toEqual([[VADUZ, MALBUN], expect.not.objectContaining({ maneuvers })]);
        return;
      }
      expect(path.length).toBeGreaterThan(20);
      for (const { elevation = 0 } of path) expect(elevation).toBeGreaterThan(-450);
      expect(maneuvers.length).toBeGreaterThan(2);
      const meters = pathLengthMeters(path);
      expect(maneuvers[0]).toMatchObject({ type: expect.stringMatching(/^start/), along: 0 });
      for (const [index, { type, text, along }] of maneuvers.entries()) {
        expect(type).toMatch(TYPES);
        expect(text).toMatch(/^[A-Z][^<>]*$/);
        expect(along).toBeGreaterThanOrEqual(maneuvers[index - 1]?.along ?? 0);
        expect(along).toBeLessThan(1.001 * meters);
      }
      const turned = maneuvers.find(({ type }) => /^(turn|keep|roundabout)/.test(type))!;
      expect(turned.along).toBeGreaterThan(0);
      if (namesRoads) expect(maneuvers.map(({ road }) => road).join()).toMatch(/[Ss]trasse/);
    });

    it('places the turns of each leg along that leg', async () => {
      const { legs } = (await opened.router.route([VADUZ, MALBUN, VADUZ], patience()))!;
      for (const { path, maneuvers } of legs) {
        expect(maneuvers !== undefined).toBe(!isApproximate);
        expect(maneuvers?.at(-1)?.along ?? 0).toBeLessThan(1.001 * pathLengthMeters(path));
      }
    });

    it.each([
      ['nowhere', [NOWHERE, { lat: 0, lng: -30.5 }]],
      ['from a town to nowhere', [VADUZ, NOWHERE]],
    ])('has no route %s', async (_, waypoints) => {
      const routed = await opened.router.route(waypoints, patience());
      expect(routed && joinsWaypoints(routed, waypoints)).toBe(isApproximate ? true : null);
    });

    it('finds round trips through points, or does not offer them', async () => {
      const { router } = opened;
      expect('through' in router).toBe(Boolean(goesThrough));
      const [onRoad, near] = [TOWNS[2]!, TOWNS[6]!];
      const vias = [
        { location: onRoad, isOnRoad: true },
        { location: { lat: near.lat + 0.004, lng: near.lng + 0.004 }, isOnRoad: false },
      ];
      for (const turnsAround of [true, false]) {
        const options = { curvy: true, unpaved: false, isShown: false, turnsAround, withinMeters: 2_000 };
        const ends = { start: VADUZ, end: VADUZ };
        const routed = await router.through?.(ends, vias, options, patience());
        if (!routed) return expect(goesThrough).toBeFalsy();
        expect([routed.source, routed.legs.length, leads(routed, ends)]).toEqual([source, 3, true]);
        for (const [index, { location }] of vias.entries())
          expect(distanceMeters(routed.legs[index]!.path.at(-1)!, location)).toBeLessThan(2_000);
        const off = [{ location: NOWHERE, isOnRoad: false }];
        const nowhere = { start: NOWHERE, end: NOWHERE };
        expect(await router.through!(nowhere, off, options, patience())).toBeNull();
      }
    });

    it('shows a route through points in one leg, along the same line', async () => {
      const { router } = opened;
      const ends = { start: VADUZ, end: TOWNS[8]! };
      const vias = [{ location: TOWNS[5]!, isOnRoad: true }];
      const options = { curvy: true, unpaved: false, turnsAround: false, withinMeters: 2_000 };
      const ask = (isShown: boolean) => router.through?.(ends, vias, { ...options, isShown }, patience());
      const [compared, shown] = [await ask(false), await ask(true)];
      if (!goesThrough) return expect(shown).toBeUndefined();
      expect([compared!.legs.length, shown!.legs.length, leads(shown!, ends)]).toEqual([2, 1, true]);
      const line = withoutRepeats(compared!.legs.flatMap(({ path }) => path));
      expect(withoutRepeats(shown!.legs[0]!.path).map(placeOf)).toEqual(line.map(placeOf));
    });

    it('finds the roads under a track, or reports that it cannot', async () => {
      const { path } = (await opened.router.route([VADUZ, MALBUN], patience()))!.legs[0]!;
      const track = recorded(path);
      const breaks = [0, Math.floor(track.length / 2), track.length - 1];
      const matched = await opened.router.match?.(track, breaks, patience(), 'recorded');
      expect(Boolean(matched)).toBe(Boolean(matches));
      if (!matched) return;
      expect(
        joinsWaypoints(
          matched,
          breaks.map((index) => track[index]!),
        ),
      ).toBe(true);
      const line = matched.legs.flatMap((leg) => leg.path);
      for (const point of path) expect(nearest(point, line)).toBeLessThan(30);
    });

    it('finds the roads along a coarse line', async () => {
      const { path } = (await opened.router.route([VADUZ, MALBUN], patience()))!.legs[0]!;
      const coarse = resamplePath(path, 150).map(({ lat, lng }) => ({ lat: lat + BESIDE_DEGREES, lng }));
      const matched = await opened.router.match?.(coarse, [0, coarse.length - 1], patience(), 'coarse');
      expect(Boolean(matched)).toBe(Boolean(matches));
      if (!matched) return;
      const line = matched.legs.flatMap((leg) => leg.path);
      for (const point of coarse) expect(nearest(point, line)).toBeLessThan(150);
    });

    it('finds no roads under a track over water', async () => {
      const track = Array.from({ length: 20 }, (_, index) => ({ lat: 0, lng: -30 + index / 500 }));
      expect((await opened.router.match?.(track, [0, 19], patience(), 'recorded')) ?? null).toBeNull();
    });

    it('answers concurrent callers, each with its own route', async () => {
      const requests = [[VADUZ, MALBUN], [MALBUN, VADUZ], TOWNS, TOWNS.slice(0, 4)];
      const answers = await Promise.all(requests.map((waypoints) => opened.router.route(waypoints, patience())));
      expect(answers.map((routed, index) => joinsWaypoints(routed!, requests[index]!))).toEqual(
        requests.map(() => true),
      );
    });

    it('stops the work of a cancelled caller', async () => {
      if (isApproximate) return;
      await expect(opened.router.route([VADUZ, MALBUN], AbortSignal.abort(new Error('gone')))).rejects.toThrow();
      expect(await opened.router.route([VADUZ, MALBUN], patience())).not.toBeNull();
    });
  });
}

const placeOf = ({ lat, lng }: LatLng): LatLng => ({ lat, lng });

/** Returns a line like a device's recording: a few meters off the road, one point every so often. */
function recorded(path: readonly LatLng[]): LatLng[] {
  const points = path.filter((_, index) => index % 3 === 0 || index === path.length - 1);
  return points.map(({ lat, lng }, index) => ({ lat: lat + 0.00004 * Math.sin(index), lng: lng + 0.00004 }));
}

/** Returns the meters from a point to the nearest one of a line, after adding points between its own. */
function nearest(point: LatLng, path: readonly LatLng[]): number {
  let least = Infinity;
  for (const [index, end] of path.entries()) {
    const start = path[index - 1] ?? end;
    const pieces = Math.ceil(distanceMeters(start, end) / 10) || 1;
    for (let piece = 0; piece <= pieces; piece += 1) {
      const share = piece / pieces;
      const between = {
        lat: start.lat + share * (end.lat - start.lat),
        lng: start.lng + share * (end.lng - start.lng),
      };
      least = Math.min(least, distanceMeters(point, between));
    }
  }
  return least;
}
