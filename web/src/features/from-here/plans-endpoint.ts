import type { PlanRequest, PlansAnswer } from '@switchback/contracts/endpoints/plans';
import { api } from '../../api/api.js';
import { asks } from '../../api/asks.js';

const plansApi = api.injectEndpoints({
  endpoints: (build) => ({
    plans: build.query<PlansAnswer, PlanRequest>({
      providesTags: ['Seen'],
      ...asks('planFromHere', (body) => ({ body })),
    }),
  }),
});

export const { usePlansQuery } = plansApi;
