// Aim: phrasing that style rules out is counted where people read it, in comments and prose, and nowhere else.
import { describe, expect, it } from '@jest/globals';
import { countPhrases, proseOf } from './wording.mjs';

describe('proseOf', () => {
  it('returns comments without their marks, and no code', () => {
    const source = [
      '/**',
      ' * Reads a row.',
      ' * Twice.',
      ' */',
      "const url = 'http://x'; // A link.",
      'call();',
      '// More',
      '// lines.',
    ];
    expect(proseOf('a.ts', source.join('\n'))).toEqual(['Reads a row.\nTwice.', 'A link.', 'More\nlines.']);
  });

  it('returns the prose of a page without its code', () => {
    expect(proseOf('a.md', 'Run:\n```sh\nnobody\n```\nDone.')).toEqual(['Run:\n\nDone.']);
  });
});

it('counts each phrase once per occurrence', () => {
  const counts = countPhrases([
    ['a.ts', '/** Whose row nobody reads. */\n// Runs beside others.\nconst nobody = "beside";'],
    ['b.md', 'What is here, somebody wrote anew, given time.'],
    ['c.ts', "const given = read('said'); // Is known.\nuse(given, row.kept, this.#asked);"],
  ]);
  expect(counts.map(({ count }) => count)).toEqual([3, 1, 2, 2]);
});
