import type {
  checkPasswordReset,
  confirmEmailChange,
  confirmPasswordReset,
  Done,
  finishOidc,
} from '@switchback/contracts/endpoints/auth';
import { api } from '../../api/api.js';
import type { AnswerOf } from '../../api/types.js';
import { sessionStarted } from '../../lib/session-slice.js';

/** What a link in a mail carries. */
export interface MailedLink {
  id: string;
  code: string;
}

const authApi = api.injectEndpoints({
  endpoints: (build) => ({
    signUp: build.mutation<Done, { email: string; username: string; password: string }>({
      query: (body) => ({ route: 'signUp', body }),
    }),

    /** Where to send the browser to log in by the provider. */
    beginOidc: build.mutation<{ url: string }, void>({ query: () => ({ route: 'beginOidc', body: {} }) }),
    finishOidc: build.mutation<AnswerOf<typeof finishOidc>, { answer: string; oneTimeCode?: string }>({
      query: (body) => ({ route: 'finishOidc', body }),
      async onQueryStarted(_answer, { dispatch, queryFulfilled }) {
        const { data } = await queryFulfilled.catch(() => ({ data: null }));
        if (data !== null) dispatch(sessionStarted({ token: data.token, userId: data.user.id }));
      },
    }),

    // These change something, each once: as queries they are sent once, however often the page is drawn.
    confirmSignUp: build.query<Done, MailedLink>({
      query: ({ id, code }) => ({ route: 'confirmSignUp', params: { userId: id, code } }),
    }),
    confirmSignUpByPassword: build.mutation<Done, MailedLink & { password: string }>({
      query: ({ id, code, password }) => ({
        route: 'confirmSignUpByPassword',
        params: { userId: id, code },
        body: { password },
      }),
    }),
    confirmEmailChange: build.query<AnswerOf<typeof confirmEmailChange>, MailedLink>({
      query: ({ id, code }) => ({ route: 'confirmEmailChange', params: { id, code } }),
      async onQueryStarted({ id }, { dispatch, queryFulfilled }) {
        const { data } = await queryFulfilled.catch(() => ({ data: null }));
        if (data?.token != null) dispatch(sessionStarted({ token: data.token, userId: id }));
      },
    }),

    checkPasswordReset: build.query<AnswerOf<typeof checkPasswordReset>, MailedLink>({
      query: ({ id, code }) => ({ route: 'checkPasswordReset', params: { userId: id, code } }),
      keepUnusedDataFor: 0,
    }),
    confirmPasswordReset: build.mutation<
      AnswerOf<typeof confirmPasswordReset>,
      MailedLink & { password: string; turnOffSecondFactor?: boolean }
    >({
      query: ({ id, code, ...body }) => ({ route: 'confirmPasswordReset', params: { userId: id, code }, body }),
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
