import type { Region } from '@switchback/contracts/resources/geo';
import { distanceMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import { type Match, nearBonus, relevanceOf } from '@switchback/platform/places/relevance';
import type { Suggestion } from '@switchback/proto/search/v1/service';
import type { DriveTitle } from './index/search-index.js';
import { isRoadName, nameWords, otherNames } from './known-roads.js';
import { type QueryTerm, queryTerms } from './query-terms.js';
import { indexWords, titleKey } from './words.js';

/**
 * Converts the drives found for a text into suggestions, the most relevant first.
 * @param regions the states of the countries that the drives pass through.
 */
export function suggestDrives(
  found: readonly DriveTitle[],
  text: string,
  near: LatLng | undefined,
  regions: readonly Region[],
): Suggestion[] {
  const names = new Map(regions.map((state) => [state.id, state]));
  const typed = titleKey(text);
  const terms = queryTerms(text);
  const suggestions = found.map(({ id, title, start, stateIds, distance, approximate, importance }) => {
    const states = stateIds.flatMap((state) => names.get(state) ?? []);
    const match = matchOf(typed, terms, { title, states });
    const fit = { match: match ?? 'word', hasTypo: match === null, size: importance, isDrive: true };
    const relevance = relevanceOf(fit) + (near ? nearBonus(distanceMeters(near, start)) : 0);
    const exact = typed === titleKey(title);
    return { type: 'drive', label: title, value: id, relevance, exact, states, distance, approximate };
  });
  return suggestions.sort((a, b) => b.relevance - a.relevance);
}

/** Returns the best match with the title or another name of the road; null for a match only by typo. */
function matchOf(
  typed: string,
  terms: readonly QueryTerm[],
  drive: { title: string; states: readonly Region[] },
): Match | null {
  const states = drive.states.map(({ name }) => name);
  const title = titleKey(drive.title);
  if (title === typed) return 'exact';
  if (isRoadName(typed) && otherNames(drive.title, states).some((name) => titleKey(name) === typed)) return 'exact';
  if (title.startsWith(typed)) return 'start';
  // Most titles match by their own words, which are cheaper to find than all names of the road.
  const matches = hasAll(indexWords([drive.title]), terms) || hasAll(nameWords(drive.title, states), terms);
  return matches ? 'word' : null;
}

function hasAll(words: readonly string[], terms: readonly QueryTerm[]): boolean {
  return terms.every((term) => {
    const starts = 'roads' in term ? term.roads : [term.word];
    return starts.some((start) => words.some((word) => word.startsWith(start)));
  });
}
