// Aim: a text that is a road number is recognized however it is written, and no other text is.
import { expect, it } from '@jest/globals';
import { roadNumberOf } from './road-number.js';

it.each([
  ['US 129', 'US 129'],
  ['us-129', 'US 129'],
  ['us129', 'US 129'],
  ['U.S. Route 129', 'US 129'],
  ['U. S. 129', 'US 129'],
  [' interstate 40 ', 'I-40'],
  ['i40', 'I-40'],
  ['Highway 12', 'Route 12'],
  ['rte. 7a', 'Route 7A'],
  ['SR-28', 'SR 28'],
  ['129', null],
  ['tail of the dragon', null],
  ['us 129 dragon', null],
  ['bus 129', null],
  ['US 12345', null],
  ['', null],
])('reads %j as %j', (text, road) => {
  expect(roadNumberOf(text)).toBe(road);
});
