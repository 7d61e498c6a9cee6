import type { DriveSummary } from '@switchback/contracts/resources/drive';
import type { Bounds } from '@switchback/geo/location';
import { queryWords } from '../../words.js';
import { boxAround } from '../geometry.js';
import { MATCH_RANKS, matchKey, partsOfMatchKey } from '../match-order.js';
import type { ExtentQuery, SearchPage, SearchQuery } from '../search-index.js';
import type { Ask, Search } from './connection.js';
import { askExactly } from './exactly.js';
import { answerOf, bring, bringHits, type Found, hitOf, totalOf } from './hits.js';
import { allOf, anyOf, type Query } from './query.js';
import { exactWords, type Text, TITLE_WORDS, tolerantWords } from './words-query.js';

/** Scores grow with the quality of a match: the score of a rank is this minus the rank. */
const SCORE_OF_BEST = MATCH_RANKS.description + 1;
const SORT: Search['sort'] = [
  { _score: { order: 'desc' } },
  { importance: { order: 'desc' } },
  { id: { order: 'asc' } },
];

/** Returns a batch in the order of the match. */
export async function matchPage(ask: Ask, query: SearchQuery): Promise<SearchPage> {
  const { filters, after, limit, includeCount } = query;
  const [answer] = await askExactly(ask, query, (drives, text) => [
    {
      query: ranked(drives, filters.text, text),
      sort: SORT,
      ...(after && { search_after: [...valuesOf(after.key, text), after.id] }),
      size: limit,
      track_total_hits: includeCount,
      ...bringHits(query),
    },
  ]);
  const hits = answer!.hits.hits.map((hit) => hitOf(hit, keyOf(hit, filters.text), query));
  return { hits, count: includeCount ? totalOf(answer!) : undefined };
}

/** Returns the box around the best matches. */
export async function matchExtent(ask: Ask, query: ExtentQuery): Promise<Bounds | null> {
  const [answer] = await askExactly(ask, query, (drives, text) => [
    {
      query: ranked(drives, query.filters.text, text),
      sort: SORT,
      size: query.limit,
      track_total_hits: false,
      ...bring('summary'),
    },
  ]);
  return boxAround(answer!.hits.hits.map((hit) => (JSON.parse(answerOf(hit, 'summary')) as DriveSummary).bounds));
}

/** Scores each drive by its best kind of match. Small integers, which the engine's 32-bit scores hold exactly. */
function ranked(drives: Query, typed: string, text: Text): Query {
  if (text.terms.length === 0) return { constant_score: { filter: drives, boost: 1 } };
  const scored = Object.entries(conditionsOf(queryWords(typed), text)).map(([kind, filter]) => ({
    constant_score: { filter, boost: SCORE_OF_BEST - MATCH_RANKS[kind as keyof typeof MATCH_RANKS] },
  }));
  return { bool: { filter: [drives], must: [{ dis_max: { queries: scored } }] } };
}

function conditionsOf(words: readonly string[], text: Text): Record<keyof typeof MATCH_RANKS, Query> {
  const key = words.join(' ');
  const exactly = { isTyping: false };
  const has = (word: string): Query => ({ term: { title_terms: word } });
  // Words have letters and digits only, so that no character is a wildcard.
  const like = (pattern: string): Query => ({ wildcard: { title_key: { value: pattern } } });
  const startsWith = (prefix: string): Query => ({ prefix: { title_key: { value: prefix } } });
  const last = words.at(-1)!;
  return {
    title: { term: { title_key: key } },
    titleStart: startsWith(`${key} `),
    titlePhrase: anyOf([startsWith(`${key} `), like(`* ${key}`), like(`* ${key} *`)]),
    titleWords: allOf(words.map(has)),
    titlePrefix: allOf([...words.slice(0, -1).map(has), { prefix: { title_terms: { value: last } } }]),
    name: exactWords(text.terms, TITLE_WORDS.words, exactly),
    titleTypo: tolerantWords(text, TITLE_WORDS, exactly),
    place: exactWords(text.terms, 'place_words', exactly),
    description: { match_all: {} },
  };
}

function keyOf({ sort }: Found, typed: string): number {
  const [score, importance] = [Number(sort?.[0]), Number(sort?.[1])];
  return matchKey(queryWords(typed).length === 0 ? 0 : SCORE_OF_BEST - score, importance);
}

function valuesOf(key: number, text: Text): [score: number, importance: number] {
  const { rank, importance } = partsOfMatchKey(key);
  return [text.terms.length === 0 ? 1 : SCORE_OF_BEST - rank, importance];
}
