import type { estypes } from '@elastic/elasticsearch';

export type Query = estypes.QueryDslQueryContainer;

export const NOTHING: Query = { match_none: {} };

export function allOf(queries: readonly Query[]): Query {
  return queries.length === 1 ? queries[0]! : { bool: { filter: [...queries] } };
}

/** Matches nothing if there is no query. */
export function anyOf(queries: readonly Query[]): Query {
  if (queries.length === 0) return NOTHING;
  return queries.length === 1 ? queries[0]! : { bool: { should: [...queries], minimum_should_match: 1 } };
}

export function butNot(query: Query, without: Query): Query {
  return { bool: { filter: [query], must_not: [without] } };
}

/** Matches a range, inclusive at both ends; an absent end is open. */
export function between(field: string, min: number | undefined, max: number | undefined): Query {
  return { range: { [field]: { ...(min !== undefined && { gte: min }), ...(max !== undefined && { lte: max }) } } };
}
