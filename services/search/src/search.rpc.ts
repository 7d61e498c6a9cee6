import { Inject } from '@nestjs/common';
import { SORT_KEYS, type SortKey } from '@switchback/contracts/rules/drives';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { ProductError } from '@switchback/platform/errors';
import type { PlaceKind, Places } from '@switchback/platform/places/places';
import { RpcController } from '@switchback/platform/nest/rpc-controller';
import { PLACES } from '@switchback/platform/nest/tokens';
import type { Call } from '@switchback/platform/rpc/call';
import {
  type AutocompletePlacesRequest,
  type AutocompleteRequest,
  Filters,
  type GetCitiesRequest,
  type GetClustersRequest,
  type GetLinesRequest,
  type GetPlaceRequest,
  type GetStatesRequest,
  type SearchRequest,
  SearchServiceDefinition,
} from '@switchback/proto/search/v1/service';
import { Bookmarks } from './bookmark.js';
import { SEARCH_INDEX, type SearchIndex } from './index/search-index.js';
import { searchDrives } from './search.js';
import { suggestDrives } from './suggest-drives.js';

/** RPC interface of the search service. */
@RpcController(SearchServiceDefinition)
export class SearchRpc {
  constructor(
    @Inject(SEARCH_INDEX) private readonly index: SearchIndex,
    @Inject(PLACES) private readonly places: Places,
    private readonly bookmarks: Bookmarks,
  ) {}

  async search(request: SearchRequest, call: Call) {
    const { index, bookmarks } = this;
    return searchDrives(
      { index, bookmarks },
      { ...request, filters: filtersOf(request), sort: sortOf(request.sort) },
      call,
    );
  }

  async autocomplete({ text, include, near, ...request }: AutocompleteRequest, { caller }: Call) {
    const limit = Math.min(request.limit, LIMITS.autocompleteMax);
    const found = await this.index.autocomplete({ text, include, caller, limit });
    const countries = [...new Set(found.flatMap(({ countryIds }) => countryIds))];
    const regions = (await Promise.all(countries.map((country) => this.places.states(country)))).flat();
    return { results: suggestDrives(found, text, near, regions).slice(0, limit) };
  }

  async getClusters(request: GetClustersRequest, { caller, signal }: Call) {
    return this.index.clusters({
      filters: filtersOf(request),
      caller,
      signal,
      zoom: request.zoom,
      limit: LIMITS.clustersMax,
    });
  }

  async getLines(request: GetLinesRequest, { caller, signal }: Call) {
    return this.index.lines({
      filters: filtersOf(request),
      caller,
      signal,
      zoom: request.zoom,
      limit: LIMITS.linesMax,
    });
  }

  async autocompletePlaces({ text, kind, near, ...request }: AutocompletePlacesRequest) {
    const limit = Math.min(request.limit, LIMITS.autocompleteMax);
    const found = await this.places.autocomplete(text, kindOf(kind), limit, near);
    return { results: found.map((place) => ({ ...place, states: [], distance: 0, approximate: false })) };
  }

  async getPlace({ value }: GetPlaceRequest) {
    const place = await this.places.place(value);
    if (!place) throw new ProductError('placeNotFound');
    const { country, state, city, town, ...rest } = place;
    return {
      ...rest,
      country: country ?? undefined,
      state: state ?? undefined,
      city: city ?? undefined,
      town: town ?? undefined,
    };
  }

  async getCountries() {
    return { items: await this.places.countries() };
  }

  async getStates({ countryId }: GetStatesRequest) {
    return { items: await this.places.states(countryId) };
  }

  async getCities({ countryId, stateId }: GetCitiesRequest) {
    return { items: await this.places.cities(countryId, stateId) };
  }
}

/**
 * Replaces a message missing on the wire by an empty one: it sets no filter and includes no kind of drive, so it
 * matches nothing.
 */
function filtersOf({ filters }: { filters?: Filters | undefined }): Filters {
  return filters ?? Filters.decode(new Uint8Array());
}

/** @throws ProductError `invalidInput`: on the wire a sort is an arbitrary string. */
function sortOf(sort: string): SortKey {
  const known = SORT_KEYS.find((key) => key === sort);
  if (!known) throw new ProductError('invalidInput', { message: 'There is no such order.' });
  return known;
}

function kindOf(kind: string): PlaceKind {
  if (kind !== 'place' && kind !== 'geoname')
    throw new ProductError('invalidInput', { message: 'There is no such kind of place.' });
  return kind;
}
