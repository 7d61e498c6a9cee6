import { emailFault, passwordFault } from '@switchback/contracts/rules/accounts';
import { refuseField } from '@switchback/platform/errors';

/** Validates and trims an address for storage. @throws ProductError `invalidInput` on the field. */
export function requireEmail(field: string, text: string): string {
  const email = text.trim();
  const fault = emailFault(email);
  if (fault !== null) throw refuseField(field, 'invalidInput', fault);
  return email;
}

/** Validates a new password. @throws ProductError `invalidInput` on the field. */
export function requirePassword(field: string, password: string, min: number): string {
  const fault = passwordFault(password, min);
  if (fault !== null) throw refuseField(field, 'invalidInput', fault);
  return password;
}
