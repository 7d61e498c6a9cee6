import { type Answer, asks } from '../../api/asks.js';
import type { Done, Security } from '@switchback/contracts/endpoints/auth';
import type { PrivacySettings } from '@switchback/contracts/resources/user';
import type { PrivacyKey } from '@switchback/contracts/rules/accounts';
import { api } from '../../api/api.js';

type Shown = PrivacySettings['profile'];

const settingsApi = api.enhanceEndpoints({ addTagTypes: ['Security'] }).injectEndpoints({
  endpoints: (build) => ({
    privacy: build.query<Shown, string>({
      ...asks(
        'privacy',
        (id) => ({ params: { id }, body: {} }),
        ({ privacy }) => privacy.profile,
      ),
    }),
    /** Toggles the switch at once, and reverts it if saving fails. */
    setPrivacy: build.mutation<Shown, { id: string; part: PrivacyKey; shown: boolean }>({
      ...asks(
        'privacy',
        ({ id, part, shown }) => ({ params: { id }, body: { privacy: { profile: { [part]: shown } } } }),
        ({ privacy }) => privacy.profile,
      ),
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
      ...asks('security', (id) => ({ params: { id }, body: {} })),
      providesTags: ['Security'],
    }),
    changePassword: build.mutation<Done, { id: string; currentPassword?: string; newPassword: string }>({
      ...asks('changePassword', ({ id, ...body }) => ({ params: { id }, body })),
      invalidatesTags: (_done, error) => (error === undefined ? ['Security'] : []),
    }),
    changeEmail: build.mutation<Done, { id: string; newEmail: string; currentEmail: string; password?: string }>({
      ...asks('changeEmail', ({ id, ...body }) => ({ params: { id }, body })),
    }),
    beginTotp: build.mutation<Answer<'beginTotp'>, { id: string; password?: string }>({
      ...asks('beginTotp', ({ id, ...body }) => ({ params: { id }, body })),
    }),
    confirmTotp: build.mutation<Answer<'confirmTotp'>, { id: string; code: string }>({
      ...asks('confirmTotp', ({ id, code }) => ({ params: { id }, body: { code } })),
      invalidatesTags: (_done, error) => (error === undefined ? ['Security'] : []),
    }),
    turnOffTotp: build.mutation<Done, { id: string; password?: string }>({
      ...asks('turnOffTotp', ({ id, ...body }) => ({ params: { id }, body })),
      invalidatesTags: (_done, error) => (error === undefined ? ['Security'] : []),
    }),
    replaceRecoveryCodes: build.mutation<Answer<'replaceRecoveryCodes'>, { id: string; password?: string }>({
      ...asks('replaceRecoveryCodes', ({ id, ...body }) => ({ params: { id }, body })),
      invalidatesTags: (_done, error) => (error === undefined ? ['Security'] : []),
    }),
    unlinkProvider: build.mutation<Done, { id: string; issuer: string; password?: string }>({
      ...asks('unlinkProvider', ({ id, ...body }) => ({ params: { id }, body })),
    }),
    endSession: build.mutation<unknown, { id: string; sessionId: string }>({
      ...asks('endSession', (params) => ({ params, body: {} })),
      invalidatesTags: ['Security'],
    }),

    deleteAccount: build.mutation<unknown, { id: string; confirm: string; password?: string }>({
      ...asks('deleteAccount', ({ id, ...body }) => ({ params: { id }, body })),
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
