/** Returns the records in the order of the ids; records that are not among them come first. */
export function inOrder<T extends { id: string }>(records: readonly T[], order: readonly string[]): readonly T[] {
  return records.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
}
