import { distanceMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import { type Match, nearBonus, relevanceOf } from '@switchback/platform/places/relevance';
import type { Suggestion } from '@switchback/proto/search/v1/service';
import type { DriveTitle } from './index/search-index.js';
import { titleKey } from './words.js';

/** Converts the drives found for a text into suggestions, the most relevant first. */
export function suggestDrives(found: readonly DriveTitle[], text: string, near: LatLng | undefined): Suggestion[] {
  const typed = titleKey(text);
  const suggestions = found.map(({ id, title, start, importance }) => {
    const match = matchOf(typed, titleKey(title));
    const fit = { match: match ?? 'word', hasTypo: match === null, size: importance, isDrive: true };
    const bonus = near ? nearBonus(distanceMeters(near, start)) : 0;
    return { type: 'drive', label: title, value: id, relevance: relevanceOf(fit) + bonus, exact: match === 'exact' };
  });
  return suggestions.sort((a, b) => b.relevance - a.relevance);
}

/** Returns null for a match only by typo. */
function matchOf(typed: string, title: string): Match | null {
  if (title === typed) return 'exact';
  if (title.startsWith(typed)) return 'start';
  const words = title.split(' ');
  const hasAll = typed.split(' ').every((begin) => words.some((word) => word.startsWith(begin)));
  return hasAll ? 'word' : null;
}
