/**
 * Order of a search for a text: by the best kind of match, then by importance. One number holds both, so that a
 * bookmark can continue after it.
 */

/** Kinds of match by rank, the best first. */
export const MATCH_RANKS = {
  /** The text is the title. */
  title: 0,
  titleStart: 1,
  /** The title contains the text, as whole words. */
  titlePhrase: 2,
  /** The title has all the words, in any order. */
  titleWords: 3,
  /** The same, and the last one is a prefix. */
  titlePrefix: 4,
  /** The road's number, or one of its other names. */
  name: 5,
  titleTypo: 6,
  /** A tag or a place. */
  place: 7,
  /** The description, or any typo. */
  description: 8,
} as const;

/** Exceeds every importance. A power of two, like the fractions of an importance: keys and their parts are exact. */
export const IMPORTANCE_SPAN = 16;

/** Returns the key of a drive, ascending. */
export function matchKey(rank: number, importance: number): number {
  return rank * IMPORTANCE_SPAN - importance;
}

/** Returns the parts of a key. */
export function partsOfMatchKey(key: number): { rank: number; importance: number } {
  const rank = Math.ceil(key / IMPORTANCE_SPAN);
  return { rank, importance: rank * IMPORTANCE_SPAN - key };
}
