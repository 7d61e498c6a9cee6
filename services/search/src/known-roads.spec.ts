// Aim: people find famous roads by the names and numbers that a title lacks.
import { describe, expect, it } from '@jest/globals';
import { nameWords, otherNames } from './known-roads.js';

describe('known roads', () => {
  it.each([
    ['Tail of the Dragon', [], 'Deals Gap'],
    ['Riding Deals Gap', [], 'Tail of the Dragon'],
    ['US 129 north', ['Tennessee'], 'Tail of the Dragon'],
    ['Route 1 - Big Sur Coast Highway', ['California'], 'PCH'],
    ['San Juan Skyway', ['Colorado'], 'Million Dollar Highway'],
    ['Blue Ridge Parkway - Virginia', ['Virginia'], 'BRP'],
  ])('knows "%s" in %j as %s', (title, states, name) => {
    expect(otherNames(title, states)).toContain(name);
  });

  // US 129 runs through Georgia as well, where it is no dragon.
  it('knows a number only in the states of the road', () => {
    expect(otherNames('US 129', ['Georgia'])).toEqual([]);
  });

  it('adds the number of a road', () => {
    expect(nameWords('Tail of the Dragon', ['Tennessee'])).toEqual(
      expect.arrayContaining(['#us129', 'deals', 'dragon']),
    );
  });
});
