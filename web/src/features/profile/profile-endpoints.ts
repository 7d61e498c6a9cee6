import { type Answer, asks } from '../../api/asks.js';
import type { ProfileForm } from '@switchback/contracts/endpoints/users';
import type { Profile, PublicProfile } from '@switchback/contracts/resources/user';
import { accountApi } from '../../api/account-api.js';
import { api } from '../../api/api.js';
import { userRefreshAsked } from '../../lib/session-slice.js';

/** Longer than the server gives an upload over a slow line. */
const UPLOAD_TIMEOUT_MS = 320_000;

export interface SaveProfileArg {
  id: string;
  profile: ProfileForm;
  /** A picture that takes the present one's place. */
  avatar: File | null;
}

const profileApi = api.enhanceEndpoints({ addTagTypes: ['Profile'] }).injectEndpoints({
  endpoints: (build) => ({
    /** The own profile, with all that others may not see. */
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
