// Aim: a message that begins with its title is read once.
import { expect, it } from 'vitest';
import { sentences } from './error.js';

it.each([
  [{ title: 'Title is required', message: 'Please provide one.' }, 'Title is required. Please provide one.'],
  [{ title: 'Could not parse url', message: 'Could not parse url, it is short.' }, 'Could not parse url, it is short.'],
  [{ title: 'Upload canceled', message: '' }, 'Upload canceled.'],
])('%o', (error, text) => {
  expect(sentences(error)).toBe(text);
});
