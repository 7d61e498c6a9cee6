import { z } from 'zod';
import { session, user } from '../resources/user.js';
import { ACCOUNT_MESSAGES } from '../rules/accounts.js';
import { LIMITS } from '../rules/limits.js';
import { endpoint } from './endpoint.js';
import {
  emailField,
  newPasswordField,
  oneTimeCodeField,
  ownPasswordField,
  passwordField,
  usernameField,
} from './form-fields.js';
import { token } from './search.js';
import { text } from './text.js';

const code = text(128, 1);
const linkParams = z.object({ userId: text(64, 1), code });
export const ownParams = z.object({ id: text(64, 1) });
const nothing = z.object({}).meta({ id: 'Nothing' });
const newToken = z.string().meta({ description: 'The session token; cannot be retrieved later.' });
const mailedToken = newToken
  .nullable()
  .meta({ description: 'The session token; null if the account requires a code at each login.' });

/** The confirmation that replaces a form once it is submitted. */
const done = z.object({ title: z.string(), details: z.string() }).meta({ id: 'Done' });
export type Done = z.output<typeof done>;

export const signUp = endpoint('signUp', 'PUT /api/auth/signup', {
  summary: 'Sign up; the confirmation email contains the link that creates the account',
  tag: 'Auth',
  body: z.object({ token, email: emailField, password: newPasswordField, username: usernameField }),
  answer: done,
  status: 201,
  errors: ['usernameTaken'],
});

export const confirmSignUp = endpoint('confirmSignUp', 'GET /api/auth/confirm-signup/{userId}/{code}', {
  summary: 'Create the account from the confirmation link',
  tag: 'Auth',
  params: linkParams,
  answer: done,
  errors: ['linkExpired', 'alreadyConfirmed', 'signUpPasswordNeeded'],
});

export const confirmSignUpByPassword = endpoint(
  'confirmSignUpByPassword',
  'POST /api/auth/confirm-signup/{userId}/{code}',
  {
    summary:
      'Create the account from the confirmation link and the sign-up password; required if an address has several pending sign-ups',
    tag: 'Auth',
    params: linkParams,
    body: z.object({ token, password: passwordField }),
    answer: done,
    errors: ['linkExpired', 'alreadyConfirmed', 'wrongPassword'],
  },
);

const logInForm = z
  .object({
    token,
    email: emailField.optional(),
    password: passwordField.optional(),
    oneTimeCode: oneTimeCodeField.optional(),
    signUpCode: code
      .optional()
      .meta({ description: 'Code from the link that confirmed the account; proves that the caller owns the mailbox.' }),
  })
  .check(({ value, issues }) => {
    if (value.token) return;
    const missing = { email: ACCOUNT_MESSAGES.emailRequired, password: ACCOUNT_MESSAGES.passwordRequired };
    for (const name of ['email', 'password'] as const) {
      if (value[name] !== undefined) continue;
      issues.push({ code: 'custom', path: [name], message: missing[name], input: value });
    }
  });

const logInAnswer = z.object({ token: newToken, user }).meta({ id: 'LogInAnswer' });

export const logIn = endpoint('logIn', 'POST /api/auth/login', {
  summary: 'Start a session with email and password; with `token`, return the existing session',
  tag: 'Auth',
  body: logInForm,
  answer: logInAnswer,
  errors: ['wrongCredentials', 'notConfirmed', 'oneTimeCodeNeeded', 'wrongOneTimeCode'],
});

export const beginOidc = endpoint('beginOidc', 'POST /api/auth/oidc/begin', {
  summary: 'Return the URL to log in via the configured provider; a cookie binds the callback to this browser',
  tag: 'Auth',
  body: z.object({ token }).default({}),
  answer: z.object({ url: z.string() }).meta({ id: 'ProviderAddress' }),
  errors: ['notOffered', 'providerUnavailable'],
});

export const finishOidc = endpoint('finishOidc', 'POST /api/auth/oidc/finish', {
  summary: 'Start a session from the callback of the provider; repeat the call with a code if one is required',
  tag: 'Auth',
  body: z.object({
    token,
    answer: text(LIMITS.providerAnswerMax, 1).meta({
      description: 'Query string of the callback URL.',
      example: 'code=SplxlOBeZQQYbYS6WxSbIA&state=af0ifjsldkj',
    }),
    oneTimeCode: oneTimeCodeField.optional(),
  }),
  answer: logInAnswer,
  errors: [
    'signInExpired',
    'emailNotVerified',
    'providerRefused',
    'providerUnavailable',
    'notOffered',
    'notAllowed',
    'oneTimeCodeNeeded',
    'wrongOneTimeCode',
  ],
});

export const logOut = endpoint('logOut', 'POST /api/auth/logout', {
  summary: 'End this session immediately on all instances',
  tag: 'Auth',
  access: 'member',
  body: z.object({ token }).default({}),
  answer: nothing,
});

export const requestPasswordReset = endpoint('requestPasswordReset', 'POST /api/auth/reset-password', {
  summary: 'Request a password reset link; the response does not reveal whether the account exists',
  tag: 'Auth',
  body: z.object({ token, email: emailField }),
  answer: done,
});

export const checkPasswordReset = endpoint(
  'checkPasswordReset',
  'GET /api/auth/{userId}/confirm-password-reset-precheck/{code}',
  {
    summary: 'Check whether a password reset link is still valid',
    tag: 'Auth',
    params: linkParams,
    answer: z
      .object({
        secondFactorSince: z.string().optional().meta({
          description:
            'Time since which the second factor has been on that the reset may turn off; absent if there is none.',
        }),
      })
      .meta({ id: 'PasswordResetCheck' }),
    errors: ['linkExpired', 'linkUsed'],
  },
);

export const confirmPasswordReset = endpoint(
  'confirmPasswordReset',
  'POST /api/auth/{userId}/confirm-password-reset/{code}',
  {
    summary: 'Reset the password; the link works once, and all older sessions end',
    tag: 'Auth',
    params: linkParams,
    body: z.object({
      token,
      password: newPasswordField,
      turnOffSecondFactor: z
        .boolean()
        .optional()
        .meta({ description: 'Turns off the second factor, if the check of the link returned `secondFactorSince`.' }),
    }),
    answer: done.extend({ token: mailedToken }).meta({ id: 'PasswordResetAnswer' }),
    errors: ['linkExpired', 'linkUsed', 'notAllowed'],
  },
);

export const changePassword = endpoint('changePassword', 'POST /api/user/{id}/security/change-password', {
  summary: 'Change the password; all other sessions end',
  tag: 'Auth',
  access: 'owner',
  params: ownParams,
  body: z.object({
    token,
    email: z.string().nullish(),
    currentPassword: ownPasswordField,
    newPassword: newPasswordField,
  }),
  answer: done,
  errors: ['wrongPassword'],
});

export const changeEmail = endpoint('changeEmail', 'POST /api/user/{id}/security/change-email', {
  summary: 'Request a change of the email address; the email to the new address contains the confirmation link',
  tag: 'Auth',
  access: 'owner',
  params: ownParams,
  body: z.object({ token, newEmail: emailField, currentEmail: z.string().nullish(), password: ownPasswordField }),
  answer: done,
  errors: ['wrongPassword'],
});

export const confirmEmailChange = endpoint(
  'confirmEmailChange',
  'GET /api/user/{id}/security/confirm-email-change/{code}',
  {
    summary: 'Confirm the change of the email address; the link works once',
    tag: 'Auth',
    params: ownParams.extend({ code }),
    answer: done.extend({ token: mailedToken, email: z.string() }).meta({ id: 'EmailChangeAnswer' }),
    errors: ['linkExpired', 'linkUsed'],
  },
);

const totp = z
  .object({ offered: z.boolean(), on: z.boolean(), recoveryCodesLeft: z.number().int() })
  .meta({ id: 'TotpState', description: 'State of the authenticator app codes required at each login.' });

const linkedProvider = z
  .object({ issuer: z.string(), name: z.string(), linked: z.string() })
  .meta({ id: 'LinkedProvider', description: 'A linked login provider, and the time of linking.' });

export const security = endpoint('security', 'POST /api/users/user/{id}/security', {
  summary: 'Return the login methods and the open sessions',
  tag: 'Auth',
  access: 'owner',
  params: ownParams,
  body: z.object({ token }).default({}),
  answer: z
    .object({
      email: z.string(),
      passwordSet: z.boolean(),
      totp,
      providers: z.array(linkedProvider),
      sessions: z.array(session),
    })
    .meta({ id: 'Security', description: 'Sessions are sorted by last use, newest first.' }),
});
export type Security = z.output<typeof security.answer>;

export const endSession = endpoint('endSession', 'DELETE /api/users/user/{id}/security/sessions/{sessionId}', {
  summary: 'End one session of the caller; a no-op if it has already ended',
  tag: 'Auth',
  access: 'owner',
  params: ownParams.extend({ sessionId: text(64, 1) }),
  body: z.object({ token }).default({}),
  answer: nothing,
});

const ownSignIn = { tag: 'Auth', access: 'owner', params: ownParams } as const;
const recoveryCodes = z.array(z.string());

export const beginTotp = endpoint('beginTotp', 'POST /api/users/user/{id}/security/totp', {
  ...ownSignIn,
  summary: 'Create the secret for an authenticator app; it takes effect once its first code is confirmed',
  body: z.object({ token, password: ownPasswordField }).default({ password: '' }),
  answer: z
    .object({ secret: z.string(), uri: z.string() })
    .meta({ id: 'TotpSecret', description: 'The secret in Base32, and as an `otpauth://` URI for a QR code.' }),
  errors: ['wrongPassword', 'oneTimeCodesOn', 'notOffered'],
});

export const confirmTotp = endpoint('confirmTotp', 'POST /api/users/user/{id}/security/totp/confirm', {
  ...ownSignIn,
  summary: 'Require authenticator app codes at each login',
  body: z.object({ token, code: oneTimeCodeField }),
  answer: done
    .extend({ recoveryCodes })
    .meta({ id: 'TotpOn', description: 'Each recovery code works once, in place of an authenticator app code.' }),
  errors: ['wrongOneTimeCode', 'oneTimeCodesOn', 'notOffered'],
});

export const turnOffTotp = endpoint('turnOffTotp', 'DELETE /api/users/user/{id}/security/totp', {
  ...ownSignIn,
  summary: 'Stop requiring authenticator app codes',
  body: z.object({ token, password: ownPasswordField }).default({ password: '' }),
  answer: done,
  errors: ['wrongPassword'],
});

export const replaceRecoveryCodes = endpoint(
  'replaceRecoveryCodes',
  'POST /api/users/user/{id}/security/totp/recovery-codes',
  {
    ...ownSignIn,
    summary: 'Replace the recovery codes; unused old codes become invalid',
    body: z.object({ token, password: ownPasswordField }).default({ password: '' }),
    answer: done.extend({ recoveryCodes }).meta({ id: 'RecoveryCodes' }),
    errors: ['wrongPassword', 'oneTimeCodesOff'],
  },
);

export const unlinkProvider = endpoint('unlinkProvider', 'DELETE /api/users/user/{id}/security/provider', {
  ...ownSignIn,
  summary: 'Unlink a login provider; requires a password, so that a way to log in remains',
  body: z.object({
    token,
    issuer: text(LIMITS.issuerMax, 1).meta({ example: 'https://provider.example' }),
    password: ownPasswordField,
  }),
  answer: done,
  errors: ['wrongPassword', 'passwordNeeded'],
});

export const deleteAccount = endpoint('deleteAccount', 'DELETE /api/users/user/{id}/account', {
  summary:
    'Delete the account; an hour after login, requires the password, or a new login if the account has no password',
  tag: 'Auth',
  access: 'owner',
  params: ownParams,
  body: z.object({
    token,
    confirm: z
      .string({ error: ACCOUNT_MESSAGES.deleteNotConfirmed })
      .trim()
      .refine((word) => word === 'delete', ACCOUNT_MESSAGES.deleteNotConfirmed)
      .meta({ description: 'The word `delete`.', pattern: '^\\s*delete\\s*$', example: 'delete' }),
    password: ownPasswordField,
  }),
  answer: nothing,
  errors: ['currentPasswordNeeded', 'wrongPassword', 'logInAgain'],
});
