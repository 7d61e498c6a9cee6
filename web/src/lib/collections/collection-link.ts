import { COLLECTION_PAGE } from '@switchback/contracts/rules/collections';

/** Link to the page of a collection. */
export function collectionLink(id: string): string {
  return `${COLLECTION_PAGE}/${encodeURIComponent(id)}`;
}
