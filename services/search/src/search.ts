import { createHash } from 'node:crypto';
import type { SortKey } from '@switchback/contracts/rules/drives';
import { LIMITS } from '@switchback/contracts/rules/limits';
import type { LatLng } from '@switchback/geo/location';
import type { Call } from '@switchback/platform/rpc/call';
import { Filters, type SearchRequest, type SearchResponse } from '@switchback/proto/search/v1/service';
import type { Bookmarks } from './bookmark.js';
import type { Hit, SearchIndex } from './index/search-index.js';
import { pickFields, type Shape, shapeHash, shapeOf, withDistance, withDistanceToLine } from './summary.js';

/** Number of best matches that the extent of a search for a text includes. */
const EXTENT_DRIVES = 200;

interface Request extends SearchRequest {
  filters: Filters;
  sort: SortKey;
}

/**
 * Returns a batch of matching drives. Passes encoded summaries from the index to the client unparsed, unless the
 * requested fields are no prefix of them.
 * @throws ProductError `invalidBookmark` for one that is damaged or belongs to another query.
 */
export async function searchDrives(
  { index, bookmarks }: { index: SearchIndex; bookmarks: Bookmarks },
  request: Request,
  { caller, signal }: Pick<Call, 'caller' | 'signal'>,
): Promise<SearchResponse> {
  const query = fingerprint(request);
  const shape = request.fields.length > 0 ? shapeOf(request.fields) : null;
  const { filters, facets: lists, have } = request;
  // Measured only if requested, or if the whole summary is.
  const measureFrom = (shape?.distanceToLine ?? true) ? (request.from ?? filters.geocode) : undefined;
  const needsExtent = filters.text !== '' && filters.bounds === undefined && request.bookmark === undefined;
  const [{ hits, count }, facets, extent] = await Promise.all([
    index.search({
      filters,
      caller,
      signal,
      sort: request.sort,
      after: request.bookmark === undefined ? null : bookmarks.decode(request.bookmark, query),
      // One more than displayed, to detect whether there is a next batch.
      limit: LIMITS.searchBatch + 1,
      includeCount: request.includeCount,
      have: shape ? [] : have,
      measureFrom,
    }),
    lists && index.facets({ filters, lists, caller, signal }),
    needsExtent ? index.extent({ filters, caller, signal, limit: EXTENT_DRIVES }) : null,
  ]);
  const batch = hits.slice(0, LIMITS.searchBatch);
  const answers = batch.map((hit) => (shape ? pick(hit, shape, have, filters.geocode) : whole(hit, filters.geocode)));
  const last = hits.length > batch.length ? batch.at(-1) : undefined;
  return {
    drivesJson: Buffer.from(`[${answers.map(({ text }) => text).join(',')}]`),
    hashes: answers.map(({ hash }) => hash),
    bookmark: last && bookmarks.encode(last, query),
    resultsCount: count,
    facets,
    extent: extent ?? undefined,
  };
}

interface Answer {
  hash: string;
  text: string;
}

function whole({ id, hash, summary, metersToLine }: Hit, from: LatLng | undefined): Answer {
  if (summary === null) return { hash, text: idAlone(id, metersToLine) };
  return { hash, text: withDistanceToLine(withDistance(summary, summary, from), metersToLine) };
}

function pick(hit: Hit, shape: Shape, have: readonly string[], from: LatLng | undefined): Answer {
  const { id, hash, summary, metersToLine } = hit;
  const own = shapeHash(hash, shape);
  if (summary === null || have.includes(own)) return { hash: own, text: idAlone(id, metersToLine) };
  const picked = pickFields(summary, shape);
  const text = shape.distanceFrom ? withDistance(picked, summary, from) : picked;
  return { hash: own, text: shape.distanceToLine ? withDistanceToLine(text, metersToLine) : text };
}

function idAlone(id: string, metersToLine: number | null): string {
  const text = JSON.stringify({ id });
  return metersToLine === null ? text : withDistanceToLine(text, metersToLine);
}

/**
 * Identifies the query of a bookmark: the sort order and all filters, except the lists of ids, which may grow while a
 * person pages.
 */
function fingerprint({ filters, sort }: Request): string {
  const asked = Filters.encode({ ...filters, savedIds: [], completedIds: [] }).finish();
  return createHash('sha256').update(sort).update(asked).digest('base64url');
}
