import { describe, expect, it } from 'vitest';
import { INITIAL_STATE, type ExploreState } from './explore-state.js';
import { apiFilters, areaBox, geocodeZoom, searchArg, zoomOfBounds } from './query.js';

const BOX = { north: 36, east: -75, south: 33, west: -84 };
const AT = { box: BOX, location: { lat: 35, lng: -80 }, zoom: 10, origin: null };
const FILTERED: ExploreState = {
  ...INITIAL_STATE,
  country: 233,
  states: [1452],
  tags: [{ category: 'environment', name: 'coast' }],
  duration: { min: 3600, max: null },
  stars: 4,
  quality: { min: 5, max: 10 },
  gain: { min: 305, max: null },
  kindsOff: ['private'],
  search: { label: 'ridge', value: 'ridge', type: 'text' },
};

describe('the API query of the explore page', () => {
  // Aim: on the map the bounds decide, so country and states are left out.
  it('has the box of the map, without country and states', () => {
    expect(apiFilters({ ...FILTERED, search: null }, AT)).toEqual({
      tags: 'environment:coast',
      starRating: '4',
      duration: '3600,undefined',
      roadQualityRating: '5,10',
      gain: '305,undefined',
      private: 'false',
      geocode: '35,-80,any,5',
      bounds: '36,-75,33,-84',
    });
  });

  // Aim: a text is found wherever it is, best match first, however the map is moved.
  it('has no box for a text', () => {
    const { filters, sort, box } = searchArg(FILTERED, AT);
    expect(filters).toMatchObject({ q: 'ridge', starRating: '4' });
    expect(filters).not.toHaveProperty('bounds');
    expect([sort, box]).toEqual(['match', null]);
    expect(searchArg(FILTERED, { ...AT, box: { ...BOX, north: 37 }, location: { lat: 35.5, lng: -80 } })).toEqual(
      searchArg(FILTERED, AT),
    );
    expect(searchArg({ ...FILTERED, sort: 'stars' }, AT).sort).toBe('stars');
    expect(searchArg({ ...FILTERED, search: null }, AT).sort).toBe('location');
  });

  // Aim: the list searches the country and its states, wherever the map was.
  it('has country and states in the list, without a box', () => {
    const filters = apiFilters({ ...FILTERED, view: 'list' }, AT);
    expect(filters).toMatchObject({ country: '233', states: '1452' });
    expect(filters).not.toHaveProperty('bounds');
  });

  // Aim: searching for one drive in the list lists that drive.
  it('has the searched drive in the list only', () => {
    const search = { label: 'A', value: 'abc', type: 'drive' } as const;
    expect(apiFilters({ ...INITIAL_STATE, view: 'list', search }, AT)).toMatchObject({ ids: 'abc' });
    expect(apiFilters({ ...INITIAL_STATE, search }, AT)).not.toHaveProperty('ids');
  });

  // Aim: five zoom levels lower, between 3 and 7, as in the spec.
  it.each([
    [1, 3],
    [8, 3],
    [9, 4],
    [10, 5],
    [12, 7],
    [20, 7],
  ])('sends zoom %i as %i', (zoom, sent) => expect(geocodeZoom(zoom)).toBe(sent));

  // Aim: zoomed-out maps omit the cards' lines; zoomed-in ones and the list include them.
  it('omits paths two levels above the city and wider', () => {
    expect(searchArg(INITIAL_STATE, { ...AT, zoom: 8 }).withPath).toBe(false);
    expect(searchArg(INITIAL_STATE, { ...AT, zoom: 8.1 }).withPath).toBe(true);
    expect(searchArg({ ...INITIAL_STATE, view: 'list' }, { ...AT, zoom: 3 }).withPath).toBe(true);
  });

  // Aim: the first search near a user reaches a hundred miles or kilometers in each direction.
  it('covers a hundred units around a location', () => {
    const miles = areaBox({ lat: 0, lng: 0 }, 'miles');
    const kilometers = areaBox({ lat: 0, lng: 0 }, 'kilometers');
    expect(miles.north).toBeCloseTo(1.447, 2);
    expect(kilometers.north).toBeCloseTo(0.899, 2);
  });

  // Aim: bounds in the URL open at about the zoom at which they were saved.
  it('has the zoom of a box', () => {
    expect(zoomOfBounds({ north: 85, east: 180, south: -85, west: -180 }, 256)).toBe(1);
    expect(zoomOfBounds({ north: 1, east: 360 / 2 ** 8, south: 0, west: 0 }, 1024)).toBeCloseTo(10);
  });
});
