import type { Rankings } from '@switchback/contracts/resources/drive';
import { api } from '../../../api/api.js';
import { asks } from '../../../api/asks.js';
import type { InputOf } from '../../../api/base-query.js';
import { userRefreshAsked } from '../../../session/session-slice.js';

export interface ShareArg {
  userId: string;
  driveId: string;
}

const sharingApi = api.enhanceEndpoints({ addTagTypes: ['Shares'] }).injectEndpoints({
  endpoints: (build) => ({
    /** Returns the IDs of the users with whom the drive is shared. */
    shares: build.query<string[], ShareArg>({
      providesTags: ['Shares'],
      ...asks(
        'shareDrive',
        ({ userId, driveId }) => ({ params: { id: userId }, body: { driveId } }),
        (answer) => answer.shared,
      ),
      keepUnusedDataFor: 0,
    }),
    share: build.mutation<string[], ShareArg & { users: string[] }>({
      ...asks(
        'shareDrive',
        ({ userId, driveId, users }) => ({ params: { id: userId }, body: { driveId, users } }),
        (answer) => answer.shared,
      ),
      invalidatesTags: ['Shares'],
      async onQueryStarted(_arg, { dispatch, queryFulfilled }) {
        await queryFulfilled.then(
          () => dispatch(userRefreshAsked()),
          () => undefined,
        );
      },
    }),
    rank: build.mutation<Rankings, { id: string } & Omit<InputOf<'rankDrive', 'body'>, 'token'>>({
      ...asks(
        'rankDrive',
        ({ id, ...body }) => ({ params: { id }, body }),
        (answer) => answer.rankings,
      ),
      invalidatesTags: ['Seen'],
    }),
  }),
});

export const { useSharesQuery, useShareMutation, useRankMutation } = sharingApi;
