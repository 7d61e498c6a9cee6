import { expect, it } from 'vitest';
import { cardOf, groupedExpiry, groupedNumber, isComplete } from './card-entry.js';

// Aim: numbers are grouped and expirations formatted as on the card, whether typed or pasted.
it.each([
  ['', ''],
  ['1', '1'],
  ['04', '04'],
  ['0429', '04 / 29'],
  ['04/29', '04 / 29'],
  ['4/29', '04 / 29'],
  ['04 / 2029', '04 / 29'],
])('formats the expiration %j as %j', (typed, shown) => {
  expect(groupedExpiry(typed)).toBe(shown);
  expect(groupedExpiry(shown)).toBe(shown);
});

it('groups the number by four', () => {
  expect(groupedNumber('4111-1111 11111111')).toBe('4111 1111 1111 1111');
});

// Aim: an entry is complete only with all four fields, and its expiration is sent as numbers.
it('is complete with all four fields', () => {
  const entry = { number: '4111 1111 1111 1111', expiry: '04 / 29', cvv: '123', name: ' Ann Lee ' };
  expect(isComplete(entry)).toBe(true);
  for (const fault of [{ number: '4111' }, { expiry: '13 / 29' }, { expiry: '04' }, { cvv: '12' }, { name: ' ' }]) {
    expect(isComplete({ ...entry, ...fault })).toBe(false);
  }
  const sent = { number: '4111111111111111', expiryMonth: 4, expiryYear: 2029, cvv: '123', name: 'Ann Lee' };
  expect(cardOf(entry)).toEqual(sent);
});
