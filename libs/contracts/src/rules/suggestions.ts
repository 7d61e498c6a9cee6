import { roadNumberOf } from './road-number.js';

/** The next step if a text has no suggestions. */
export const NO_SUGGESTIONS_HINT = {
  drives: 'No drive has such a name. Check the spelling, or try fewer words or a road number such as US 129.',
  places: 'No place has such a name. Check the spelling, or try the name of a larger town nearby.',
} as const;

/** Returns the hint for a text that no drive matches. */
export function driveHint(text: string): string {
  const road = roadNumberOf(text);
  return road === null
    ? NO_SUGGESTIONS_HINT.drives
    : `No drives on ${road} yet. Try the name of a road, a town or a state.`;
}

/** Merges suggestions of several kinds, most relevant first; earlier lists win ties. */
export function mostRelevant<T extends { relevance: number }>(lists: readonly (readonly T[])[], limit: number): T[] {
  return lists
    .flat()
    .sort((a, b) => b.relevance - a.relevance)
    .slice(0, limit);
}
