// Aim: people get a route whatever the state of the router, with a note why it is approximate.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { LatLng } from '@switchback/geo/location';
import { joinParts, lineLengthMeters } from '@switchback/geo/parts';
import { decodePolyline } from '@switchback/geo/polyline';
import type { Places } from '@switchback/platform/places/places';
import type { Caller } from '@switchback/platform/rpc/call';
import { TestClock } from '@switchback/testing/test-clock';
import { fakePlaces } from '@switchback/testing/fake-places';
import { openTempStorage, type TempStorage } from '@switchback/testing/temp-storage';
import { Heights } from '../elevation/heights.js';
import { Directions } from './directions.service.js';
import {
  extractOf,
  MALBUN,
  NOWHERE,
  type OpenedValhalla,
  openValhalla,
  TOWNS,
  VADUZ,
  whyNoRoads,
} from '../router/roads.fixture.js';
import { Roads } from '../routing/roads.js';
import { type Routed, type Router, RouterStarting, RouterUnreachable } from '../router/router.js';

const HERO: Caller = { userId: 'ann', accountType: 'hero' };
const stop = (location: LatLng) => ({ label: '', location });
const [VADUZ_STOP, MALBUN_STOP] = [stop(VADUZ), stop(MALBUN)];

/** A router of straight roads with scripted behavior that counts its requests. */
class FakeRouter implements Router {
  asked = 0;
  does: 'answer' | 'start' | 'fail' | 'miss' = 'answer';

  async route(waypoints: readonly LatLng[]): Promise<Routed> {
    this.asked += 1;
    if (this.does === 'start') throw new RouterStarting('Not yet.');
    if (this.does === 'fail') throw new RouterUnreachable('connect ECONNREFUSED');
    const off = this.does === 'miss' ? 0.1 : 0;
    const moved = waypoints.map(({ lat, lng }) => ({ lat: lat + off, lng }));
    const legs = moved
      .slice(1)
      .map((end, index) => ({ path: [moved[index]!, end], distanceMeters: 1_000, durationSeconds: 60 }));
    return { source: 'osrm', legs };
  }
}

/** Stands still: a busy machine must not change the answers of a real router. */
const PATIENT = { monotonicMs: () => 0, sleep: () => new Promise<never>(() => undefined) };

let files: TempStorage;
let warnings: string[];
let clock: TestClock;
beforeAll(async () => {
  files = await openTempStorage();
});
afterAll(() => files.close());
beforeEach(() => {
  warnings = [];
  clock = new TestClock();
});

/** Places that know one town, and coordinates as the real ones read them. */
function knowingAsheville(): Places {
  const town = { label: 'Asheville', location: { lat: 35.6, lng: -82.55 } };
  const isKnown = (text: string) => text === 'Asheville' || /^[\d., -]+$/.test(text);
  return {
    ...fakePlaces(),
    autocomplete: (text) =>
      Promise.resolve(isKnown(text) ? [{ type: 'place', label: text, value: 'town', relevance: 1, exact: true }] : []),
    place: () => Promise.resolve({ ...town, viewport: null, country: null, state: null, city: null } as never),
  };
}

function directionsOn(router: Router | null, places = fakePlaces()): Directions {
  const logger = { warn: (_: object, message?: string) => void warnings.push(message ?? '') };
  return new Directions(new Roads(router, PATIENT, logger), places, files.storage, clock, new Heights(null));
}

async function sourceAndNote(directions: Directions, stops = [VADUZ_STOP, MALBUN_STOP]): Promise<unknown[]> {
  const { directions: found, note } = await directions.route(stops, { caller: HERO });
  expect(found?.legs).toHaveLength(stops.length - 1);
  return [found?.source, note];
}

describe('An address of a maps page', () => {
  it('of the short kind is rejected with a request for the long one', async () => {
    const promise = directionsOn(null).parseUrl('https://maps.app.goo.gl/abc123', HERO);
    const sentence = expect.stringMatching(/^This link is shortened.*long address/);
    await expect(promise).rejects.toMatchObject({ message: sentence, fields: { url: { message: sentence } } });
  });

  it('leaves coordinates in an unknown order to the person, with a note', async () => {
    const url = 'https://planner.example/?start=14.4213,50.0875&end=14.1053,50.2311';
    const { waypoints, note } = await directionsOn(null, knowingAsheville()).parseUrl(url, HERO);
    expect(waypoints).toEqual([
      { label: '14.4213,50.0875', location: undefined },
      { label: '14.1053,50.2311', location: undefined },
    ]);
    expect(note).toContain('not certain which number is the latitude');
  });

  it('places a short plus code near its town', async () => {
    const url = 'https://www.google.com/maps/dir/HCWX%2B2C+Asheville/HCWX%2B2C+Nowhere';
    const { waypoints } = await directionsOn(null, knowingAsheville()).parseUrl(url, HERO);
    expect(waypoints[0]?.location?.lat).toBeCloseTo(35.5951, 4);
    expect(waypoints[0]?.location?.lng).toBeCloseTo(-82.5514, 4);
    expect(waypoints[1]?.location).toBeUndefined();
  });

  it('returns an unknown name without a place', async () => {
    const url = 'https://www.google.com/maps/dir/Nowhere+At+All/35.2,-82.7';
    const { waypoints, note } = await directionsOn(null).parseUrl(url, HERO);
    expect(waypoints).toEqual([
      { label: 'Nowhere At All', location: undefined },
      { label: '35.2,-82.7', location: { lat: 35.2, lng: -82.7 } },
    ]);
    expect(note).toBe('');
  });

  it('reports that there are more stops than a drive may have', async () => {
    const stops = Array.from({ length: 11 }, (_, at) => `35.${at + 10},-82.5`);
    const { waypoints, note } = await directionsOn(null).parseUrl(
      `https://www.google.com/maps/dir/${stops.join('/')}`,
      HERO,
    );
    expect(waypoints.map(({ label }) => label)).toEqual([...stops.slice(0, 8), stops.at(-1)]);
    expect(note).toBe('The address has 11 stops, and a drive 9 at most: the first 8 and the last were taken.');
  });
});

describe('a route between waypoints', () => {
  it.each([
    ['there is no router', null, 'road data isn’t available here'],
    ['it is being prepared', 'start', 'road data is still being prepared'],
    ['it is unavailable', 'fail', 'the router is not responding'],
    ['it has no roads here', 'miss', 'road data isn’t available here'],
  ] as const)('is approximate and gives the reason if %s', async (_, does, why) => {
    const router = new FakeRouter();
    if (does) router.does = does;
    expect(await sourceAndNote(directionsOn(does && router))).toEqual(['approximate', `Straight line: ${why}`]);
  });

  // Aim: the editor can suggest the regions that a drive crosses.
  it('comes with the tags along all of its legs', async () => {
    const stops = [VADUZ_STOP, MALBUN_STOP, VADUZ_STOP];
    const { directions, tags } = await directionsOn(null).route(stops, { caller: HERO });
    const line = joinParts(directions!.legs.map(({ path }) => decodePolyline(path)));
    const mountain = tags.find(({ name }) => name === 'mountain');
    expect(mountain?.source).toBe('map');
    expect(mountain?.meters).toBeGreaterThan(0.9 * lineLengthMeters(line));
  });

  it('comes with the countries and states along it', async () => {
    const { countries } = await directionsOn(null).route([VADUZ_STOP, MALBUN_STOP], { caller: HERO });
    expect(countries).toEqual([
      { country: expect.anything(), states: [expect.objectContaining({ id: expect.any(Number) })] },
    ]);
  });

  it('is requested once, also for later callers', async () => {
    const router = new FakeRouter();
    const directions = directionsOn(router);
    expect(await sourceAndNote(directions)).toEqual(['osrm', '']);
    router.does = 'fail';
    expect(await sourceAndNote(directions)).toEqual(['osrm', '']);
    expect(router.asked).toBe(1);
    expect(await sourceAndNote(directions, [MALBUN_STOP, VADUZ_STOP])).toMatchObject([
      'approximate',
      expect.anything(),
    ]);
  });

  it('comes from a router in preparation as soon as it is ready', async () => {
    const router = new FakeRouter();
    router.does = 'start';
    const directions = directionsOn(router);
    await sourceAndNote(directions);
    router.does = 'answer';
    expect(await sourceAndNote(directions)).toEqual(['osrm', '']);
    expect(warnings).toEqual([]);
  });
});

const why = whyNoRoads();
(why === null ? describe : describe.skip)(`On the roads of Liechtenstein${why === null ? '' : ` (${why})`}`, () => {
  let opened: OpenedValhalla;
  beforeAll(async () => {
    opened = await openValhalla(extractOf('liechtenstein'));
  });
  afterAll(() => opened.close());

  async function readGpx(line: readonly LatLng[]) {
    const points = line.map(({ lat, lng }) => `<trkpt lat="${lat}" lon="${lng}"/>`).join('');
    // Many devices record no name.
    const gpx = `<gpx version="1.1" creator="spec"><trk><trkseg>${points}</trkseg></trk></gpx>`;
    const upload = 'uploads/track.bin';
    await files.storage.put(upload, [Buffer.from(gpx)], { contentType: 'application/gpx+xml', maxBytes: 10_000_000 });
    const { directions, waypoints, note } = await directionsOn(opened.valhalla).readFile(
      { upload, fileName: '' },
      { caller: HERO },
    );
    expect(directions!.legs).toHaveLength(waypoints.length - 1);
    const path = directions!.legs.flatMap((leg) => decodePolyline(leg.path));
    return {
      source: directions!.source,
      note,
      path,
      maneuvers: directions!.legs.flatMap((leg) => leg.maneuvers?.items ?? []),
    };
  }
  const roadOf = async (stops: readonly LatLng[]) => {
    const { legs } = (await opened.valhalla.route(stops, AbortSignal.timeout(5_000)))!;
    return legs.flatMap(({ path }) => path);
  };

  it('connects nine waypoints by road, and finds none in the ocean', async () => {
    const directions = directionsOn(opened.valhalla);
    expect(await sourceAndNote(directions, TOWNS.map(stop))).toEqual(['valhalla', '']);
    expect(await sourceAndNote(directions, [VADUZ_STOP, stop(NOWHERE)])).toEqual([
      'approximate',
      'Straight line: road data isn’t available here',
    ]);
  });

  it('maps a recorded track to the roads', async () => {
    const road = await roadOf(TOWNS);
    const track = road.filter((_, index) => index % 4 === 0).map(({ lat, lng }) => ({ lat: lat + 0.00005, lng }));
    const { source, note, path, maneuvers } = await readGpx(track);
    expect([source, note]).toEqual(['valhalla', '']);
    expect(path.length).toBeGreaterThan(track.length);
    expect(maneuvers.length).toBeGreaterThan(10);
  });

  it('maps a track with more points than Valhalla accepts', async () => {
    const road = await roadOf([TOWNS[0]!, TOWNS[8]!]);
    const pieces = Array.from({ length: 40 }, (_, index) => index / 40);
    const track = road.slice(1).flatMap((end, index) => {
      const { lat, lng } = road[index]!;
      return pieces.map((share) => ({ lat: lat + share * (end.lat - lat), lng: lng + share * (end.lng - lng) }));
    });
    expect(track.length).toBeGreaterThan(16_000);
    expect((await readGpx(track)).source).toBe('valhalla');
  });

  it('keeps a track that leaves the road as recorded', async () => {
    const road = await roadOf([VADUZ, MALBUN]);
    const { lat, lng } = road.at(-1)!;
    const overTheMountain = Array.from({ length: 60 }, (_, index) => ({
      lat: lat - index / 1_500,
      lng: lng + index / 4_000,
    }));
    for (const track of [overTheMountain, [...road, ...overTheMountain]]) {
      const { source, note, path } = await readGpx(track);
      expect([source, note]).toEqual(['track', '']);
      expect(path.at(-1)!.lat).toBeCloseTo(track.at(-1)!.lat, 4);
    }
  });
});
