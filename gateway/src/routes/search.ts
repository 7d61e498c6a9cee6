import { autocompleteDrives, clusterDrives, driveLines, searchDrives } from '@switchback/contracts/endpoints/search';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { ProductError } from '@switchback/platform/errors';
import type { Call } from '@switchback/platform/rpc/call';
import { present } from '@switchback/platform/wire/values';
import type { Clients } from '../gateway-parts.js';
import { fieldFault } from '../http/faults.js';
import { toSuggestion } from '../mapping/suggestion.js';
import { filtersWithLists } from './listed-drives.js';
import { EncodedJson, type Route, route } from './route.js';

/** What a map shows when it does not say how near it looks. */
const DEFAULT_ZOOM = 5;
/** Whoever moves a map or types on drops what they asked before. */
const ENDS_WITH_CLIENT = { endsWithClient: true };
const BEFORE_DRIVES = Buffer.from('{"drives":');

export function searchRoutes(clients: Clients): Route[] {
  const { search } = clients;
  return [
    route(
      searchDrives,
      async ({ query, body, call }) => {
        const request = {
          filters: await filtersWithLists(clients, query, call),
          fields: query.fields ?? [],
          sort: query.sort ?? 'location',
          bookmark: query.bookmark || undefined,
          includeCount: query.includeCount,
          have: body.have ?? [],
        };
        const { drivesJson, bookmark, hashes, resultsCount } = await search.search(request, call).catch(nameBookmark);
        const count = resultsCount === undefined ? '' : `,"resultsCount":${resultsCount}`;
        const rest = `"bookmark":${JSON.stringify(bookmark ?? null)},"hashes":${JSON.stringify(hashes)}${count}`;
        return new EncodedJson(Buffer.concat([BEFORE_DRIVES, drivesJson, Buffer.from(`,${rest}}`)]));
      },
      ENDS_WITH_CLIENT,
    ),
    route(autocompleteDrives, async ({ query, body, call }) => {
      const limit = query.limit ?? LIMITS.autocompleteDefault;
      const { results } = await search.autocomplete({ text: query.text, limit, include: body.include ?? [] }, call);
      return { results: results.map(toSuggestion) };
    }),
    route(
      clusterDrives,
      async ({ query, call }) => {
        const { clusters, total } = await search.getClusters(await viewport(clients, query, call), call);
        return {
          clusters: clusters.map((cluster) => ({
            ...cluster,
            location: present(cluster.location, 'location'),
            bounds: present(cluster.bounds, 'bounds'),
          })),
          total,
        };
      },
      ENDS_WITH_CLIENT,
    ),
    route(
      driveLines,
      async ({ query, call }) => search.getLines(await viewport(clients, query, call), call),
      ENDS_WITH_CLIENT,
    ),
  ];
}

type Viewport = Parameters<typeof filtersWithLists>[1] & { zoom?: number };

async function viewport(clients: Clients, { zoom, ...query }: Viewport, call: Call) {
  return { filters: await filtersWithLists(clients, query, call), zoom: zoom ?? DEFAULT_ZOOM };
}

/** A damaged bookmark is a fault of that parameter. */
function nameBookmark(error: unknown): never {
  if (error instanceof ProductError && error.error === 'invalidBookmark')
    throw fieldFault('bookmark', error.message, 'invalidBookmark');
  throw error;
}
