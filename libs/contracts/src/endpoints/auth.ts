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
const newToken = z.string().meta({ description: 'Of the session; it is told this once.' });
const mailedToken = newToken
  .nullable()
  .meta({ description: 'Of the session; null where the account asks for a code at each login.' });

/** The confirmation that replaces a form once it is submitted. */
const done = z.object({ title: z.string(), details: z.string() }).meta({ id: 'Done' });
export type Done = z.output<typeof done>;

export const signUp = endpoint('signUp', {
  summary: 'Ask for an account; the mail that follows holds the link that makes it',
  tag: 'Auth',
  body: z.object({ token, email: emailField, password: newPasswordField, username: usernameField }),
  answer: done,
  status: 201,
  errors: ['usernameTaken'],
});

export const confirmSignUp = endpoint('confirmSignUp', {
  summary: 'Make the account that was asked for',
  tag: 'Auth',
  params: linkParams,
  answer: done,
  errors: ['linkExpired', 'alreadyConfirmed', 'signUpPasswordNeeded'],
});

export const confirmSignUpByPassword = endpoint('confirmSignUpByPassword', {
  summary: 'The same with the password of the sign-up, which is asked for where several wait for one address',
  tag: 'Auth',
  params: linkParams,
  body: z.object({ token, password: passwordField }),
  answer: done,
  errors: ['linkExpired', 'alreadyConfirmed', 'wrongPassword'],
});

const logInForm = z
  .object({
    token,
    email: emailField.optional(),
    password: passwordField.optional(),
    oneTimeCode: oneTimeCodeField.optional(),
    signUpCode: code
      .optional()
      .meta({ description: 'Of the link that confirmed the account: shows that the mailbox is of who logs in.' }),
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

export const logIn = endpoint('logIn', {
  summary: 'Begin a session with email and password; with `token`, ask for what belongs to a session that is there',
  tag: 'Auth',
  body: logInForm,
  answer: logInAnswer,
  errors: ['wrongCredentials', 'notConfirmed', 'oneTimeCodeNeeded', 'wrongOneTimeCode'],
});

export const beginOidc = endpoint('beginOidc', {
  summary: 'Where to send a browser to log in by the provider that is configured; a cookie ties the way back to it',
  tag: 'Auth',
  body: z.object({ token }).default({}),
  answer: z.object({ url: z.string() }).meta({ id: 'ProviderAddress' }),
  errors: ['notOffered', 'providerUnavailable'],
});

export const finishOidc = endpoint('finishOidc', {
  summary: 'Begin a session with what the provider answered; where a code is needed, once more with it',
  tag: 'Auth',
  body: z.object({
    token,
    answer: text(LIMITS.providerAnswerMax, 1).meta({
      description: 'The query of the address the browser came back to.',
      example: 'code=SplxlOBeZQQYbYS6WxSbIA&state=af0ifjsldkj',
    }),
    oneTimeCode: oneTimeCodeField.optional(),
  }),
  answer: logInAnswer,
  errors: [
    ...(['signInExpired', 'emailNotVerified', 'providerRefused', 'providerUnavailable', 'notOffered'] as const),
    ...(['notAllowed', 'oneTimeCodeNeeded', 'wrongOneTimeCode'] as const),
  ],
});

export const logOut = endpoint('logOut', {
  summary: 'End this session, at once and everywhere',
  tag: 'Auth',
  access: 'member',
  body: z.object({ token }).default({}),
  answer: nothing,
});

export const requestPasswordReset = endpoint('requestPasswordReset', {
  summary: 'Ask for a link that sets a new password; the answer is the same whether there is such an account or not',
  tag: 'Auth',
  body: z.object({ token, email: emailField }),
  answer: done,
});

export const checkPasswordReset = endpoint('checkPasswordReset', {
  summary: 'Whether a link that sets a new password still works',
  tag: 'Auth',
  params: linkParams,
  answer: z
    .object({
      secondFactorSince: z
        .string()
        .optional()
        .meta({ description: 'Since when a second factor is on that the reset may turn off; none where it may not.' }),
    })
    .meta({ id: 'PasswordResetCheck' }),
  errors: ['linkExpired', 'linkUsed'],
});

export const confirmPasswordReset = endpoint('confirmPasswordReset', {
  summary: 'Set a new password, once; every older session ends',
  tag: 'Auth',
  params: linkParams,
  body: z.object({
    token,
    password: newPasswordField,
    turnOffSecondFactor: z
      .boolean()
      .optional()
      .meta({ description: 'Where the check of the link names a second factor, turns it off.' }),
  }),
  answer: done.extend({ token: mailedToken }).meta({ id: 'PasswordResetAnswer' }),
  errors: ['linkExpired', 'linkUsed', 'notAllowed'],
});

export const changePassword = endpoint('changePassword', {
  summary: 'Set a new password; every other session ends',
  tag: 'Auth',
  access: 'owner',
  params: ownParams,
  body: z.object({
    ...{ token, email: z.string().nullish() },
    ...{ currentPassword: ownPasswordField, newPassword: newPasswordField },
  }),
  answer: done,
  errors: ['wrongPassword'],
});

export const changeEmail = endpoint('changeEmail', {
  summary: 'Ask for another email address; the mail to it holds the link that changes it',
  tag: 'Auth',
  access: 'owner',
  params: ownParams,
  body: z.object({ token, newEmail: emailField, currentEmail: z.string().nullish(), password: ownPasswordField }),
  answer: done,
  errors: ['wrongPassword'],
});

export const confirmEmailChange = endpoint('confirmEmailChange', {
  summary: 'Change the email address; the link of the mail works once',
  tag: 'Auth',
  params: ownParams.extend({ code }),
  answer: done.extend({ token: mailedToken, email: z.string() }).meta({ id: 'EmailChangeAnswer' }),
  errors: ['linkExpired', 'linkUsed'],
});

const totp = z
  .object({ offered: z.boolean(), on: z.boolean(), recoveryCodesLeft: z.number().int() })
  .meta({ id: 'TotpState', description: 'Codes of an authenticator app at each login.' });

const linkedProvider = z
  .object({ issuer: z.string(), name: z.string(), linked: z.string() })
  .meta({ id: 'LinkedProvider', description: 'Who lets one in beside the password, and since when.' });

export const security = endpoint('security', {
  summary: 'How one signs in, and the sessions that are open',
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
    .meta({ id: 'Security', description: 'Sessions the last used first.' }),
});
export type Security = z.output<typeof security.answer>;

export const endSession = endpoint('endSession', {
  summary: "End one of one's sessions; one that is none any more is no error",
  tag: 'Auth',
  access: 'owner',
  params: ownParams.extend({ sessionId: text(64, 1) }),
  body: z.object({ token }).default({}),
  answer: nothing,
});

const ownSignIn = { tag: 'Auth', access: 'owner', params: ownParams } as const;
const recoveryCodes = z.array(z.string());

export const beginTotp = endpoint('beginTotp', {
  ...ownSignIn,
  summary: 'Make the secret of an authenticator app; it counts once its first code was sent',
  body: z.object({ token, password: ownPasswordField }).default({ password: '' }),
  answer: z
    .object({ secret: z.string(), uri: z.string() })
    .meta({ id: 'TotpSecret', description: 'The secret in Base32, and as an `otpauth://` address for a picture.' }),
  errors: ['wrongPassword', 'oneTimeCodesOn', 'notOffered'],
});

export const confirmTotp = endpoint('confirmTotp', {
  ...ownSignIn,
  summary: 'Ask for codes at each login from now on',
  body: z.object({ token, code: oneTimeCodeField }),
  answer: done
    .extend({ recoveryCodes })
    .meta({ id: 'TotpOn', description: 'Each recovery code works once, in place of a code of the app.' }),
  errors: ['wrongOneTimeCode', 'oneTimeCodesOn', 'notOffered'],
});

export const turnOffTotp = endpoint('turnOffTotp', {
  ...ownSignIn,
  summary: 'Ask for no codes any more',
  body: z.object({ token, password: ownPasswordField }).default({ password: '' }),
  answer: done,
  errors: ['wrongPassword'],
});

export const replaceRecoveryCodes = endpoint('replaceRecoveryCodes', {
  ...ownSignIn,
  summary: 'Make new recovery codes; those that are left work no more',
  body: z.object({ token, password: ownPasswordField }).default({ password: '' }),
  answer: done.extend({ recoveryCodes }).meta({ id: 'RecoveryCodes' }),
  errors: ['wrongPassword', 'oneTimeCodesOff'],
});

export const unlinkProvider = endpoint('unlinkProvider', {
  ...ownSignIn,
  summary: 'Let a provider let one in no more; it takes a password, so that a way to log in is left',
  body: z.object({
    token,
    issuer: text(LIMITS.issuerMax, 1).meta({ example: 'https://provider.example' }),
    password: ownPasswordField,
  }),
  answer: done,
  errors: ['wrongPassword', 'passwordNeeded'],
});

export const deleteAccount = endpoint('deleteAccount', {
  summary: 'Delete the account; an hour after the login it takes the password, or a new login where there is none',
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
