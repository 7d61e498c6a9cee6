import { distanceMeters } from '@switchback/geo/distance';
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import type { DriveDetails } from '@switchback/contracts/resources/drive';
import { CURVINESS_BANDS } from '@switchback/contracts/rules/curviness';
import { TAG_CATEGORIES, TAGS } from '@switchback/contracts/rules/drives';
import { DURATION_STEPS_SECONDS, STAR_STEPS } from '@switchback/contracts/rules/facets';
import type { DriveCardData, Facets } from '../api/types.js';
import { FakeAccounts } from './accounts.js';
import { FakeBilling } from './billing.js';
import { FakeCollections } from './collections.js';
import { FakeDeals } from './deals.js';
import { drive, driveDetails } from './drives.js';
import { FakeNotices } from './notices.js';
import { FakePlans } from './plans.js';

const BATCH = 25;
const DOWN = { title: 'Temporarily unavailable', message: 'Search is down.', code: 'ERROR-00010', type: 503 };
export const ASHEVILLE = {
  label: 'Asheville, North Carolina',
  location: { lat: 35.6, lng: -82.55 },
  viewport: { north: 35.7, east: -82.4, south: 35.5, west: -82.7 },
  country: { id: 233, name: 'United States' },
  state: { id: 1447, name: 'North Carolina' },
  city: { id: 110_000, name: 'Asheville' },
  town: null,
};

/** The only town of the fake: every point is near it. */
export const MILLS_RIVER = { name: 'Mills River', location: { lat: 35.388, lng: -82.566 } };

/** Facets in which every choice has the same count. */
export function facetsOf(count: number): Facets {
  return {
    tags: TAG_CATEGORIES.flatMap((category) => TAGS[category].map((name) => ({ category, name, count }))),
    curviness: CURVINESS_BANDS.map(({ band }) => ({ band, count })),
    kinds: { private: count, public: count, saved: count, completed: count, shared: count },
    stars: STAR_STEPS.map((atLeast) => ({ atLeast, count })),
    duration: DURATION_STEPS_SECONDS.map((atMost) => ({ atMost, count })),
  };
}

/** A fake API over a list of drives: pages, counts, and knows no filter but `starRating`. Records queries. */
export class FakeApi {
  drives: DriveCardData[] = [drive({ id: 'a', title: 'Blue Ridge' }), drive({ id: 'b', title: 'Sea Cliffs' })];
  failing = false;
  /** Whether a search finds a drive, in addition to the stars. */
  visible: (drive: DriveCardData, query: URLSearchParams) => boolean = () => true;
  /** Name of the login provider, if there is one. */
  loginProvider: string | null = null;
  passwordMin = 6;
  /** Overrides of drive details, by id. */
  details: Record<string, Partial<DriveDetails>> = {};
  /** Texts with which the operator replaced pages. */
  ownTexts: Record<string, string> = {};
  /** Counts of further choices; all drives by default. */
  facets: (drives: readonly DriveCardData[]) => Facets = ({ length }) => facetsOf(length);
  readonly searches: URLSearchParams[] = [];
  /** Meters from any place to the lines of drives that do not start nearest to it, by id. */
  readonly lineMeters: Record<string, number> = {};
  /** The drives last sent as the person's own or shared with them. */
  included: readonly string[] = [];
  readonly accounts = new FakeAccounts();
  readonly billing = new FakeBilling(this.accounts);
  readonly notices = new FakeNotices(this.accounts);
  readonly collections = new FakeCollections(this.accounts);
  readonly plans = new FakePlans();
  readonly deals = new FakeDeals(this.accounts);

  readonly server = setupServer(
    ...this.accounts.handlers,
    ...this.billing.handlers,
    ...this.notices.handlers,
    ...this.collections.handlers,
    ...this.plans.handlers,
    ...this.deals.handlers,
    http.post('*/api/drives/search', ({ request }) => this.search(new URL(request.url).searchParams)),
    http.post('*/api/drives/search/autocomplete', async ({ request }) => {
      this.included = ((await request.json()) as { include: string[] }).include;
      const text = (new URL(request.url).searchParams.get('text') ?? '').toLowerCase();
      const found = this.drives.filter(({ title }) => title.toLowerCase().startsWith(text));
      const results = found.map(({ id, title, distance, statesOrProvinces: states }) => ({
        type: 'drive',
        label: title,
        value: id,
        relevance: 5,
        exact: title.toLowerCase() === text,
        states,
        distance,
      }));
      return HttpResponse.json(results.length > 0 ? { results } : { results, hint: 'No drive has such a name.' });
    }),
    http.get('*/api/places/autocomplete', ({ request }) => {
      const exact = new URL(request.url).searchParams.get('text')?.toLowerCase() === 'asheville';
      const place = { type: 'place', label: 'Asheville, North Carolina', value: 'p1' };
      return HttpResponse.json({ results: [{ ...place, relevance: exact ? 6 : 4, exact }] });
    }),
    ...this.accounts.own('post', 'recently-searched-drives', () => ({
      drives: this.accounts.searches.flatMap(({ value }) => this.drives.filter(({ id }) => id === value)),
    })),
    http.post('*/api/drives/summaries', async ({ request }) => {
      const { ids } = (await request.json()) as { ids: string[] };
      return HttpResponse.json({ drives: ids.flatMap((id) => this.drives.filter((drive) => drive.id === id)) });
    }),
    http.get('*/api/places/place/:value', ({ params }) => {
      const isPoint = String(params['value']).startsWith('point:');
      return HttpResponse.json({ place: isPoint ? { ...ASHEVILLE, city: null, town: MILLS_RIVER } : ASHEVILLE });
    }),
    http.get('*/api/drives/drive/:id/details', ({ params }) => this.detailsOf(String(params['id']))),
    http.get('*/api/drives/drive/:id/photos', () => HttpResponse.json({ photos: [] })),
    http.get('*/api/drives/drive/:id/reviews', () =>
      HttpResponse.json({ reviews: [], items: [], bookmark: null, stars: [0, 0, 0, 0, 0], mine: null }),
    ),
    http.get('*/api/rankings/drives/world', () =>
      HttpResponse.json({ drives: this.drives.filter(({ rankings }) => rankings.world) }),
    ),
    http.get('*/api/drives/popular', () =>
      this.failing ? HttpResponse.json(DOWN, { status: 503 }) : HttpResponse.json({ drives: this.drives }),
    ),
    http.get('*/api/stats/drives', () =>
      HttpResponse.json({ count: 689, distance: 16_093_440, duration: 36_000, states: 48, countries: 2 }),
    ),
    http.get('*/api/settings', () =>
      HttpResponse.json({
        productName: 'Switchback',
        publicUrl: 'http://localhost',
        socialUrl: null,
        loginProvider: this.loginProvider,
        billing: this.billing.settings,
        apps: { ios: null, android: null },
        ads: { own: null, provider: false },
        accounts: { passwordMin: this.passwordMin },
        map: { googleMapsApiKey: null, styles: { roadmap: null, terrain: null, satellite: null }, streets: null },
      }),
    ),
    http.get('*/api/texts/:page', ({ params }) =>
      HttpResponse.json({ markdown: this.ownTexts[String(params['page'])] ?? null }),
    ),
    http.get('*/api/geo/countries', () => HttpResponse.json({ items: [{ id: 233, name: 'United States' }] })),
    http.get('*/api/geo/states/233', () => HttpResponse.json({ items: [{ id: 1447, name: 'North Carolina' }] })),
  );

  private detailsOf(id: string) {
    const known = this.drives.find((candidate) => candidate.id === id);
    if (known === undefined) {
      const title = 'Drive could not be found';
      const message = 'Oh, no! The drive you requested does not exist.';
      return HttpResponse.json({ title, message, code: 'ERROR-00020', type: 404 }, { status: 404 });
    }
    if (this.failing) return HttpResponse.json(DOWN, { status: 503 });
    return HttpResponse.json({ drive: driveDetails({ ...known, overviewPath: '', ...this.details[id] }) });
  }

  private measured(drive: DriveCardData, query: URLSearchParams) {
    const [lat = 0, lng = 0] = (query.get('from') ?? query.get('geocode') ?? '').split(',').map(Number);
    const toStart = distanceMeters({ lat, lng }, drive.startLocation);
    return { ...drive, distanceToLine: this.lineMeters[drive.id] ?? toStart };
  }

  private search(query: URLSearchParams) {
    this.searches.push(query);
    if (this.failing) {
      return HttpResponse.json(DOWN, { status: 503 });
    }
    const least = Number(query.get('starRating') ?? 0);
    const found = this.drives.filter((drive) => (drive.starRating ?? 0) >= least && this.visible(drive, query));
    const from = Number(query.get('bookmark') ?? 0);
    const batch = found.slice(from, from + BATCH);
    return HttpResponse.json({
      drives: query.get('fields')?.includes('distanceToLine')
        ? batch.map((drive) => this.measured(drive, query))
        : batch,
      hashes: batch.map(({ id }) => id.padStart(8, '0')),
      bookmark: from + BATCH < found.length ? String(from + BATCH) : null,
      ...(query.get('includeCount') === 'true' ? { resultsCount: found.length } : {}),
      ...(query.get('facets') === 'true' ? { facets: this.facets(this.drives) } : {}),
      ...(query.has('q') && !query.has('bounds') ? { extent: found[0]?.bounds ?? null } : {}),
    });
  }
}
