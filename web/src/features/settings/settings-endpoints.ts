import type {
  beginTotp,
  confirmTotp,
  Done,
  replaceRecoveryCodes,
  Security,
} from '@switchback/contracts/endpoints/auth';
import type { PrivacySettings } from '@switchback/contracts/resources/user';
import type { PrivacyKey } from '@switchback/contracts/rules/accounts';
import { api } from '../../api/api.js';
import type { AnswerOf } from '../../api/types.js';

type Shown = PrivacySettings['profile'];

const settingsApi = api.enhanceEndpoints({ addTagTypes: ['Security'] }).injectEndpoints({
  endpoints: (build) => ({
    privacy: build.query<Shown, string>({
      query: (id) => ({ route: 'privacy', params: { id }, body: {} }),
      transformResponse: ({ privacy }: { privacy: PrivacySettings }) => privacy.profile,
    }),
    /** A switch turns at once, and back when it could not be saved. */
    setPrivacy: build.mutation<Shown, { id: string; part: PrivacyKey; shown: boolean }>({
      query: ({ id, part, shown }) => ({
        route: 'privacy',
        params: { id },
        body: { privacy: { profile: { [part]: shown } } },
      }),
      transformResponse: ({ privacy }: { privacy: PrivacySettings }) => privacy.profile,
      async onQueryStarted({ id, part, shown }, { dispatch, queryFulfilled }) {
        const turned = dispatch(
          settingsApi.util.updateQueryData('privacy', id, (parts) => {
            parts[part] = shown;
          }),
        );
        await queryFulfilled.catch(() => turned.undo());
      },
    }),

    security: build.query<Security, string>({
      query: (id) => ({ route: 'security', params: { id }, body: {} }),
      providesTags: ['Security'],
    }),
    changePassword: build.mutation<Done, { id: string; currentPassword?: string; newPassword: string }>({
      query: ({ id, ...body }) => ({ route: 'changePassword', params: { id }, body }),
      invalidatesTags: (_done, error) => (error === undefined ? ['Security'] : []),
    }),
    changeEmail: build.mutation<Done, { id: string; newEmail: string; currentEmail: string; password?: string }>({
      query: ({ id, ...body }) => ({ route: 'changeEmail', params: { id }, body }),
    }),
    beginTotp: build.mutation<AnswerOf<typeof beginTotp>, { id: string; password?: string }>({
      query: ({ id, ...body }) => ({ route: 'beginTotp', params: { id }, body }),
    }),
    confirmTotp: build.mutation<AnswerOf<typeof confirmTotp>, { id: string; code: string }>({
      query: ({ id, code }) => ({ route: 'confirmTotp', params: { id }, body: { code } }),
      invalidatesTags: (_done, error) => (error === undefined ? ['Security'] : []),
    }),
    turnOffTotp: build.mutation<Done, { id: string; password?: string }>({
      query: ({ id, ...body }) => ({ route: 'turnOffTotp', params: { id }, body }),
      invalidatesTags: (_done, error) => (error === undefined ? ['Security'] : []),
    }),
    replaceRecoveryCodes: build.mutation<AnswerOf<typeof replaceRecoveryCodes>, { id: string; password?: string }>({
      query: ({ id, ...body }) => ({ route: 'replaceRecoveryCodes', params: { id }, body }),
      invalidatesTags: (_done, error) => (error === undefined ? ['Security'] : []),
    }),
    unlinkProvider: build.mutation<Done, { id: string; issuer: string; password?: string }>({
      query: ({ id, ...body }) => ({ route: 'unlinkProvider', params: { id }, body }),
    }),
    endSession: build.mutation<unknown, { id: string; sessionId: string }>({
      query: (params) => ({ route: 'endSession', params, body: {} }),
      invalidatesTags: ['Security'],
    }),

    deleteAccount: build.mutation<unknown, { id: string; confirm: string; password?: string }>({
      query: ({ id, ...body }) => ({ route: 'deleteAccount', params: { id }, body }),
    }),
  }),
});

export const {
  usePrivacyQuery,
  useSetPrivacyMutation,
  useSecurityQuery,
  useChangePasswordMutation,
  useChangeEmailMutation,
  useBeginTotpMutation,
  useConfirmTotpMutation,
  useTurnOffTotpMutation,
  useReplaceRecoveryCodesMutation,
  useUnlinkProviderMutation,
  useEndSessionMutation,
  useDeleteAccountMutation,
} = settingsApi;
