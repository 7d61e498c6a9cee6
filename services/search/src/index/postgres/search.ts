import { MEASURED_BAND } from '../../document.js';
import type { ExtentQuery, SearchPage, SearchQuery } from '../search-index.js';
import { metersToLine } from '../nearest.js';
import { matchKeyOf } from './match-key.js';
import { behindPosition, pageStatement } from './page.js';
import type { SearchRow } from './postgres-index.sql.js';
import { sortKey } from './sorts.js';
import type { Parameters, Statement } from './sql.js';
import type { WhereOptions } from './where.js';

/** The line that distances are measured to, over `card c`. */
export const MEASURED_LINE = `c.line_${MEASURED_BAND} as line`;

/** Returns the statement for a batch in an order other than by location, see `nearest-page.ts`. */
export function searchStatement(query: SearchQuery, options: WhereOptions): Statement {
  const line = query.measureFrom ? MEASURED_LINE : 'null::text as line';
  return pageStatement(
    {
      ...query,
      key: (parameters) => keyOf(query, options, parameters),
      columns: (parameters) => `c.hash, ${summaryColumn(query.have, parameters)}, ${line}`,
      behind: behindPosition(query.after),
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
      behind: null,
      includeCount: false,
    },
    options,
  );
}

export function pageOf(rows: readonly SearchRow[], { measureFrom }: SearchQuery): SearchPage {
  const hits = rows.flatMap(({ id, key, hash, summary, line }) =>
    id === null || key === null || hash === null
      ? []
      : [{ id, key, hash, summary, metersToLine: metersToLine(line, measureFrom) }],
  );
  return { hits, count: rows[0]?.count ?? undefined };
}

function summaryColumn(have: readonly string[], parameters: Parameters): string {
  if (have.length === 0) return 'c.summary';
  return `case when c.hash = any(${parameters.add(have, 'text[]')}) then null else c.summary end as summary`;
}

function keyOf({ sort, filters }: SearchQuery, options: WhereOptions, parameters: Parameters): string {
  if (sort === 'match') return matchKeyOf(filters.text, options, parameters);
  if (sort === 'location') throw new TypeError('The order by location has no key of its own.');
  return sortKey(sort, 'd.');
}
