import type { DriveSummary } from '@switchback/contracts/resources/drive';
import { titleKey } from '../../words.js';
import { type AutocompleteQuery, type DriveTitle, TITLES_MAX } from '../search-index.js';
import type { Ask, Search } from './connection.js';
import { answerOf, bring, idOf, numberOf } from './hits.js';
import { allOf, butNot, type Query } from './query.js';
import { suggestible } from './where.js';
import { exactWords, readText, TITLE_WORDS, tolerantWords } from './words-query.js';

const TYPING = { isTyping: true };

/**
 * Returns drives whose titles start with the text, which satisfies most keystrokes; searches for other matches only if
 * there are too few.
 */
export async function autocomplete(ask: Ask, query: AutocompleteQuery): Promise<DriveTitle[]> {
  const text = await readText(ask, query.text);
  if (text.terms.length === 0 || query.limit <= 0) return [];
  const begins: Query = { prefix: { title_key: { value: titleKey(query.text) } } };
  const found = titlesOf(await ask([titleSearch(begins, query, [])]));
  if (found.size >= query.limit) return [...found.values()];
  const known = [...found.keys()];
  const others = [exactWords(text.terms, TITLE_WORDS.words, TYPING), tolerantWords(text, TITLE_WORDS, TYPING)];
  const more = titlesOf(await ask(others.map((other) => titleSearch(other, query, known))));
  return [...found, ...more].map(([, title]) => title).slice(0, TITLES_MAX);
}

function titleSearch(condition: Query, query: AutocompleteQuery, without: readonly string[]): Search {
  const titles = allOf([condition, suggestible(query)]);
  return {
    query: without.length > 0 ? butNot(titles, { terms: { id: [...without] } }) : titles,
    sort: [{ title_key: { order: 'asc' } }, { id: { order: 'asc' } }],
    size: TITLES_MAX,
    track_total_hits: false,
    ...bring('title', 'lat', 'lng', 'importance', 'distance', 'summary'),
  };
}

/** Keeps each drive at its first position. */
function titlesOf(answers: Awaited<ReturnType<Ask>>): Map<string, DriveTitle> {
  const titles = new Map<string, DriveTitle>();
  for (const hit of answers.flatMap(({ hits }) => hits.hits)) {
    const id = idOf(hit);
    if (titles.has(id)) continue;
    const start = { lat: numberOf(hit, 'lat'), lng: numberOf(hit, 'lng') };
    const { countries, statesOrProvinces, approximate } = JSON.parse(answerOf(hit, 'summary')) as DriveSummary;
    const [countryIds, stateIds] = [countries.map(({ country }) => country.id), statesOrProvinces.map(({ id }) => id)];
    const [importance, distance] = [numberOf(hit, 'importance'), numberOf(hit, 'distance')];
    const title = answerOf(hit, 'title');
    titles.set(id, { id, title, start, countryIds, stateIds, distance, approximate, importance });
  }
  return titles;
}
