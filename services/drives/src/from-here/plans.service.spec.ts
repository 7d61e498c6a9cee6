// Aim: an outing has its chains whatever becomes of the loops, and says why there are none to those who could have them.
import { beforeEach, describe, expect, it } from '@jest/globals';
import { LOOPS_AWAY_NOTE } from '@switchback/contracts/rules/plans';
import type { Plan } from '@switchback/proto/drives/v1/plan';
import { FakeRoads } from '@switchback/testing/fake-roads';
import { ANN, FREE } from '../authoring/authoring.fixture.js';
import { callOf } from '../drives.fixture.js';
import { HOME } from './from-here.fixture.js';
import { Plans } from './plans.service.js';

const CHAIN: Plan = { legs: [], distance: 1, duration: 1, degreesPerKm: 1, repeatedShare: 0, source: '' };
const REQUEST = { location: HOME, minutes: 90, taste: 'twisty', loop: true, seed: 1 };

let roads: FakeRoads;
let plans: Plans;
beforeEach(() => {
  roads = new FakeRoads();
  plans = new Plans({ plan: async () => [CHAIN] }, async () => roads);
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
