// Aim: the leg opened last is remembered for each course, however the storage was changed.
import { expect, it } from 'vitest';
import { openedLeg, storeOpenedLeg } from './opened-legs.js';

it('remembers the last leg of each course', () => {
  expect(openedLeg('a', 3)).toBeNull();
  storeOpenedLeg('a', 0, 3);
  storeOpenedLeg('b', 1, 2);
  storeOpenedLeg('a', 2, 3);
  expect([openedLeg('a', 3), openedLeg('b', 2)]).toEqual([2, 1]);
});

// Another app, or a changed drive, divides the course differently.
it('forgets it if the course is divided differently', () => {
  storeOpenedLeg('a', 2, 3);
  expect(openedLeg('a', 12)).toBeNull();
});

it('stores a limited number of courses', () => {
  for (let course = 0; course < 100; course += 1) storeOpenedLeg(`c${course}`, 0, 2);
  expect(openedLeg('c0', 2)).toBeNull();
  expect(openedLeg('c99', 2)).toBe(0);
});

it('ignores anything else in the storage', () => {
  localStorage.setItem('switchback.openedLegs', '[null, {"course": "a", "leg": "x", "count": 3}]');
  expect(openedLeg('a', 3)).toBeNull();
});
