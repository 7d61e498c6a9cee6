import { decodePolyline } from '@switchback/geo/polyline';
import type { DriveQuery } from '../search-index.js';
import type { Doubtful } from './borders.js';
import type { Ask, Search, SearchAnswer } from './connection.js';
import { answerOf, bring, idOf, numberOf } from './hits.js';
import { allOf, butNot, type Query } from './query.js';
import { whereOf } from './where.js';
import { readText, type Text } from './words-query.js';

/** Limits of the exact test: drives per batch, and batches. Drives beyond count as matches. */
const DOUBTFUL_BATCH = 1_000;
const BATCHES_MAX = 10;

/**
 * Runs searches over exactly the drives of the query. Searches all candidates and, in the same request, fetches those
 * in doubt; if some of these fail the exact test, repeats the searches without them.
 */
export async function askExactly(
  ask: Ask,
  query: DriveQuery,
  searches: (drives: Query, text: Text) => Search[],
): Promise<SearchAnswer[]> {
  const text = await readText(ask, query.filters.text);
  const { conditions, borders } = whereOf(query, text);
  const candidates = allOf([...conditions, ...borders.map(({ maybe }) => maybe)]);
  if (borders.length === 0) return ask(searches(candidates, text));
  const doubtful = butNot(candidates, allOf(borders.map(({ sure }) => sure)));
  const [first, ...answers] = await ask([doubtfulSearch(doubtful, null), ...searches(candidates, text)]);
  const strangers: string[] = [];
  for (let batch = 0, hits = first!.hits.hits; ; batch += 1) {
    for (const hit of hits) {
      const drive: Doubtful = {
        path: () => decodePolyline(answerOf(hit, 'path')),
        start: { lat: numberOf(hit, 'start_lat'), lng: numberOf(hit, 'start_lng') },
      };
      if (!borders.every(({ passes }) => passes(drive))) strangers.push(idOf(hit));
    }
    if (hits.length < DOUBTFUL_BATCH || batch === BATCHES_MAX) break;
    const [next] = await ask([doubtfulSearch(doubtful, idOf(hits.at(-1)!))]);
    hits = next!.hits.hits;
  }
  return strangers.length === 0 ? answers : ask(searches(butNot(candidates, { terms: { id: strangers } }), text));
}

function doubtfulSearch(query: Query, afterId: string | null): Search {
  return {
    query,
    sort: ['id'],
    ...(afterId !== null && { search_after: [afterId] }),
    size: DOUBTFUL_BATCH,
    track_total_hits: false,
    ...bring('path', 'start_lat', 'start_lng'),
  };
}
