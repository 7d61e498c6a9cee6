import { type Answer, asks } from '../../api/asks.js';
import type { ProfileForm } from '@switchback/contracts/endpoints/users';
import type { Profile, PublicProfile } from '@switchback/contracts/resources/user';
import { accountApi } from '../../api/account-api.js';
import { api } from '../../api/api.js';
import { userRefreshAsked } from '../../session/session-slice.js';

/** Exceeds the server's own limit for an upload over a slow connection. */
const UPLOAD_TIMEOUT_MS = 320_000;

export interface SaveProfileArg {
  id: string;
  profile: ProfileForm;
  /** New picture that replaces the current one; null for no change. */
  avatar: File | null;
}

const profileApi = api.enhanceEndpoints({ addTagTypes: ['Profile'] }).injectEndpoints({
  endpoints: (build) => ({
    /** Returns the user's own profile, including the parts that other users may not see. */
    ownProfile: build.query<Profile, string>({
      ...asks('profile', (id) => ({ params: { id }, body: {} })),
      providesTags: ['Profile', 'Kept'],
    }),
    publicProfile: build.query<PublicProfile, string>({
      ...asks('minProfile', (id) => ({ params: { id } })),
      providesTags: ['Profile'],
    }),
    saveProfile: build.mutation<Profile, SaveProfileArg>({
      ...asks('profile', ({ id, profile, avatar }) => {
        const body = new FormData();
        body.set('profile', JSON.stringify(profile));
        if (avatar !== null) body.set('avatar', avatar);
        return { params: { id }, body, ...(avatar !== null && { timeoutMs: UPLOAD_TIMEOUT_MS }) };
      }),
      invalidatesTags: (_profile, error) => (error === undefined ? ['Profile'] : []),
      async onQueryStarted({ id }, { dispatch, queryFulfilled }) {
        const { data } = await queryFulfilled.catch(() => ({ data: null }));
        if (data === null) return;
        await dispatch(accountApi.util.upsertQueryData('user', id, data.user));
        dispatch(userRefreshAsked());
      },
    }),
    cities: build.query<Answer<'cities'>['items'], { countryId: number; stateId: number }>({
      ...asks(
        'cities',
        (params) => ({ params: { ...params } }),
        (answer) => answer.items,
      ),
    }),
  }),
});

export const { useOwnProfileQuery, usePublicProfileQuery, useSaveProfileMutation, useCitiesQuery } = profileApi;
