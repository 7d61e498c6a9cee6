// Aim: surrounding blanks never make a text too long.
import { expect, it } from '@jest/globals';
import { text } from './text.js';

it.each([
  ['blanks around a text of the limit', `  ${'a'.repeat(500)}\n `, 'a'.repeat(500)],
  ['a text below the limit, as it stands', ' a ', ' a '],
])('takes %s', (_what, given, taken) => {
  expect(text(500).parse(given)).toBe(taken);
});

it.each([
  ['one character more', ` ${'a'.repeat(501)} `],
  ['blanks between the characters', `${'a'.repeat(250)}${' '.repeat(10)}${'a'.repeat(250)}`],
])('refuses %s', (_what, given) => {
  expect(text(500).safeParse(given).success).toBe(false);
});
