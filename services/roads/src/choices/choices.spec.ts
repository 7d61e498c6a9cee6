// Aim: a person gets the fastest way first and curvier ones within their time, over the region's roads; whatever the
// router does, there is one way at least, and it says if it is straight.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NO_ROADS_NOTE } from '@switchback/contracts/rules/directions';
import { pathLengthMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import { decodePolyline, encodePolyline } from '@switchback/geo/polyline';
import type { Caller } from '@switchback/platform/rpc/call';
import { fakePlaces } from '@switchback/testing/fake-places';
import { openTempStorage, type TempStorage } from '@switchback/testing/temp-storage';
import { TestClock } from '@switchback/testing/test-clock';
import { Directions } from '../directions/directions.service.js';
import { Heights } from '../elevation/heights.js';
import { exampleCurvyRoad } from '../region/roads/curvy-road.fixture.js';
import type { CurvyRoad } from '../region/roads/curvy-road.js';
import { RegionRoads } from '../region/roads/region-roads.js';
import type { Ends, Routed, Router, ThroughOptions, Via } from '../router/router.js';
import { Roads } from '../routing/roads.js';
import { Choices } from './choices.js';

const HERO: Caller = { userId: 'ann', accountType: 'hero' };
const PATIENT = { monotonicMs: () => 0, sleep: () => new Promise<never>(() => undefined) };
const [START, END] = [at(0, 0), at(0, 0.2)];
const STOPS = [START, END].map((location) => ({ label: '', location }));
const METERS_PER_SECOND = 15;

function at(lat: number, lng: number): LatLng {
  return { lat, lng };
}

/** A road that swings to and fro between two places, a little north of the straight line. */
function bends(fromLng: number, toLng: number, lat = 0.01): LatLng[] {
  const steps = Math.round((toLng - fromLng) / 0.002);
  return Array.from({ length: steps + 1 }, (_, step) => at(lat + 0.003 * (step % 2), fromLng + step * 0.002));
}

const road = (id: string, line: readonly LatLng[], changes: Partial<CurvyRoad> = {}): CurvyRoad =>
  exampleCurvyRoad(id, encodePolyline(line), changes);

/** A router on open ground with bent roads, which it follows from one of their points to another. */
class GroundRouter implements Router {
  readonly asked: ThroughOptions[] = [];
  constructor(
    private readonly roads: readonly (readonly LatLng[])[],
    private readonly hasSpur = false,
  ) {}

  route(waypoints: readonly LatLng[]): Promise<Routed> {
    const legs = waypoints.slice(1).map((end, index) => legOf([waypoints[index]!, end]));
    return Promise.resolve({ source: 'valhalla', legs });
  }

  through({ start, end }: Ends, vias: readonly Via[], options: ThroughOptions): Promise<Routed | null> {
    this.asked.push(options);
    const path = [start];
    for (const { location } of [...vias, { location: end }]) path.push(...this.between(path.at(-1)!, location));
    if (this.hasSpur && vias.length > 0) path.splice(1, 0, path[1]!, at(0.05, 0), path[1]!);
    return Promise.resolve({ source: 'valhalla', legs: [legOf(path)] });
  }

  private between(from: LatLng, to: LatLng): LatLng[] {
    const isOn = (line: readonly LatLng[], place: LatLng) => line[0]!.lng <= place.lng && place.lng <= line.at(-1)!.lng;
    const line = this.roads.find((one) => from.lat > 0.005 && to.lat > 0.005 && isOn(one, from) && isOn(one, to));
    return [...(line ?? []).filter(({ lng }) => lng > from.lng && lng < to.lng), to];
  }
}

function legOf(path: LatLng[]) {
  const distanceMeters = pathLengthMeters(path);
  return { path, distanceMeters, durationSeconds: distanceMeters / METERS_PER_SECOND };
}

let store: TempStorage;
beforeAll(async () => {
  store = await openTempStorage();
});
afterAll(() => store.close());

function choicesOn(router: Router | null, stored: readonly CurvyRoad[] = [], places = fakePlaces()): Choices {
  const quiet = { warn: () => undefined };
  const roads = new Roads(router, PATIENT, quiet);
  const regionRoads = new RegionRoads(store.storage, places, new Heights(null), quiet as never);
  regionRoads.use(stored);
  const directions = new Directions(roads, places, store.storage, new TestClock(), new Heights(null));
  return new Choices(directions, roads, regionRoads, places, PATIENT);
}

const tastesOf = async (choices: Choices) =>
  (await choices.find({ waypoints: STOPS, unpaved: false }, { caller: HERO })).choices.map(({ taste }) => taste);

/** Returns the number of points of the curviest way. */
async function longestOf(choices: Choices, unpaved = false): Promise<number> {
  const { choices: ways } = await choices.find({ waypoints: STOPS, unpaved }, { caller: HERO });
  return ways.at(-1)!.route!.directions!.legs.flatMap(({ path }) => decodePolyline(path)).length;
}

describe('the ways between two places', () => {
  const LINE = bends(0.06, 0.14);

  it('lead over the curvy roads of the region, the fastest first', async () => {
    const router = new GroundRouter([LINE]);
    const { choices } = await choicesOn(router, [road('1', LINE)]).find(
      { waypoints: STOPS, unpaved: false },
      { caller: HERO },
    );
    const [fastest, ...curvier] = choices;
    expect(fastest).toMatchObject({ taste: 'fastest', degreesPerKm: 0, motorwayShare: 0, towns: [] });
    expect(curvier.length).toBeGreaterThan(0);
    for (const { taste, route, duration, degreesPerKm } of curvier) {
      const [leg] = route!.directions!.legs;
      expect(leg).toMatchObject({ taste, start: STOPS[0], end: STOPS[1] });
      expect(decodePolyline(leg!.path).filter(({ lat }) => lat > 0.005).length).toBeGreaterThan(10);
      expect(duration).toBeLessThanOrEqual(1.6 * fastest!.duration);
      expect(degreesPerKm).toBeGreaterThan(80);
    }
    expect(router.asked.every((options) => !options.unpaved && !options.turnsAround)).toBe(true);
  });

  it.each<[string, number, Partial<CurvyRoad>, boolean, boolean]>([
    ['paved', 1, {}, false, true],
    ['unpaved', 1, { isUnpaved: true }, false, false],
    ['unpaved, as asked for', 1, { isUnpaved: true }, true, true],
    ['too far away', 20, {}, false, false],
  ])('take a road that is %s or not', async (_, factor, changes, unpaved, isTaken) => {
    const line = bends(0.06, 0.14, 0.01 * factor);
    const choices = choicesOn(new GroundRouter([line]), [road('1', line, changes)]);
    expect((await longestOf(choices, unpaved)) > 15).toBe(isTaken);
  });

  it('do not lead through towns for the sake of their corners', async () => {
    const inTown = { ...fakePlaces(), townAround: ({ lat }: LatLng) => (lat > 0.005 ? 'Asheville' : '') };
    const choices = choicesOn(new GroundRouter([LINE]), [road('1', LINE)], inTown);
    expect(await longestOf(choices)).toBeLessThan(15);
  });

  it('do not turn around', async () => {
    expect(await tastesOf(choicesOn(new GroundRouter([LINE], true), [road('1', LINE)]))).toEqual(['fastest']);
  });

  it('keep the kind that was asked for with each leg, also where there is none of it', async () => {
    const choices = choicesOn(new GroundRouter([LINE]), [road('1', LINE)]);
    const { directions } = await choices.one([...STOPS, STOPS[1]!], 'relentless', { caller: HERO });
    expect(directions!.legs.map(({ taste }) => taste)).toEqual(['relentless', 'relentless']);
    expect(decodePolyline(directions!.legs[0]!.path).length).toBeGreaterThan(10);
  });
});

describe('one way remains', () => {
  it('without a router: straight, and marked', async () => {
    const { choices } = await choicesOn(null).find({ waypoints: STOPS, unpaved: false }, { caller: HERO });
    expect(choices).toMatchObject([
      { taste: 'fastest', route: { note: NO_ROADS_NOTE, directions: { source: 'approximate' } } },
    ]);
  });

  it('of a router that routes through no points, or finds none', async () => {
    const ground = new GroundRouter([]);
    const route = (waypoints: readonly LatLng[]) => ground.route(waypoints);
    expect(await tastesOf(choicesOn({ route }))).toEqual(['fastest']);
    expect(await tastesOf(choicesOn({ route, through: () => Promise.resolve(null) }))).toEqual(['fastest']);
    const failing = { route, through: () => Promise.reject(new Error('socket hang up')) };
    expect(await tastesOf(choicesOn(failing))).toEqual(['fastest']);
  });

  it('for Hero accounts alone', async () => {
    const find = choicesOn(new GroundRouter([])).find(
      { waypoints: STOPS, unpaved: false },
      { caller: { ...HERO, accountType: 'free' } },
    );
    await expect(find).rejects.toMatchObject({ error: 'upgradeNeeded' });
  });
});
