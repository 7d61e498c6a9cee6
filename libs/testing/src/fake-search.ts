import type { Bounds } from '@switchback/geo/location';
import { ProductError } from '@switchback/platform/errors';
import type { Call, Rpc } from '@switchback/platform/rpc/call';
import type { Facets, SearchRequest, SearchService } from '@switchback/proto/search/v1/service';

/** A search service that records its requests and returns prepared answers. */
export class FakeSearch implements Rpc<SearchService> {
  readonly requests: SearchRequest[] = [];
  readonly calls: Call[] = [];
  failure: Error | undefined;
  drivesJson = '[]';
  bookmark: string | undefined;
  resultsCount: number | undefined;
  hashes: string[] = [];
  facets: Facets = {
    tags: [{ category: 'environment', name: 'coast', count: 3 }],
    curviness: [{ band: 'winding', count: 2 }],
    kinds: { private: 0, public: 5, saved: 1, completed: 0, shared: 0 },
    stars: [{ atLeast: 4, count: 1 }],
    duration: [{ atMost: 3_600, count: 2 }],
  };
  extent: Bounds | undefined;
  suggests = true;

  #asked(call: Call): void {
    this.calls.push(call);
    if (this.failure) throw this.failure;
  }

  search: Rpc<SearchService>['search'] = async (request, call) => {
    this.requests.push(request);
    this.#asked(call);
    if (request.bookmark === 'damaged') throw new ProductError('invalidBookmark');
    const { drivesJson, hashes, bookmark, extent } = this;
    const resultsCount = request.includeCount ? this.resultsCount : undefined;
    const facets = request.facets && this.facets;
    return { drivesJson: Buffer.from(drivesJson), hashes, bookmark, resultsCount, facets, extent };
  };
  autocomplete: Rpc<SearchService>['autocomplete'] = async ({ text, limit }, call) => {
    this.#asked(call);
    const states = [{ id: 1446, name: 'North Carolina' }];
    const found = { type: 'drive', label: text, value: 'd1', relevance: 5, exact: true };
    const drive = { ...found, states, distance: 1_000, approximate: true };
    return { results: this.suggests ? [drive].slice(0, limit) : [] };
  };
  getClusters: Rpc<SearchService>['getClusters'] = async (_request, call) => {
    this.#asked(call);
    const bounds = { north: 2, east: 2, south: 1, west: 1 };
    return { clusters: [{ location: { lat: 1.5, lng: 1.5 }, count: 1, bounds, id: 'd1' }], total: 1 };
  };
  getLines: Rpc<SearchService>['getLines'] = async (_request, call) => {
    this.#asked(call);
    return { lines: [{ id: 'd1', path: '_p~iF~ps|U', approximate: true }], total: 1 };
  };
  autocompletePlaces: Rpc<SearchService>['autocompletePlaces'] = async ({ text, kind, limit }, call) => {
    this.#asked(call);
    const found = { type: kind, label: text, value: 'city:1', relevance: 4, exact: true };
    const place = { ...found, states: [], distance: 0, approximate: false };
    return { results: this.suggests ? [place].slice(0, limit) : [] };
  };
  getPlace: Rpc<SearchService>['getPlace'] = async ({ value }, call) => {
    this.#asked(call);
    if (value !== 'city:1') throw new ProductError('placeNotFound');
    const viewport = { north: 36, east: -82, south: 35, west: -83 };
    const country = { id: 233, name: 'United States' };
    return {
      label: 'Asheville',
      location: { lat: 35.6, lng: -82.55 },
      viewport,
      country,
      state: undefined,
      city: undefined,
      town: undefined,
    };
  };
  getCountries: Rpc<SearchService>['getCountries'] = async (_request, call) => {
    this.#asked(call);
    return { items: [{ id: 233, name: 'United States' }] };
  };
  getStates: Rpc<SearchService>['getStates'] = async ({ countryId }, call) => {
    this.#asked(call);
    return { items: countryId === 233 ? [{ id: 1446, name: 'North Carolina' }] : [] };
  };
  getCities: Rpc<SearchService>['getCities'] = async ({ stateId }, call) => {
    this.#asked(call);
    return { items: stateId === 1446 ? [{ id: 111, name: 'Asheville' }] : [] };
  };
}
