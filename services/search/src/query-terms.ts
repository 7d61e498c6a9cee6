import { queriedRoads } from './road-numbers.js';
import { isShort, queryWords } from './words.js';

/** A word that a drive must contain. */
export interface WordTerm {
  word: string;
  /** Whether it may be the prefix of a longer word: it is the last one, and may still be being typed. */
  isLast: boolean;
}

/** A road that a drive must name: any of these terms of the index. */
export interface RoadTerm {
  roads: readonly string[];
  isLast: boolean;
}

/** What a drive must contain to match a text: all of its terms. */
export type QueryTerm = WordTerm | RoadTerm;

/** Returns the terms of a text, in order; none for a text of blanks and punctuation. */
export function queryTerms(text: string): QueryTerm[] {
  const words = queryWords(text);
  const roads = queriedRoads(words);
  return words.flatMap((word, at): QueryTerm[] => {
    const road = roads.findLast(({ from, to }) => from <= at && at < to);
    if (!road) return [{ word, isLast: at === words.length - 1 }];
    return at === road.to - 1 ? [{ roads: road.terms, isLast: road.to === words.length }] : [];
  });
}

/** Returns the words of a text that tolerate a typo for a short word, if no public drive has them. */
export function shortWords(terms: readonly QueryTerm[]): WordTerm[] {
  return terms.filter((term): term is WordTerm => 'word' in term && isShort(term.word));
}
