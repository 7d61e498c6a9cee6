import { maybeTypo } from '../../words.js';
import { allOf, anyOf, type Query } from './query.js';

/** With fewer letters a typo makes another word; one letter less is forgiven where the other word is long. */
const LONG = 6;
/** The shortest beginning of a long word that one typo may be in. */
const START_MIN = 4;

/** Fields of words by their length, in which one typo is forgiven; see {@link longWords} and {@link shortWords}. */
interface TypoFields {
  long: string;
  short: string;
}

export interface WordFields {
  words: string;
  typos: TypoFields;
  /** Beginnings of words, for a typo in a word that is still being typed; left out where none is forgiven. */
  starts?: TypoFields;
}

export const ALL_WORDS: WordFields = { words: 'words', typos: { long: 'long_words', short: 'short_words' } };
const TITLE_TYPOS = { long: 'title_long_words', short: 'title_short_words' };
const TITLE_STARTS = { long: 'title_long_starts', short: 'title_short_starts' };
export const TITLE_WORDS: WordFields = { words: 'title_words', typos: TITLE_TYPOS, starts: TITLE_STARTS };

/** Words in which a typo is forgiven whoever typed it: what is typed may be one letter shorter. */
export function longWords(words: readonly string[]): string[] {
  return words.filter((word) => maybeTypo(word) && word.length >= LONG);
}

/** Words in which a typo is forgiven where what was typed is long. */
export function shortWords(words: readonly string[]): string[] {
  return words.filter((word) => maybeTypo(word) && word.length < LONG);
}

/** Every beginning of the words that one typo may turn into one that somebody types. */
export function startsOf(words: readonly string[]): string[] {
  const starts = words.flatMap((word) =>
    Array.from({ length: word.length - START_MIN + 1 }, (_, more) => word.slice(0, START_MIN + more)),
  );
  return [...new Set(starts)];
}

/** Every word is there, the last one as a beginning; exactly so. */
export function exactWords(words: readonly string[], { words: field }: WordFields): Query {
  return allOf(words.map((word, index) => itself(word, index === words.length - 1, field)));
}

/** The same, where one typo in a long word is forgiven. */
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

/** One letter added, left out, replaced or swapped with its neighbour; the engine counts that as one edit. */
function typosOf(word: string, { long, short }: TypoFields): Query[] {
  if (!maybeTypo(word)) return [];
  const fields = word.length >= LONG ? [long, short] : [long];
  // Kept to a constant score, the words it may stand for are all taken, however many.
  return fields.map((field) => ({
    fuzzy: { [field]: { value: word, fuzziness: 1, transpositions: true, rewrite: 'constant_score' } },
  }));
}
