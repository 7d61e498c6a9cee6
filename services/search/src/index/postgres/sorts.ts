import { ORDERS } from '../orders.js';

/** SQL of what each order sorts by, ascending, over the columns of `drive` with its alias and a dot in front. */
export function sortKey(sort: keyof typeof ORDERS, alias: string): string {
  const { column, highestFirst } = ORDERS[sort];
  return highestFirst ? `coalesce(-${alias}${column}, 'Infinity'::float8)` : `${alias}${column}`;
}
