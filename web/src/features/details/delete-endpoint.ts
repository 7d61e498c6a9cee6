import { api } from '../../api/api.js';
import { asks } from '../../api/asks.js';
import { userRefreshAsked } from '../../session/session-slice.js';

export const { useDeleteDriveMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    deleteDrive: build.mutation<unknown, string>({
      ...asks('deleteDrive', (id) => ({ params: { id }, body: {} })),
      // Lets the panel close first, so that it does not request the deleted drive again.
      async onQueryStarted(_id, { dispatch, queryFulfilled }) {
        const isDone = await queryFulfilled.then(
          () => true,
          () => false,
        );
        if (!isDone) return;
        dispatch(userRefreshAsked());
        queueMicrotask(() => dispatch(api.util.invalidateTags(['Seen', 'Kept'])));
      },
    }),
  }),
});
