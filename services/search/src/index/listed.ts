import type { Filters } from '@switchback/proto/search/v1/service';

/** The drives that the kinds saved and completed add, as far as they are on; whether the caller may see them is another matter. */
export function listedIds(filters: Filters): string[] {
  return [
    ...new Set([
      ...(filters.includeSaved ? filters.savedIds : []),
      ...(filters.includeCompleted ? filters.completedIds : []),
    ]),
  ];
}
