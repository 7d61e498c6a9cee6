import { maybeTypo } from '../../words.js';
import { allOf, anyOf, type Query } from './query.js';

/**
 * Minimum length of a long word: in a shorter one, a typo makes another word. One letter less is tolerated if the other
 * word is long.
 */
const LONG = 6;
/** Shortest prefix of a long word in which a typo is tolerated. */
const START_MIN = 4;

/** Fields of words by length for matches with one typo; see {@link longWords} and {@link shortWords}. */
interface TypoFields {
  long: string;
  short: string;
}

export interface WordFields {
  words: string;
  typos: TypoFields;
  /** Prefixes of words, to tolerate a typo in a word that is still being typed; absent if it is not tolerated. */
  starts?: TypoFields;
}

export const ALL_WORDS: WordFields = { words: 'words', typos: { long: 'long_words', short: 'short_words' } };
const TITLE_TYPOS = { long: 'title_long_words', short: 'title_short_words' };
const TITLE_STARTS = { long: 'title_long_starts', short: 'title_short_starts' };
export const TITLE_WORDS: WordFields = { words: 'title_words', typos: TITLE_TYPOS, starts: TITLE_STARTS };

/** Returns words that tolerate a typo whatever was typed: the typed word may be one letter shorter. */
export function longWords(words: readonly string[]): string[] {
  return words.filter((word) => maybeTypo(word) && word.length >= LONG);
}

/** Returns words that tolerate a typo only if the typed word is long. */
export function shortWords(words: readonly string[]): string[] {
  return words.filter((word) => maybeTypo(word) && word.length < LONG);
}

/** Returns all prefixes of the words that may match a typed word with one typo. */
export function startsOf(words: readonly string[]): string[] {
  const starts = words.flatMap((word) =>
    Array.from({ length: word.length - START_MIN + 1 }, (_, more) => word.slice(0, START_MIN + more)),
  );
  return [...new Set(starts)];
}

/** Matches every word exactly, the last one as a prefix. */
export function exactWords(words: readonly string[], { words: field }: WordFields): Query {
  return allOf(words.map((word, index) => itself(word, index === words.length - 1, field)));
}

/** Matches like {@link exactWords}, but tolerates one typo in a long word. */
export function tolerantWords(words: readonly string[], fields: WordFields): Query {
  return allOf(
    words.map((word, index) => {
      const isLast = index === words.length - 1;
      const starts = isLast && fields.starts ? typosOf(word, fields.starts) : [];
      return anyOf([itself(word, isLast, fields.words), ...typosOf(word, fields.typos), ...starts]);
    }),
  );
}

function itself(word: string, isBeginning: boolean, field: string): Query {
  return isBeginning ? { prefix: { [field]: { value: word } } } : { term: { [field]: word } };
}

/**
 * Matches with one letter added, omitted, replaced or swapped with its neighbor; the engine counts each as one edit.
 */
function typosOf(word: string, { long, short }: TypoFields): Query[] {
  if (!maybeTypo(word)) return [];
  const fields = word.length >= LONG ? [long, short] : [long];
  // With a constant score, the engine considers all matching words, however many.
  return fields.map((field) => ({
    fuzzy: { [field]: { value: word, fuzziness: 1, transpositions: true, rewrite: 'constant_score' } },
  }));
}
