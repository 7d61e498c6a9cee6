import type { RecordForm } from '@switchback/contracts/endpoints/authoring';
import { api } from '../../api/api.js';
import { type Answer, asks } from '../../api/asks.js';
import { userRefreshAsked } from '../../session/session-slice.js';

const recordApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The same key saves a record once. */
    saveRecord: build.mutation<Answer<'saveRecord'>, { record: RecordForm; key: string }>({
      ...asks('saveRecord', ({ record, key }) => ({ body: { record }, idempotencyKey: key })),
      invalidatesTags: (_saved, error) => (error === undefined ? ['Seen', 'Kept'] : []),
      onQueryStarted: async (_arg, { dispatch, queryFulfilled }) => {
        const isSaved = await queryFulfilled.then(
          () => true,
          () => false,
        );
        if (isSaved) dispatch(userRefreshAsked());
      },
    }),
  }),
});

export const { useSaveRecordMutation } = recordApi;
