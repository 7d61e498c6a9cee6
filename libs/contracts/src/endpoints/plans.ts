import { z } from 'zod';
import { location } from '../resources/geo.js';
import { plan } from '../resources/plan.js';
import { CURVINESS_BAND_NAMES } from '../rules/curviness.js';
import { LIMITS } from '../rules/limits.js';
import { PLAN_MINUTES, PLAN_TASTE } from '../rules/plans.js';
import { endpoint } from './endpoint.js';
import { token } from './search.js';

export const planFromHere = endpoint('planFromHere', 'POST /api/drives/from-here', {
  summary:
    'Plan outings that begin and end at a place and fill a time: chains of drives, and loops of a router; or ways to another place',
  tag: 'Drives',
  body: z.object({
    token,
    location,
    to: location
      .nullish()
      .meta({ description: 'Place to drive to: the answer is the ways there, whatever the time, taste and loop.' }),
    minutes: z
      .number()
      .int()
      .min(PLAN_MINUTES.min)
      .max(PLAN_MINUTES.max)
      .meta({ description: 'Time to fill.', example: PLAN_MINUTES.proposed }),
    taste: z.enum(CURVINESS_BAND_NAMES).default(PLAN_TASTE).meta({ description: 'Curviness to look for.' }),
    loop: z.boolean().default(true).meta({ description: 'False allows the way back on the same road.' }),
    seed: z
      .number()
      .int()
      .min(0)
      .max(2_147_483_647)
      .default(0)
      .meta({ description: 'Another seed gives other loops; the same gives the same.' }),
  }),
  answer: z
    .object({
      plans: z
        .array(plan)
        .max(LIMITS.chainsMax + LIMITS.loopsMax)
        .meta({ description: 'Chains first, each kind best first.' }),
      upgrade: z.boolean().meta({ description: 'A Hero account would get loops of a router, too.' }),
      note: z.string().optional().meta({ description: 'Message to show to the user, such as why there are no loops.' }),
    })
    .meta({ id: 'PlansAnswer' }),
});
export type PlanRequest = Omit<z.input<typeof planFromHere.body & object>, 'token'>;
export type PlansAnswer = z.output<typeof planFromHere.answer>;
