import { emailFault, passwordFault } from '@switchback/contracts/rules/accounts';
import { refuseField } from '@switchback/platform/errors';

/** An address as it is kept. @throws ProductError `invalidInput` beside the field. */
export function requireEmail(field: string, text: string): string {
  const email = text.trim();
  const fault = emailFault(email);
  if (fault !== null) throw refuseField(field, 'invalidInput', fault);
  return email;
}

/** A password that is to be set. @throws ProductError `invalidInput` beside the field. */
export function requirePassword(field: string, password: string, min: number): string {
  const fault = passwordFault(password, min);
  if (fault !== null) throw refuseField(field, 'invalidInput', fault);
  return password;
}
