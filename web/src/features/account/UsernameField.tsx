import type { ComponentProps } from 'react';
import { TextField } from '../../components/form/TextField.js';
import { authTexts } from '../../texts/auth.js';
import type { UsernameCheck } from './use-username-check.js';

const words = authTexts.fields;

/** A username, with its rules and its availability. */
export function UsernameField({ check, error, ...props }: ComponentProps<typeof TextField> & { check: UsernameCheck }) {
  return (
    <TextField
      {...props}
      label={words.username}
      description={check.free ? words.usernameFree : words.usernameHelp}
      descriptionProps={{ 'aria-live': 'polite' }}
      autoComplete="nickname"
      autoCapitalize="none"
      spellCheck={false}
      error={error ?? check.taken}
    />
  );
}
