// Aim: an outing has its chains whatever becomes of the loops, and says why there are none to those who could have them.
import { beforeEach, describe, expect, it } from '@jest/globals';
import { ROUTER_AWAY_NOTE } from '@switchback/contracts/rules/directions';
import { LOOPS_AWAY_NOTE } from '@switchback/contracts/rules/plans';
import type { Plan } from '@switchback/proto/drives/v1/plan';
import { FakeRoads } from '@switchback/testing/fake-roads';
import { ANN, authoringPlaces, FREE } from '../authoring/authoring.fixture.js';
import { callOf } from '../drives.fixture.js';
import { HOME } from './from-here.fixture.js';
import { Routes } from '../roads/routes.js';
import { Plans } from './plans.service.js';

const CHAIN: Plan = {
  legs: [],
  distance: 1,
  duration: 1,
  degreesPerKm: 1,
  repeatedShare: 0,
  source: '',
  way: undefined,
};
const REQUEST = { location: HOME, minutes: 90, taste: 'twisty', loop: true, seed: 1, to: undefined };

let roads: FakeRoads;
let plans: Plans;
beforeEach(() => {
  roads = new FakeRoads();
  plans = new Plans({ plan: async () => [CHAIN] }, async () => roads, new Routes(async () => roads, authoringPlaces()));
});

describe('an outing', () => {
  it.each([
    ['a visitor', null, true],
    ['a free account', FREE, true],
    ['a Hero', ANN, false],
  ])('offers loops with Hero to those without it: %s', async (_, caller, upgrade) => {
    expect(await plans.fromHere(REQUEST, callOf(caller))).toEqual({ plans: [CHAIN], upgrade, note: '' });
    roads.areLoopsAvailable = false;
    expect(await plans.fromHere(REQUEST, callOf(caller))).toMatchObject({ upgrade: false });
  });

  it.each([
    ['a visitor', null, ''],
    ['a Hero', ANN, LOOPS_AWAY_NOTE],
  ])('keeps its chains while the roads service is away: %s', async (_, caller, note) => {
    roads.isAway = true;
    expect(await plans.fromHere(REQUEST, callOf(caller))).toEqual({ plans: [CHAIN], upgrade: false, note });
  });
});

describe('a way to another place', () => {
  const request = { ...REQUEST, to: { lat: HOME.lat + 0.2, lng: HOME.lng } };

  it('is that of the roads service, for a Hero', async () => {
    const { plans: ways, upgrade, note } = await plans.fromHere(request, callOf(ANN));
    expect([ways.length, upgrade, note]).toEqual([1, false, '']);
    expect(ways[0]).toMatchObject({
      legs: [{ driveId: '', distance: 45_000 }],
      repeatedShare: 0,
      source: 'valhalla',
      way: { taste: 'fastest', motorwayShare: 0.2, towns: ['Asheville'] },
    });
  });

  it('is straight, and says so, while the roads service is away', async () => {
    roads.isAway = true;
    const { plans: ways, note } = await plans.fromHere(request, callOf(ANN));
    expect(ways).toMatchObject([{ source: 'approximate', way: { taste: 'fastest' } }]);
    expect(note).toBe(ROUTER_AWAY_NOTE);
  });

  it.each([
    ['a visitor', null],
    ['a free account', FREE],
  ])('is offered with Hero: %s', async (_, caller) => {
    expect(await plans.fromHere(request, callOf(caller))).toEqual({ plans: [], upgrade: true, note: '' });
  });
});
