import { type Answer, asks } from '../../api/asks.js';
import type { Done } from '@switchback/contracts/endpoints/auth';
import { api } from '../../api/api.js';
import { sessionStarted } from '../../session/session-slice.js';

/** Parameters of a mailed link. */
export interface MailedLink {
  id: string;
  code: string;
}

/** Fields of the sign-up request. */
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

    /** Returns the URL of the provider's login page. */
    beginOidc: build.mutation<{ url: string }, void>({ ...asks('beginOidc', () => ({ body: {} })) }),
    finishOidc: build.mutation<Answer<'finishOidc'>, { answer: string; oneTimeCode?: string }>({
      ...asks('finishOidc', (body) => ({ body })),
      async onQueryStarted(_answer, { dispatch, queryFulfilled }) {
        const { data } = await queryFulfilled.catch(() => ({ data: null }));
        if (data !== null) dispatch(sessionStarted({ token: data.token, userId: data.user.id }));
      },
    }),

    // These have side effects, but are queries on purpose: the cache sends each once, however often the page renders.
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
