import type { DealForm, NewDealForm } from '@switchback/contracts/endpoints/deals';
import type { Deal } from '@switchback/contracts/resources/deal';
import { asks } from '../../../api/asks.js';
import { dealsApi } from '../../../api/deals-api.js';
import { useAttemptKey } from '../../../api/use-attempt-key.js';

const staffDealsApi = dealsApi.injectEndpoints({
  endpoints: (build) => ({
    /** All deals, with upcoming and ended ones. */
    allDeals: build.query<Deal[], void>({
      providesTags: ['Deals', 'Seen'],
      ...asks(
        'deals',
        () => ({ query: { all: 'true' } }),
        (answer) => answer.deals,
      ),
    }),
    createDeal: build.mutation<Deal, { deal: NewDealForm; key: string }>({
      ...asks(
        'createDeal',
        ({ deal, key }) => ({ body: { deal }, idempotencyKey: key }),
        (answer) => answer.deal,
      ),
      invalidatesTags: ['Deals'],
    }),
    updateDeal: build.mutation<Deal, { id: string; deal: DealForm }>({
      ...asks(
        'updateDeal',
        ({ id, deal }) => ({ params: { id }, body: { deal } }),
        (answer) => answer.deal,
      ),
      invalidatesTags: ['Deals'],
    }),
    deleteDeal: build.mutation<unknown, string>({
      ...asks('deleteDeal', (id) => ({ params: { id }, body: {} })),
      invalidatesTags: ['Deals'],
    }),
  }),
});

export const { useAllDealsQuery, useUpdateDealMutation, useDeleteDealMutation } = staffDealsApi;

/** Creates a deal, once even if it is sent again after a lost response. */
export function useCreateDeal() {
  const [send] = staffDealsApi.useCreateDealMutation();
  const { keyOf, succeeded } = useAttemptKey();
  return async (deal: NewDealForm) => {
    const answer = await send({ deal, key: keyOf(deal) });
    if (answer.error === undefined) succeeded();
    return answer;
  };
}
