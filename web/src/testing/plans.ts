import { http, HttpResponse } from 'msw';
import type { PlanRequest, PlansAnswer } from '@switchback/contracts/endpoints/plans';
import type { Plan } from '@switchback/contracts/resources/plan';

const WAY = { driveId: null, from: null, to: null };

/** Returns a chain of one drive with its ways; tests override the fields that matter. */
export function plan(overrides: Partial<Plan> = {}): Plan {
  return {
    legs: [
      { ...WAY, distance: 8_000, duration: 600, path: '_ibyEvzdvN_pR_pR' },
      { driveId: 'a', from: 0, to: 40_000, distance: 40_000, duration: 2_900, path: '_{uyE~harN_pR_pR' },
      { ...WAY, distance: 20_000, duration: 1_500, path: '_mizEfv}nN~oR~oR' },
    ],
    distance: 68_000,
    duration: 5_000,
    curviness: { band: 'twisty', degreesPerKm: 112 },
    repeatedShare: 0.04,
    source: 'approximate',
    ...overrides,
  };
}

/** A fake of the plans from a place: returns the given ones, and records the requests. */
export class FakePlans {
  answer: PlansAnswer = { plans: [plan()], upgrade: false };
  failure: Response | null = null;
  readonly asked: PlanRequest[] = [];

  readonly handlers = [
    http.post('*/api/drives/from-here', async ({ request }) => {
      this.asked.push((await request.json()) as PlanRequest);
      return this.failure?.clone() ?? HttpResponse.json(this.answer);
    }),
  ];
}
