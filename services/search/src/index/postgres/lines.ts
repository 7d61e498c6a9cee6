import { LINE_BANDS } from '../../document.js';
import type { MapQuery } from '../search-index.js';
import { pageStatement } from './page.js';
import type { Statement } from './sql.js';
import type { WhereOptions } from './where.js';

export function linesStatement(query: MapQuery, options: WhereOptions): Statement {
  const band = LINE_BANDS.findIndex(({ zoomBelow }) => query.zoom < zoomBelow);
  const columns = () => `c.line_${band} as path, c.approximate`;
  return pageStatement({ ...query, key: () => '(-d.importance)', columns, behind: null, includeCount: true }, options);
}
