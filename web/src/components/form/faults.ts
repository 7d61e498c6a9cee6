import { ACCOUNT_MESSAGES, emailFault, passwordFault, usernameFault } from '@switchback/contracts/rules/accounts';

/** Validators in the form's format: true, or the error. Only a new password is checked against the rules. */
export const checkEmail = (value: string) => emailFault(value.trim()) ?? true;
export const checkUsername = (value: string) => usernameFault(value.trim()) ?? true;
export const checkNewPassword = (min: number) => (value: string) => passwordFault(value, min) ?? true;
export const checkPassword = (value: string) => value.trim() !== '' || ACCOUNT_MESSAGES.passwordRequired;
