import { queryTerms } from '../../query-terms.js';
import { titleKey } from '../../words.js';
import type { AutocompleteQuery, DriveTitle } from '../search-index.js';
import { hasWords, startsWith, type Step, suggest } from './autocomplete.sql.js';
import type { Sql } from './sql.js';
import { exactTsqueryOf, tsqueryOf } from './text.js';

const TYPING = { isTyping: true };

/**
 * Searches step by step until there are enough suggestions: most keystrokes need only the first step, one index lookup.
 */
export async function autocomplete(sql: Sql, query: AutocompleteQuery): Promise<DriveTitle[]> {
  const terms = queryTerms(query.text);
  if (terms.length === 0 || query.limit <= 0) return [];
  const found = new Map<string, DriveTitle>();
  const collect = async (step: Step) => {
    for (const { lat, lng, ...drive } of await suggest(sql, query, found, step)) {
      found.set(drive.id, { ...drive, start: { lat, lng } });
    }
    return found.size >= query.limit;
  };
  if (await collect(startsWith(titleKey(query.text)))) return [...found.values()];
  const exact = exactTsqueryOf(terms, TYPING);
  // Few texts have enough exact matches here, so the words with typos are looked up meanwhile.
  const [enough, tolerant] = await Promise.all([collect(hasWords(exact)), tsqueryOf(sql, query.text, TYPING)]);
  if (!enough && tolerant !== null && tolerant !== exact) await collect(hasWords(tolerant));
  return [...found.values()];
}
