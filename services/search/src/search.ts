import { createHash } from 'node:crypto';
import type { SortKey } from '@switchback/contracts/rules/drives';
import { LIMITS } from '@switchback/contracts/rules/limits';
import type { Call } from '@switchback/platform/rpc/call';
import { Filters, type SearchRequest, type SearchResponse } from '@switchback/proto/search/v1/service';
import type { Bookmarks } from './bookmark.js';
import type { Hit, SearchIndex } from './index/search-index.js';
import { hashOf, pickFields } from './summary.js';

interface Request extends SearchRequest {
  filters: Filters;
  sort: SortKey;
}

/**
 * Returns a batch of matching drives. Passes encoded summaries from the index to the client unparsed, unless only some
 * fields were requested.
 * @throws ProductError `invalidBookmark` for one that is damaged or belongs to another query.
 */
export async function searchDrives(
  { index, bookmarks }: { index: SearchIndex; bookmarks: Bookmarks },
  request: Request,
  { caller, signal }: Pick<Call, 'caller' | 'signal'>,
): Promise<SearchResponse> {
  const query = fingerprint(request);
  const picks = request.fields.length > 0;
  const { hits, count } = await index.search({
    filters: request.filters,
    caller,
    signal,
    sort: request.sort,
    after: request.bookmark === undefined ? null : bookmarks.decode(request.bookmark, query),
    // One more than displayed, to detect whether there is a next batch.
    limit: LIMITS.searchBatch + 1,
    includeCount: request.includeCount,
    have: picks ? [] : request.have,
  });
  const batch = hits.slice(0, LIMITS.searchBatch);
  const answers = picks
    ? batch.map((hit) => pick(hit, request))
    : batch.map(({ id, hash, summary }) => ({ hash, text: summary ?? idAlone(id) }));
  const last = hits.length > batch.length ? batch.at(-1) : undefined;
  return {
    drivesJson: Buffer.from(`[${answers.map(({ text }) => text).join(',')}]`),
    hashes: answers.map(({ hash }) => hash),
    bookmark: last && bookmarks.encode(last, query),
    resultsCount: count,
  };
}

function pick({ id, summary }: Hit, { fields, have }: Request): { hash: string; text: string } {
  const text = pickFields(summary ?? idAlone(id), fields);
  const hash = hashOf(text);
  return { hash, text: have.includes(hash) ? idAlone(id) : text };
}

function idAlone(id: string): string {
  return JSON.stringify({ id });
}

/**
 * Identifies the query of a bookmark: the sort order and all filters, except the lists of ids, which may grow while a
 * person pages.
 */
function fingerprint({ filters, sort }: Request): string {
  const asked = Filters.encode({ ...filters, savedIds: [], completedIds: [] }).finish();
  return createHash('sha256').update(sort).update(asked).digest('base64url');
}
