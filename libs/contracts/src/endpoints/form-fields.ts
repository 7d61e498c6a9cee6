/** Fields of the account forms. Faults use the wording of the forms; a fault of two lines is a title and a message. */
import { z } from 'zod';
import { ACCOUNT_MESSAGES, emailFault, passwordFault, usernameFault } from '../rules/accounts.js';
import { emptyIfBlank } from '../rules/blank.js';
import { LIMITS } from '../rules/limits.js';

/** Defines a required field; a missing value gets the same message as an empty one. */
function required(message: string) {
  return z.string({ error: ({ input }) => (input === undefined ? message : undefined) }).overwrite(emptyIfBlank);
}

function checked(fault: (value: string) => string | null, missing: string) {
  return required(missing)
    .trim()
    .check(({ value, issues }) => {
      const message = fault(value);
      if (message !== null) issues.push({ code: 'custom', message, input: value });
    });
}

/** Trimmed. Only the users service knows whether a username is free. */
export const usernameField = checked(usernameFault, ACCOUNT_MESSAGES.usernameRequired).meta({
  description: "1 to 20 letters, digits, '.' and '_'; no '.' or '_' at the start, at the end or next to another.",
  pattern: `^\\s*(?=\\S{1,${LIMITS.usernameMax}}\\s*$)[A-Za-z0-9]+(?:[._][A-Za-z0-9]+)*\\s*$`,
  example: 'ridge.runner',
});

/** Trimmed. */
export const emailField = checked(emailFault, ACCOUNT_MESSAGES.emailRequired).meta({
  format: 'email',
  maxLength: LIMITS.emailMax,
  example: 'runner@example.com',
});

/** A password to be set; an operator may require more characters. */
export const newPasswordField = checked((value) => passwordFault(value), ACCOUNT_MESSAGES.passwordRequired).meta({
  description: 'No spaces.',
  minLength: LIMITS.passwordMin,
  maxLength: LIMITS.passwordMax,
  pattern: '^\\S*$',
  example: 'correct-horse-battery',
});

/** An existing password, set under the rules of its time. */
export const passwordField = required(ACCOUNT_MESSAGES.passwordRequired)
  .trim()
  .min(1, ACCOUNT_MESSAGES.passwordRequired)
  .max(LIMITS.passwordMax, ACCOUNT_MESSAGES.passwordInvalid)
  .meta({ example: 'correct-horse-battery' });

/** The current password, which protects sensitive actions in an open session; an account may have none. */
export const ownPasswordField = z
  .string()
  .trim()
  .max(LIMITS.passwordMax, ACCOUNT_MESSAGES.passwordInvalid)
  .nullish()
  .transform((password) => password ?? '')
  .meta({ description: 'The current password, if the account has one.', example: 'correct-horse-battery' });

/** A code from an authenticator app, or a recovery code. */
export const oneTimeCodeField = required(ACCOUNT_MESSAGES.codeRequired)
  .trim()
  .min(1, ACCOUNT_MESSAGES.codeRequired)
  .max(LIMITS.oneTimeCodeMax)
  .meta({ example: '492039' });

/**
 * Defines a form field that must not be empty.
 * @param title shown next to the field if it is empty.
 * @param message how to fix it.
 */
export function filledField(max: number, title: string, message: string) {
  const fault = `${title}\n${message}`;
  return required(fault).trim().min(1, fault).max(max);
}
