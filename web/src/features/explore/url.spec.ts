import fc from 'fast-check';
import { CURVY } from '@switchback/contracts/rules/curviness';
import { NUMBER_FILTERS } from '@switchback/contracts/rules/filters';
import { KINDS, SORT_KEYS, TAG_CATEGORIES, TAGS } from '@switchback/contracts/rules/drives';
import { describe, expect, it } from 'vitest';
import { INITIAL_STATE, VIEWS, type ExploreState } from './explore-state.js';
import { RANGE_FILTERS, eachRange } from './range-filters.js';
import { exploreQuery, parseExploreUrl, readableQuery } from './url.js';

const degrees = (limit: number) =>
  fc.integer({ min: -limit * 1e6, max: limit * 1e6 }).map((value) => (value === 0 ? 0 : value / 1e6));
const location = fc.record({ lat: degrees(90), lng: degrees(180) });
const bounds = fc
  .record({ north: degrees(90), east: degrees(180), south: degrees(90), west: degrees(180) })
  .filter(({ north, south }) => north > south);
const range = (max: number) =>
  fc
    .record({
      min: fc.option(fc.integer({ min: 0, max })),
      max: fc.option(fc.integer({ min: 0, max })),
    })
    .filter(({ min, max: top }) => (min !== null || top !== null) && (min === null || top === null || min <= top));
const tag = fc.constantFrom(
  ...TAG_CATEGORIES.flatMap((category) => TAGS[category].map((name) => ({ category, name: name }))),
);
const word = fc.string({ minLength: 1, maxLength: 30 }).filter((text) => !text.includes('|'));
const search = fc.record({
  label: fc.oneof(word, fc.constant('a|b')),
  value: word,
  type: fc.constantFrom('drive' as const, 'place' as const, 'geoname' as const, 'text' as const),
});
const state: fc.Arbitrary<ExploreState> = fc
  .record({
    view: fc.constantFrom(...VIEWS),
    country: fc.option(fc.nat(999)),
    states: fc.uniqueArray(fc.nat(9_999), { maxLength: 8 }),
    tags: fc.uniqueArray(tag, { maxLength: 8 }),
    stars: fc.constantFrom(0, 0.5, 3, 4.5, 5),
    location: fc.option(location),
    bounds: fc.option(bounds),
    drive: fc.option(fc.uuid()),
    details: fc.boolean(),
    compared: fc.uniqueArray(fc.uuid(), { maxLength: 3 }),
    comparing: fc.boolean(),
    kindsOff: fc.subarray([...KINDS]),
    sort: fc.constantFrom(...SORT_KEYS),
    search: fc.option(search),
    inArea: fc.boolean(),
    roads: fc.boolean(),
    ranges: fc.record(eachRange((name) => fc.option(range(NUMBER_FILTERS[RANGE_FILTERS[name].param].max)))),
  })
  .map(({ ranges, ...made }) => ({
    ...made,
    ...ranges,
    bounds: made.view === 'map' ? made.bounds : null,
    details: made.drive !== null && made.details,
    comparing: made.compared.length > 0 && made.comparing,
    inArea: made.search?.type === 'text' && made.inArea,
    roads: made.view === 'map' && made.roads,
  }));

describe('the parameters of the explore page', () => {
  // Aim: a link restores exactly what the page showed, whatever was set.
  it('are parsed to the state that they were written from', () => {
    fc.assert(
      fc.property(state, (made) => {
        expect(parseExploreUrl(readableQuery(exploreQuery(made)))).toEqual(made);
      }),
    );
  });

  // Aim: the page opens whatever a user types into the address bar.
  it('always parse, and are stable after one round trip', () => {
    const names = [
      'view',
      'country',
      'states',
      'tags',
      'duration',
      'stars',
      'location',
      'bounds',
      'sort',
      'search',
      'area',
    ];
    const junk = fc.dictionary(fc.constantFrom(...names), fc.string({ maxLength: 40 }));
    fc.assert(
      fc.property(junk, (params) => {
        const once = parseExploreUrl(new URLSearchParams(params));
        expect(parseExploreUrl(exploreQuery(once))).toEqual({ ...once, details: false });
      }),
    );
  });

  // Aim: parses the formats in the spec's table exactly.
  it.each<[string, Partial<ExploreState>]>([
    ['', {}],
    ['view=list', { view: 'list' }],
    ['view=globe', {}],
    ['country=233', { country: 233 }],
    ['country=usa', {}],
    ['states=1452,1447', { states: [1452, 1447] }],
    ['states=1452,x,1452', { states: [1452] }],
    [
      'tags=environment:coast,feature:bridge',
      {
        tags: [
          { category: 'environment', name: 'coast' },
          { category: 'feature', name: 'bridge' },
        ],
      },
    ],
    ['tags=environment:bridge,coast', {}],
    ['duration=3600,7200', { duration: { min: 3600, max: 7200 } }],
    ['duration=undefined,7200', { duration: { min: null, max: 7200 } }],
    ['duration=3600,undefined', { duration: { min: 3600, max: null } }],
    ['duration=undefined,undefined', {}],
    ['duration=3600,', { duration: { min: 3600, max: null } }],
    ['duration=7200,3600', {}],
    ['distance=8047,80467', { distance: { min: 8047, max: 80467 } }],
    ['stars=3.5', { stars: 3.5 }],
    ['stars=9', {}],
    ['intensity=3,10', { intensity: { min: 3, max: 10 } }],
    ['traffic=0,4', { traffic: { min: 0, max: 4 } }],
    ['quality=5,undefined', { quality: { min: 5, max: null } }],
    ['curviness=120,undefined', { curviness: { min: 120, max: null } }],
    ['curviness=2000,undefined', { curviness: CURVY }],
    ['curviness=300,20000', { curviness: CURVY }],
    ['curviness=0,2000000', { curviness: { min: 0, max: null } }],
    ['location=35.6,-82.5', { location: { lat: 35.6, lng: -82.5 } }],
    ['location=35.6', {}],
    ['location=35.6,west', {}],
    ['bounds=36,-75,33,-84', { bounds: { north: 36, east: -75, south: 33, west: -84 } }],
    ['bounds=36,-75,33', {}],
    ['bounds=33,-75,36,-84', {}],
    ['drive=abc&details=true', { drive: 'abc', details: true }],
    ['private=false&public=true&saved=', { kindsOff: ['private'] }],
    ['sort=stars', { sort: 'stars' }],
    ['sort=beauty', {}],
    ['search=Blue%20Ridge|abc|drive', { search: { label: 'Blue Ridge', value: 'abc', type: 'drive' } }],
    ['search=Blue%20Ridge|abc', {}],
    ['search=|abc|drive', {}],
    ['search=Blue|abc|planet', {}],
    ['utm_source=mail', {}],
  ])('%s', (query, expected) => {
    expect(parseExploreUrl(query)).toEqual({ ...INITIAL_STATE, ...expected });
  });

  // Aim: the list searches everywhere, so its URL has no bounds.
  it('contain bounds in map view only', () => {
    const box = { north: 36, east: -75, south: 33, west: -84 };
    expect(exploreQuery({ ...INITIAL_STATE, bounds: box }).get('bounds')).toBe('36,-75,33,-84');
    expect(exploreQuery({ ...INITIAL_STATE, view: 'list', bounds: box }).has('bounds')).toBe(false);
  });
});
