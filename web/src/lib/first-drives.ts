import type { Collection } from '@switchback/contracts/resources/collection';

/** Returns the ids of the first drives of a collection, each once, whose pictures stand for it. */
export function firstDrives({ items }: Pick<Collection, 'items'>, count: number): string[] {
  return [...new Set(items.map(({ driveId }) => driveId))].slice(0, count);
}
