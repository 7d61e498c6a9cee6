// Aim: surrounding blanks never make a text too long.
import { expect, it } from '@jest/globals';
import { text } from './text.js';

it.each([
  ['blanks around a text of maximum length', `  ${'a'.repeat(500)}\n `, 'a'.repeat(500)],
  ['a shorter text, unchanged', ' a ', ' a '],
])('accepts %s', (_what, input, taken) => {
  expect(text(500).parse(input)).toBe(taken);
});

it.each([
  ['one character too many', ` ${'a'.repeat(501)} `],
  ['blanks between the characters', `${'a'.repeat(250)}${' '.repeat(10)}${'a'.repeat(250)}`],
])('rejects %s', (_what, input) => {
  expect(text(500).safeParse(input).success).toBe(false);
});
