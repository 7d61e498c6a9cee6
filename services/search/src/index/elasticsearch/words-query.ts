import { type QueryTerm, queryTerms, shortWords as shortWordsOf } from '../../query-terms.js';
import { isShort, maybeTypo } from '../../words.js';
import type { Ask } from './connection.js';
import { totalOf } from './hits.js';
import { allOf, anyOf, type Query } from './query.js';

/** Minimum length of a long word. One letter less is tolerated if the other word is long. */
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

export const ALL_WORDS = { words: 'words', typos: { long: 'long_words', short: 'short_words' } } satisfies WordFields;
const TITLE_TYPOS = { long: 'title_long_words', short: 'title_short_words' };
const TITLE_STARTS = { long: 'title_long_starts', short: 'title_short_starts' };
export const TITLE_WORDS = { words: 'title_words', typos: TITLE_TYPOS, starts: TITLE_STARTS } satisfies WordFields;

/** Returns words that tolerate a typo whatever was typed: the typed word may be one letter shorter. */
export function longWords(words: readonly string[]): string[] {
  return words.filter((word) => maybeTypo(word) && word.length >= LONG);
}

/** Returns words that tolerate a typo only if the typed word is long or unknown. */
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

/** How to read a text: `isTyping` also finds road numbers by their first digits, and prefixes with a typo. */
interface Reading {
  isTyping: boolean;
}

/** The terms of a text, and its short words that no public drive has: these tolerate a typo for a short word. */
export interface Text {
  terms: readonly QueryTerm[];
  unknown: ReadonlySet<string>;
}

/** Reads a text; asks the engine only if it has short words. Private drives do not show by how a text is read. */
export async function readText(ask: Ask, text: string): Promise<Text> {
  const terms = queryTerms(text);
  const short = shortWordsOf(terms);
  if (short.length === 0) return { terms, unknown: new Set() };
  const answers = await ask(
    short.map((term) => ({
      query: allOf([{ term: { is_public: true } }, itself(term, ALL_WORDS.words, { isTyping: false })]),
      size: 0,
      terminate_after: 1,
      track_total_hits: true,
    })),
  );
  return { terms, unknown: new Set(short.filter((_, at) => totalOf(answers[at]!) === 0).map(({ word }) => word)) };
}

/** Matches every term exactly, the last word as a prefix. */
export function exactWords(terms: readonly QueryTerm[], field: string, reading: Reading): Query {
  return allOf(terms.map((term) => itself(term, field, reading)));
}

/** Matches like {@link exactWords}, but tolerates one typo in a long word, and in an unknown short one. */
export function tolerantWords({ terms, unknown }: Text, fields: WordFields, reading: Reading): Query {
  return allOf(
    terms.map((term) => {
      const exact = itself(term, fields.words, reading);
      if ('roads' in term) return exact;
      const starts = term.isLast && reading.isTyping && fields.starts ? startTypos(term.word, fields.starts) : [];
      return anyOf([exact, ...typosOf(term.word, fields.typos, unknown.has(term.word)), ...starts]);
    }),
  );
}

function itself(term: QueryTerm, field: string, { isTyping }: Reading): Query {
  if ('roads' in term) {
    if (term.isLast && isTyping) return anyOf(term.roads.map((road) => prefix(field, road)));
    return { terms: { [field]: [...term.roads] } };
  }
  return term.isLast ? prefix(field, term.word) : { term: { [field]: term.word } };
}

function prefix(field: string, value: string): Query {
  return { prefix: { [field]: { value } } };
}

/** Matches a whole word with a typo. */
function typosOf(word: string, { long, short }: TypoFields, isUnknown: boolean): Query[] {
  if (!maybeTypo(word)) return [];
  const meansLong = word.length >= LONG - 1 ? [long] : [];
  return [...meansLong, ...(isShort(word) && !isUnknown ? [] : [short])].map((field) => oneTypo(word, field));
}

/** Matches the prefix of a word with a typo: one of the two is long. */
function startTypos(word: string, { long, short }: TypoFields): Query[] {
  if (!maybeTypo(word) || word.length < LONG - 1) return [];
  return (isShort(word) ? [long] : [long, short]).map((field) => oneTypo(word, field));
}

/**
 * Matches with one letter added, omitted, replaced or swapped with its neighbor; the engine counts each as one edit.
 */
function oneTypo(word: string, field: string): Query {
  // With a constant score, the engine considers all matching words, however many.
  return {
    fuzzy: { [field]: { value: word, fuzziness: 1, transpositions: true, rewrite: 'constant_score' } },
  };
}
