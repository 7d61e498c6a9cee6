import { ORDERS } from '../orders.js';

/**
 * Returns the ascending SQL sort key of each order, over the columns of `drive` with the given prefix (alias and dot).
 */
export function sortKey(sort: keyof typeof ORDERS, alias: string): string {
  const { column, highestFirst } = ORDERS[sort];
  return highestFirst ? `coalesce(-${alias}${column}, 'Infinity'::float8)` : `${alias}${column}`;
}
