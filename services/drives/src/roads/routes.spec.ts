// Aim: the editor and a saved drive get a route from the roads service, and straight legs that say so while it is away.
import { beforeEach, describe, expect, it } from '@jest/globals';
import { ROUTER_AWAY_NOTE } from '@switchback/contracts/rules/directions';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { distanceMeters } from '@switchback/geo/distance';
import { decodePolyline } from '@switchback/geo/polyline';
import { DETOUR } from '@switchback/geo/straight-way';
import { ProductError } from '@switchback/platform/errors';
import { FakeRoads } from '@switchback/testing/fake-roads';
import { ANN, authoringPlaces, FREE, LINE } from '../authoring/authoring.fixture.js';
import { callOf } from '../drives.fixture.js';
import { Routes } from './routes.js';

const [START, END] = [LINE[0]!, LINE.at(-1)!];
const stopAt = (location = START) => ({ label: '', location, placeId: '' });
const STOPS = [stopAt(), stopAt(END)];

let roads: FakeRoads;
let routes: Routes;
beforeEach(() => {
  roads = new FakeRoads();
  routes = new Routes(async () => roads, authoringPlaces());
});

const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    ({ error, fields }: ProductError) => [error, Object.values(fields ?? {}).map(({ message }) => message)],
  );

describe('a route', () => {
  it('is that of the roads service, between the places of the form', async () => {
    const stops = [{ label: '', location: undefined, placeId: 'city:1' }, stopAt(END)];
    const { directions } = await routes.route(stops, callOf(ANN));
    expect(directions).toMatchObject({
      source: 'valhalla',
      legs: [{ start: { label: 'Asheville', location: START } }],
    });
  });

  it('is straight, and says so, while the roads service is away', async () => {
    roads.isAway = true;
    const { directions, note } = await routes.route([...STOPS, stopAt()], callOf(ANN));
    expect([directions!.source, directions!.legs.length, note]).toEqual(['approximate', 2, ROUTER_AWAY_NOTE]);
    const [leg] = directions!.legs;
    expect(decodePolyline(leg!.path)).toEqual([START, END]);
    expect(leg!.distance).toBeCloseTo(DETOUR * distanceMeters(START, END), 0);
  });

  it('leaves time for a straight one if the roads service takes all of the call', async () => {
    const calls: (number | undefined)[] = [];
    const slow = {
      route: (_: unknown, { deadlineMs }: { deadlineMs?: number }) => {
        calls.push(deadlineMs);
        return Promise.reject(new ProductError('timeout'));
      },
    };
    const { note } = await new Routes(async () => ({ ...roads, ...slow }), authoringPlaces()).route(STOPS, {
      ...callOf(ANN),
      deadlineMs: 5_000,
    });
    expect([note, calls]).toEqual([ROUTER_AWAY_NOTE, [4_000]]);
  });

  it('has choices: those of the roads service, or a straight one while that is away', async () => {
    const { choices } = await routes.choices(STOPS, false, callOf(ANN));
    expect(choices).toMatchObject([{ taste: 'fastest', route: { directions: { source: 'valhalla' } } }]);
    roads.isAway = true;
    const [straight, ...more] = (await routes.choices([...STOPS, stopAt()], false, callOf(ANN))).choices;
    expect([straight!.taste, straight!.route!.note, more]).toEqual(['fastest', ROUTER_AWAY_NOTE, []]);
    expect(straight!.route!.directions!.source).toBe('approximate');
    expect(straight!.distance).toBeCloseTo(2 * DETOUR * distanceMeters(START, END), 0);
    expect(await faultOf(routes.choices(STOPS, false, callOf(FREE)))).toEqual(['upgradeNeeded', []]);
  });

  it('ends with the caller, and passes refusals on', async () => {
    const gone = AbortSignal.abort(new Error('The caller has gone.'));
    const failing = (error: Error) =>
      new Routes(async () => ({ ...roads, route: () => Promise.reject(error) }), authoringPlaces());
    const ended = failing(new ProductError('unavailable')).route(STOPS, { ...callOf(ANN), signal: gone });
    await expect(ended).rejects.toThrow('The caller has gone.');
    expect(await faultOf(failing(new ProductError('tooManyRequests')).route(STOPS, callOf(ANN)))).toEqual([
      'tooManyRequests',
      [],
    ]);
  });
});

it.each([
  ['one place', [stopAt()], 'Please set a start and an end.'],
  ['an unknown place', [stopAt(), { label: 'Atlantis', location: undefined, placeId: 'city:2' }], 'Atlantis'],
  ['too many', Array.from({ length: LIMITS.waypointsMax + 1 }, () => stopAt()), 'At most'],
])('a form with %s gets the reason next to its waypoints', async (_, stops, reason) => {
  expect(await faultOf(routes.route(stops, callOf(ANN)))).toEqual(['invalidInput', [expect.stringContaining(reason)]]);
  expect(roads.calls).toEqual([]);
});

it('a free account and a visitor get none', async () => {
  expect(await faultOf(routes.route(STOPS, callOf(FREE)))).toEqual(['upgradeNeeded', []]);
  expect(await faultOf(routes.route(STOPS, callOf(null)))).toEqual(['invalidSession', []]);
});
