// Aim: a person who comes through a provider gets a valid username close to their name.
import { describe, expect, it } from '@jest/globals';
import { isReservedUsername, usernameFault } from '@switchback/contracts/rules/accounts';
import fc from 'fast-check';
import { usernameIdeas } from './username-ideas.js';

describe('ideas for a username', () => {
  it.each([
    ['Ann Öhm', 'x@example.com', 'Ann.Ohm'],
    ['', 'jane_doe+drives@example.com', 'jane_doe.drives'],
    ['ann@example.com', 'x@example.com', 'ann'],
    ['__.a._b..', 'x@example.com', 'a.b'],
    ['admin', 'real.name@example.com', 'real.name'],
    ['山田', '太郎@example.com', 'driver'],
    ['a-very-long-name-that-goes-on', 'x@example.com', 'a.very.long.name.tha'],
    ['nineteen.characters.x', 'x@example.com', 'nineteen.characters'],
  ])('for %p and %p start with %p', (preferred, email, first) => {
    expect(usernameIdeas(preferred, email)[0]).toBe(first);
  });

  it('all follow the rules, whatever the provider sends', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (preferred, email) => {
        const ideas = usernameIdeas(preferred, email);
        expect(ideas.filter((name) => usernameFault(name) !== null || isReservedUsername(name))).toEqual([]);
      }),
      { seed: Number(process.env['SEED'] ?? 7) },
    );
  });
});
