import { type QueryTerm, queryTerms, shortWords, type WordTerm } from '../../query-terms.js';
import { isTypoOf, maybeTypo } from '../../words.js';
import type { Sql } from './sql.js';
import { unknownWords, wordsLike } from './text.sql.js';

/** Maximum number of vocabulary words checked for a typo; three letters in common leave far fewer. */
const CANDIDATES_MAX = 5_000;
/** A typed word of this length may mean a long one. */
const LONG_TYPED_MIN = 5;
/** Maximum number of words that one typed word may match. */
const MEANINGS_MAX = 50;

interface Meaning {
  word: string;
  isPrefix: boolean;
}

/** How to read a text: `isTyping` also finds road numbers by their first digits, and prefixes with a typo. */
export interface Reading {
  isTyping: boolean;
}

/**
 * Converts a text into a tsquery that requires every term, the last word as a prefix; null if the text has none.
 * Tolerates one typo in a long word, and in a short one that no public drive has.
 */
export async function tsqueryOf(sql: Sql, text: string, { isTyping }: Reading): Promise<string | null> {
  const terms = queryTerms(text);
  if (terms.length === 0) return null;
  const words = terms.flatMap((term) => ('word' in term && maybeTypo(term.word) ? [term.word] : []));
  const unknown = new Set(await unknownWords(sql, shortWords(terms).map(tsqueryOfWord)));
  const candidates = await candidatesFor(
    sql,
    words.filter((word) => word.length >= LONG_TYPED_MIN || unknown.has(word)),
  );
  const closeTo = (term: WordTerm) => {
    const tolerance = { isPrefix: term.isLast && isTyping, isUnknown: unknown.has(term.word) };
    const close = candidates.filter((word) => word !== term.word && isTypoOf(term.word, word, tolerance));
    return close.slice(0, MEANINGS_MAX);
  };
  return tsqueryFrom(terms, { isTyping }, closeTo);
}

/** Converts terms into a tsquery without the vocabulary: tolerates no typo. */
export function exactTsqueryOf(terms: readonly QueryTerm[], reading: Reading): string {
  return tsqueryFrom(terms, reading, () => []);
}

function tsqueryFrom(
  terms: readonly QueryTerm[],
  { isTyping }: Reading,
  closeTo: (term: WordTerm) => readonly string[],
): string {
  const meaningsOf = (term: QueryTerm): Meaning[] =>
    'roads' in term
      ? term.roads.map((word) => ({ word, isPrefix: term.isLast && isTyping }))
      : [{ word: term.word, isPrefix: term.isLast }, ...closeTo(term).map((word) => ({ word, isPrefix: false }))];
  return terms.map((term) => `(${meaningsOf(term).map(lexeme).join(' | ')})`).join(' & ');
}

function lexeme({ word, isPrefix }: Meaning): string {
  return `'${word}'${isPrefix ? ':*' : ''}`;
}

function tsqueryOfWord({ word, isLast }: WordTerm): { word: string; tsquery: string } {
  return { word, tsquery: lexeme({ word, isPrefix: isLast }) };
}

/**
 * Returns the vocabulary words that may match with a typo. One typo leaves the first or second half of a word
 * unchanged, unless it swaps the letters between them: so these words contain either half, or start like the whole word
 * with those two letters swapped back.
 */
async function candidatesFor(sql: Sql, words: readonly string[]): Promise<string[]> {
  if (words.length === 0) return [];
  const patterns = words.flatMap((word) => {
    const middle = Math.floor(word.length / 2);
    const swapped = word.slice(0, middle - 1) + word[middle]! + word[middle - 1]! + word.slice(middle + 1);
    return [`${word.slice(0, middle)}%`, `%${word.slice(middle)}%`, `${swapped}%`];
  });
  return wordsLike(sql, patterns, CANDIDATES_MAX);
}
