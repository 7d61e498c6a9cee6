import { type Answer, asks } from '../../api/asks.js';
import type { Done } from '@switchback/contracts/endpoints/auth';
import { api } from '../../api/api.js';
import { sessionStarted } from '../../lib/session-slice.js';

/** What a link in a mail carries. */
export interface MailedLink {
  id: string;
  code: string;
}

/** What a sign-up asks for. */
export interface SignUpForm {
  email: string;
  username: string;
  password: string;
}

const authApi = api.injectEndpoints({
  endpoints: (build) => ({
    signUp: build.mutation<Done, SignUpForm>({
      ...asks('signUp', (body) => ({ body })),
    }),

    /** Where to send the browser to log in by the provider. */
    beginOidc: build.mutation<{ url: string }, void>({ ...asks('beginOidc', () => ({ body: {} })) }),
    finishOidc: build.mutation<Answer<'finishOidc'>, { answer: string; oneTimeCode?: string }>({
      ...asks('finishOidc', (body) => ({ body })),
      async onQueryStarted(_answer, { dispatch, queryFulfilled }) {
        const { data } = await queryFulfilled.catch(() => ({ data: null }));
        if (data !== null) dispatch(sessionStarted({ token: data.token, userId: data.user.id }));
      },
    }),

    // These change something, each once: as queries they are sent once, however often the page is drawn.
    confirmSignUp: build.query<Done, MailedLink>({
      ...asks('confirmSignUp', ({ id, code }) => ({ params: { userId: id, code } })),
    }),
    confirmSignUpByPassword: build.mutation<Done, MailedLink & { password: string }>({
      ...asks('confirmSignUpByPassword', ({ id, code, password }) => ({
        params: { userId: id, code },
        body: { password },
      })),
    }),
    confirmEmailChange: build.query<Answer<'confirmEmailChange'>, MailedLink>({
      ...asks('confirmEmailChange', ({ id, code }) => ({ params: { id, code } })),
      async onQueryStarted({ id }, { dispatch, queryFulfilled }) {
        const { data } = await queryFulfilled.catch(() => ({ data: null }));
        if (data?.token != null) dispatch(sessionStarted({ token: data.token, userId: id }));
      },
    }),

    checkPasswordReset: build.query<Answer<'checkPasswordReset'>, MailedLink>({
      ...asks('checkPasswordReset', ({ id, code }) => ({ params: { userId: id, code } })),
      keepUnusedDataFor: 0,
    }),
    confirmPasswordReset: build.mutation<
      Answer<'confirmPasswordReset'>,
      MailedLink & { password: string; turnOffSecondFactor?: boolean }
    >({
      ...asks('confirmPasswordReset', ({ id, code, ...body }) => ({ params: { userId: id, code }, body })),
      async onQueryStarted({ id }, { dispatch, queryFulfilled }) {
        const { data } = await queryFulfilled.catch(() => ({ data: null }));
        if (data?.token != null) dispatch(sessionStarted({ token: data.token, userId: id }));
      },
    }),
  }),
});

export const {
  useSignUpMutation,
  useBeginOidcMutation,
  useFinishOidcMutation,
  useConfirmSignUpQuery,
  useConfirmSignUpByPasswordMutation,
  useConfirmEmailChangeQuery,
  useCheckPasswordResetQuery,
  useConfirmPasswordResetMutation,
} = authApi;
