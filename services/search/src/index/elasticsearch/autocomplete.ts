import type { Suggestion } from '@switchback/proto/search/v1/service';
import { queryWords, titleKey } from '../../words.js';
import type { AutocompleteQuery } from '../search-index.js';
import type { Search } from './connection.js';
import type { Ask } from './exactly.js';
import { answerOf, bring, idOf } from './hits.js';
import { allOf, butNot, type Query } from './query.js';
import { suggestible } from './where.js';
import { exactWords, TITLE_WORDS, tolerantWords } from './words-query.js';

/** Most keystrokes end with the titles that begin so; what else may be meant is asked for only while suggestions are wanting. */
export async function autocomplete(ask: Ask, query: AutocompleteQuery): Promise<Suggestion[]> {
  const words = queryWords(query.text);
  if (words.length === 0 || query.limit <= 0) return [];
  const begins: Query = { prefix: { title_key: { value: titleKey(query.text) } } };
  const found = suggestionsOf(await ask([titleSearch(begins, query, [])]));
  if (found.size >= query.limit) return [...found.values()];
  const known = [...found.keys()];
  const others = [exactWords(words, TITLE_WORDS), tolerantWords(words, TITLE_WORDS)];
  const more = suggestionsOf(await ask(others.map((other) => titleSearch(other, query, known))));
  return [...found, ...more].map(([, suggestion]) => suggestion).slice(0, query.limit);
}

function titleSearch(condition: Query, query: AutocompleteQuery, without: readonly string[]): Search {
  const titles = allOf([condition, suggestible(query)]);
  return {
    query: without.length > 0 ? butNot(titles, { terms: { id: [...without] } }) : titles,
    sort: [{ title_key: { order: 'asc' } }, { id: { order: 'asc' } }],
    size: query.limit,
    track_total_hits: false,
    ...bring('title'),
  };
}

/** Each drive where it was found first. */
function suggestionsOf(answers: Awaited<ReturnType<Ask>>): Map<string, Suggestion> {
  const suggestions = new Map<string, Suggestion>();
  for (const hit of answers.flatMap(({ hits }) => hits.hits)) {
    const id = idOf(hit);
    if (!suggestions.has(id)) suggestions.set(id, { type: 'drive', label: answerOf(hit, 'title'), value: id });
  }
  return suggestions;
}
