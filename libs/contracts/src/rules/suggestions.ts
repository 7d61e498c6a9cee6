/** Merges suggestions of several kinds, most relevant first; earlier lists win ties. */
export function mostRelevant<T extends { relevance: number }>(lists: readonly (readonly T[])[], limit: number): T[] {
  return lists
    .flat()
    .sort((a, b) => b.relevance - a.relevance)
    .slice(0, limit);
}
