/** Suggestions of several kinds as one list, the most relevant first; of equals, those of the list named first. */
export function mostRelevant<T extends { relevance: number }>(lists: readonly (readonly T[])[], limit: number): T[] {
  return lists
    .flat()
    .sort((a, b) => b.relevance - a.relevance)
    .slice(0, limit);
}
