import type { Collection } from '@switchback/contracts/resources/collection';

/** Number of drives in the picture of a collection. */
export const PREVIEW_MAX = 4;

/** Returns the drives of a collection's picture: the first ones, each once. */
export function previewIds({ items }: Pick<Collection, 'items'>): string[] {
  return [...new Set(items.map(({ driveId }) => driveId))].slice(0, PREVIEW_MAX);
}
