import { ACCOUNT_MESSAGES, emailFault, passwordFault, usernameFault } from '@switchback/contracts/rules/accounts';

/** Checks of fields as a form takes them: true, or what is wrong. Only a password that is to be set is held to the rules. */
export const checkEmail = (value: string) => emailFault(value.trim()) ?? true;
export const checkUsername = (value: string) => usernameFault(value.trim()) ?? true;
export const checkNewPassword = (min: number) => (value: string) => passwordFault(value, min) ?? true;
export const checkPassword = (value: string) => value.trim() !== '' || ACCOUNT_MESSAGES.passwordRequired;
