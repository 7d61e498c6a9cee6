import type { Line } from '@switchback/proto/search/v1/service';
import { LINE_BANDS } from '../../document.js';
import type { MapQuery } from '../search-index.js';
import { type PageOptions, type PageRow, type PageStatement, pageStatement } from './page.js';

export type LineRow = PageRow & { path: string };

export function linesStatement(query: MapQuery, options: PageOptions): PageStatement {
  const band = LINE_BANDS.findIndex(({ zoomBelow }) => query.zoom < zoomBelow);
  return pageStatement(
    {
      ...query,
      key: () => '(-d.importance)',
      columns: () => `c.line_${band} as path`,
      after: null,
      includeCount: true,
    },
    options,
  );
}

export function linesOf(rows: readonly LineRow[]): { lines: Line[]; total: number } {
  const lines = rows.flatMap(({ id, path }) => (id === null ? [] : [{ id, path }]));
  return { lines, total: Number(rows[0]?.count ?? 0) };
}
