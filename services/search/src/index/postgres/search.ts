import { centerOf } from '../geometry.js';
import type { ExtentQuery, SearchPage, SearchQuery } from '../search-index.js';
import { sphereText } from './columns.js';
import { matchKeyOf } from './match-key.js';
import { pageStatement } from './page.js';
import type { SearchRow } from './postgres-index.sql.js';
import { sortKey } from './sorts.js';
import type { Parameters, Statement } from './sql.js';
import type { WhereOptions } from './where.js';

export function searchStatement(query: SearchQuery, options: WhereOptions): Statement {
  return pageStatement(
    {
      ...query,
      key: (parameters) => keyOf(query, options, parameters),
      columns: (parameters) => `c.hash, ${summaryColumn(query.have, parameters)}`,
    },
    options,
  );
}

/** Returns the statement for the boxes of the best matches. */
export function extentStatement(query: ExtentQuery, options: WhereOptions): Statement {
  return pageStatement(
    {
      ...query,
      key: (parameters) => matchKeyOf(query.filters.text, options, parameters),
      // Quotes in a title or description are escaped, so that only the member matches.
      columns: () => `substring(c.summary from '"bounds":(\\{[^}]*\\})') as bounds`,
      after: null,
      includeCount: false,
    },
    options,
  );
}

export function pageOf(rows: readonly SearchRow[]): SearchPage {
  const hits = rows.flatMap(({ id, key, hash, summary }) =>
    id === null || key === null || hash === null ? [] : [{ id, key, hash, summary }],
  );
  return { hits, count: rows[0]?.count ?? undefined };
}

function summaryColumn(have: readonly string[], parameters: Parameters): string {
  if (have.length === 0) return 'c.summary';
  return `case when c.hash = any(${parameters.add(have, 'text[]')}) then null else c.summary end as summary`;
}

function keyOf({ sort, filters }: SearchQuery, options: WhereOptions, parameters: Parameters): string {
  if (sort === 'match') return matchKeyOf(filters.text, options, parameters);
  if (sort !== 'location') return sortKey(sort, 'd.');
  return `(d.sphere <-> ${parameters.add(sphereText(centerOf(filters)), 'cube')})`;
}
