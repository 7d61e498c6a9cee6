import { TextInput, type TextInputProps } from '@mantine/core';
import '@mantine/core/styles/Input.css';

/** A line of text with its name above and what is wrong with it below. */
export function TextField(props: TextInputProps) {
  return <TextInput {...props} />;
}

/** An address for mail: no capital letters put in, no spelling marked. */
export function EmailField(props: TextInputProps) {
  return <TextInput type="email" inputMode="email" autoCapitalize="none" spellCheck={false} {...props} />;
}
