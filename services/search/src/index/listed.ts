import type { Filters } from '@switchback/proto/search/v1/service';

/**
 * Returns the ids added by the included lists of saved and completed drives; does not check whether the caller may see
 * them.
 */
export function listedIds(filters: Filters): string[] {
  return [
    ...new Set([
      ...(filters.includeSaved ? filters.savedIds : []),
      ...(filters.includeCompleted ? filters.completedIds : []),
    ]),
  ];
}
