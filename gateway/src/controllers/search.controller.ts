import { Controller, Header, Inject } from '@nestjs/common';
import { autocompleteDrives, clusterDrives, driveLines, searchDrives } from '@switchback/contracts/endpoints/search';
import { facets } from '@switchback/contracts/resources/facets';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { driveHint } from '@switchback/contracts/rules/suggestions';
import { ProductError } from '@switchback/platform/errors';
import type { Call } from '@switchback/platform/rpc/call';
import { present } from '@switchback/platform/wire/values';
import { Answers, type InputOf } from '../contract/answers.js';
import { CLIENTS, type Clients } from '../services/clients.js';
import { fieldFault } from '../http/faults.js';
import { toDriveSuggestion } from '../mapping/suggestion.js';
import { filtersWithFacets, filtersWithLists } from './listed-drives.js';

/** Zoom for a map request that gives none. */
const DEFAULT_ZOOM = 5;
/** Moving the map or typing on makes the previous search obsolete. */
const ENDS_WITH_CLIENT = { endsWithClient: true };
const BEFORE_DRIVES = Buffer.from('{"drives":');

type Viewport = Parameters<typeof filtersWithLists>[1] & { zoom?: number };

@Controller()
export class SearchController {
  constructor(@Inject(CLIENTS) private readonly clients: Clients) {}

  @Answers(searchDrives, ENDS_WITH_CLIENT)
  @Header('content-type', 'application/json; charset=utf-8')
  async search({ query, body, call }: InputOf<typeof searchDrives>) {
    const request = {
      ...(query.facets
        ? await filtersWithFacets(this.clients, query, call)
        : { filters: await filtersWithLists(this.clients, query, call), facets: undefined }),
      fields: query.fields ?? [],
      sort: query.sort ?? (query.q?.trim() ? 'match' : 'location'),
      bookmark: query.bookmark || undefined,
      includeCount: query.includeCount,
      have: body.have ?? [],
      from: query.from,
    };
    const answer = await this.clients.search.search(request, call).catch(nameBookmark);
    const { drivesJson, bookmark = null, hashes, resultsCount, extent = null } = answer;
    const hasExtent = request.filters.text !== '' && query.bounds === undefined && request.bookmark === undefined;
    // Drops what is undefined.
    const rest = JSON.stringify({
      bookmark,
      hashes,
      resultsCount,
      facets: facets.optional().parse(answer.facets),
      ...(hasExtent && { extent }),
    });
    return Buffer.concat([BEFORE_DRIVES, drivesJson, Buffer.from(`,${rest.slice(1)}`)]);
  }

  @Answers(autocompleteDrives)
  async autocomplete({ query, body, call }: InputOf<typeof autocompleteDrives>) {
    const { text, limit = LIMITS.autocompleteDefault, near } = query;
    const request = { text, limit, include: body.include ?? [], near };
    const { results } = await this.clients.search.autocomplete(request, call);
    return results.length > 0 ? { results: results.map(toDriveSuggestion) } : { results: [], hint: driveHint(text) };
  }

  @Answers(clusterDrives, ENDS_WITH_CLIENT)
  async clusters({ query, call }: InputOf<typeof clusterDrives>) {
    const { clusters, total } = await this.clients.search.getClusters(await this.#viewport(query, call), call);
    return {
      clusters: clusters.map((cluster) => ({
        ...cluster,
        location: present(cluster.location, 'location'),
        bounds: present(cluster.bounds, 'bounds'),
      })),
      total,
    };
  }

  @Answers(driveLines, ENDS_WITH_CLIENT)
  async lines({ query, call }: InputOf<typeof driveLines>) {
    return this.clients.search.getLines(await this.#viewport(query, call), call);
  }

  async #viewport({ zoom, ...query }: Viewport, call: Call) {
    return { filters: await filtersWithLists(this.clients, query, call), zoom: zoom ?? DEFAULT_ZOOM };
  }
}

/** Reports a damaged bookmark as a fault of its parameter. */
function nameBookmark(error: unknown): never {
  if (error instanceof ProductError && error.error === 'invalidBookmark')
    throw fieldFault('bookmark', error.message, 'invalidBookmark');
  throw error;
}
