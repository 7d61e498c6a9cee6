import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/ActionIcon.css';
import '@mantine/core/styles/PasswordInput.css';
import { texts } from '../../texts/en.js';

type Props = PasswordInputProps & {
  /** Hint for password managers. */
  autoComplete: 'current-password' | 'new-password';
};

/** A password that can be revealed, also with the keyboard. */
export function PasswordField(props: Props) {
  return (
    <PasswordInput
      autoCapitalize="none"
      spellCheck={false}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': texts.form.showPassword, size: 36 }}
      {...props}
    />
  );
}
