import { distanceMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import { type Match, nearBonus, relevanceOf } from '@switchback/platform/places/relevance';
import type { Suggestion } from '@switchback/proto/search/v1/service';
import type { DriveTitle } from './index/search-index.js';
import { nameWords, otherNames } from './known-roads.js';
import { type QueryTerm, queryTerms } from './query-terms.js';
import { titleKey } from './words.js';

/** Converts the drives found for a text into suggestions, the most relevant first. */
export function suggestDrives(found: readonly DriveTitle[], text: string, near: LatLng | undefined): Suggestion[] {
  const typed = titleKey(text);
  const terms = queryTerms(text);
  const suggestions = found.map(({ id, title, start, states, distance, importance }) => {
    const match = matchOf(typed, terms, { title, states });
    const fit = { match: match ?? 'word', hasTypo: match === null, size: importance, isDrive: true };
    const relevance = relevanceOf(fit) + (near ? nearBonus(distanceMeters(near, start)) : 0);
    const exact = typed === titleKey(title);
    return { type: 'drive', label: title, value: id, relevance, exact, states: [...states], distance };
  });
  return suggestions.sort((a, b) => b.relevance - a.relevance);
}

/** Returns the best match with the title or another name of the road; null for a match only by typo. */
function matchOf(
  typed: string,
  terms: readonly QueryTerm[],
  drive: Pick<DriveTitle, 'title' | 'states'>,
): Match | null {
  const states = drive.states.map(({ name }) => name);
  const [title = '', ...others] = [drive.title, ...otherNames(drive.title, states)].map(titleKey);
  if (title === typed || others.includes(typed)) return 'exact';
  if (title.startsWith(typed)) return 'start';
  const words = nameWords(drive.title, states);
  const hasAll = terms.every((term) => {
    const starts = 'roads' in term ? term.roads : [term.word];
    return starts.some((start) => words.some((word) => word.startsWith(start)));
  });
  return hasAll ? 'word' : null;
}
