import { centerOf } from '../geometry.js';
import type { SearchPage, SearchQuery } from '../search-index.js';
import { sphereText } from './columns.js';
import { pageStatement } from './page.js';
import type { SearchRow } from './postgres-index.sql.js';
import { sortKey } from './sorts.js';
import type { Parameters, Statement } from './sql.js';
import type { WhereOptions } from './where.js';

export function searchStatement(query: SearchQuery, options: WhereOptions): Statement {
  return pageStatement(
    {
      ...query,
      key: (parameters) => keyOf(query, parameters),
      columns: (parameters) => `c.hash, ${summaryColumn(query.have, parameters)}`,
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

function keyOf({ sort, filters }: SearchQuery, parameters: Parameters): string {
  if (sort !== 'location') return sortKey(sort, 'd.');
  return `(d.sphere <-> ${parameters.add(sphereText(centerOf(filters)), 'cube')})`;
}
