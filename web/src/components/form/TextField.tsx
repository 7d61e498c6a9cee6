import { TextInput, type TextInputProps } from '@mantine/core';
import '@mantine/core/styles/Input.css';

/** A single-line text field with its label above and its error below. */
export function TextField(props: TextInputProps) {
  return <TextInput {...props} />;
}

/** An email address, without automatic capitals and spell checking. */
export function EmailField(props: TextInputProps) {
  return <TextInput type="email" inputMode="email" autoCapitalize="none" spellCheck={false} {...props} />;
}
