import type { TextInputProps } from '@mantine/core';
import { ACCOUNT_MESSAGES } from '@switchback/contracts/rules/accounts';
import { authTexts } from '../../texts/auth.js';
import { TextField } from '../../components/form/TextField.js';

export const checkOneTimeCode = (value: string) => value.trim() !== '' || ACCOUNT_MESSAGES.codeRequired;

/** A code of an authenticator app, or a recovery code, which has letters. */
export function OneTimeCodeField(props: TextInputProps) {
  return (
    <TextField
      label={authTexts.fields.oneTimeCode}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      {...props}
    />
  );
}
