import type { Line } from '@switchback/proto/search/v1/service';
import { LINE_BANDS } from '../../document.js';
import type { MapQuery } from '../search-index.js';
import type { Ask } from './connection.js';
import { askExactly } from './exactly.js';
import { answerOf, bring, idOf, textOf, totalOf } from './hits.js';
import { sortOf } from './page.js';
import type { Query } from './query.js';

/** Returns the most important drives first, with lines for the zoom. */
export async function findLines(ask: Ask, query: MapQuery): Promise<{ lines: Line[]; total: number }> {
  const line = `line_${LINE_BANDS.findIndex(({ zoomBelow }) => query.zoom < zoomBelow)}`;
  const searches = (drives: Query) => [
    {
      query: drives,
      sort: sortOf({ column: 'importance', highestFirst: true }),
      size: query.limit,
      track_total_hits: true,
      ...bring(line, 'approximate'),
    },
  ];
  const [answer] = await askExactly(ask, query, searches);
  const lines = answer!.hits.hits.map((hit) => ({
    id: idOf(hit),
    path: answerOf(hit, line),
    approximate: textOf(hit, 'approximate') === 'true',
  }));
  return { lines, total: totalOf(answer!) };
}
