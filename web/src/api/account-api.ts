import { type Answer, asks } from './asks.js';
import type { Done } from '@switchback/contracts/endpoints/auth';
import type { User } from '@switchback/contracts/resources/user';
import { sessionEnded, sessionStarted, userRefreshAsked } from '../session/session-slice.js';
import { api, type SearchArg, type SearchBatch } from './api.js';
import type { MarkKind } from './types.js';

export interface MarkArg {
  userId: string;
  driveId: string;
  mark: MarkKind;
  on: boolean;
}

const MARK_ROUTES = {
  save: { on: 'saveDrive', off: 'unsaveDrive' },
  completed: { on: 'completeDrive', off: 'uncompleteDrive' },
} as const;

/** Counts a drive of the result as saved or completed, or no longer, without a search for it. */
function countMark(pages: SearchBatch[], { driveId, mark, on }: Omit<MarkArg, 'userId'>): void {
  const kinds = pages[0]?.facets?.kinds;
  const kind = mark === 'save' ? 'saved' : 'completed';
  if (kinds && pages.some(({ drives }) => drives.some(({ id }) => id === driveId))) kinds[kind] += on ? 1 : -1;
}

/** Account calls that every page needs; single pages bring the calls of their forms. */
export const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The person's own account, cached by id. */
    user: build.query<User, string>({
      ...asks(
        'user',
        (id) => ({ params: { id }, body: {} }),
        (answer) => answer.user,
      ),
    }),

    logIn: build.mutation<
      Answer<'logIn'>,
      { email: string; password: string; oneTimeCode?: string; signUpCode?: string }
    >({
      ...asks('logIn', (form) => ({ body: { ...form, date: new Date().toISOString() } })),
      async onQueryStarted(_form, { dispatch, queryFulfilled }) {
        const { data } = await queryFulfilled.catch(() => ({ data: null }));
        if (data === null) return;
        await dispatch(accountApi.util.upsertQueryData('user', data.user.id, data.user));
        dispatch(sessionStarted({ token: data.token, userId: data.user.id }));
      },
    }),

    /** Ends the session here at once, even if the server cannot be reached; the token is therefore sent in the body. */
    logOut: build.mutation<unknown, string>({
      ...asks('logOut', (token) => ({ body: { token } })),
      onQueryStarted(_token, { dispatch }) {
        dispatch(sessionEnded('left'));
      },
    }),

    /**
     * Adds a drive to one of the person's lists, or removes it. Updates the list optimistically, and reverts it on
     * failure.
     */
    mark: build.mutation<User, MarkArg>({
      ...asks(
        ({ mark, on }) => MARK_ROUTES[mark][on ? 'on' : 'off'],
        ({ userId, driveId }) => ({ params: { id: userId, driveId }, body: {} }),
        (answer) => answer.user,
      ),
      invalidatesTags: (_user, error) => (error === undefined ? ['Kept'] : []),
      async onQueryStarted({ userId, driveId, mark, on }, store) {
        const { dispatch, queryFulfilled } = store;
        const list = mark === 'save' ? 'savedDrives' : 'completedDrives';
        const shown = dispatch(
          accountApi.util.updateQueryData('user', userId, (user) => {
            const others = user[list].filter((id) => id !== driveId);
            user[list] = on ? [driveId, ...others] : others;
          }),
        );
        try {
          const { data } = await queryFulfilled;
          await dispatch(accountApi.util.upsertQueryData('user', userId, data));
          for (const { endpointName, originalArgs } of api.util.selectInvalidatedBy(store.getState(), ['Seen']))
            if (endpointName === 'search')
              dispatch(
                api.util.updateQueryData('search', originalArgs as SearchArg, ({ pages }) =>
                  countMark(pages, { driveId, mark, on }),
                ),
              );
          dispatch(userRefreshAsked());
        } catch {
          shown.undo();
        }
      },
    }),

    requestPasswordReset: build.mutation<Done, { email: string }>({
      ...asks('requestPasswordReset', (body) => ({ body })),
    }),

    validateUsername: build.query<{ available: true }, string>({
      ...asks('validateUsername', (username) => ({ body: { username } })),
      keepUnusedDataFor: 10,
    }),
  }),
});

export const { useUserQuery, useLogInMutation, useRequestPasswordResetMutation, useValidateUsernameQuery } = accountApi;
