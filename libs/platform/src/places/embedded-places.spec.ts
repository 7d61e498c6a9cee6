import { beforeAll, describe, expect, it } from '@jest/globals';
import { openEmbeddedPlaces } from './embedded-places.js';
import type { PlaceKind, Places } from './places.js';

let places: Places;

beforeAll(async () => {
  places = await openEmbeddedPlaces();
}, 120_000);

async function labels(text: string, kind: PlaceKind = 'place', limit = 5): Promise<string[]> {
  return (await places.autocomplete(text, kind, limit)).map((hit) => hit.label);
}

describe('suggestions', () => {
  // Aim: the place that people most likely mean comes first, however they write it.
  it.each([
    ['asheville', 'Asheville, North Carolina, United States'],
    ['ashevi', 'Asheville, North Carolina, United States'],
    ['Asheville NC', 'Asheville, North Carolina, United States'],
    ['asheville, north carolina', 'Asheville, North Carolina, United States'],
    ['asheville, n', 'Asheville, North Carolina, United States'],
    ['paris', 'Paris, France'],
    ['paris tx', 'Paris, Texas, United States'],
    ['portland or', 'Portland, Oregon, United States'],
    ['ZÜRICH', 'Zürich, Switzerland'],
    ['zurich', 'Zürich, Switzerland'],
    ['st moritz', 'St. Moritz, Graubünden, Switzerland'],
    ['mt airy', 'Mount Airy, North Carolina, United States'],
    ['shanghai', 'Shanghai, China'],
    ['uk', 'United Kingdom'],
  ])('rank the place meant by "%s" first', async (text, expected) => {
    expect((await labels(text))[0]).toBe(expected);
  });

  // Aim: a typo in a long word does not hide the place; in a short word it would match anything.
  it('tolerate one typo in words of five letters or more', async () => {
    expect((await labels('ashevile'))[0]).toBe('Asheville, North Carolina, United States');
    expect((await labels('innsbruk'))[0]).toBe('Innsbruck, Tyrol, Austria');
    expect((await labels('ahseville'))[0]).toBe('Asheville, North Carolina, United States');
    expect((await labels('asheville carolna'))[0]).toBe('Asheville, North Carolina, United States');
    expect(await labels('rmoe')).not.toContain('Rome, Italy');
    expect(await labels('axxhexille')).toEqual([]);
  });

  // Aim: correctly spelled names come before names with a typo, whatever their population.
  it('rank exact matches before typos', async () => {
    const found = await labels('ashville', 'place', 10);
    expect(found[0]).toMatch(/^Ashville, /);
    expect(found.findIndex((label) => label.startsWith('Nashville'))).toBeGreaterThan(0);
  });

  // Aim: places of the person's own country come first, and no hamlet abroad is guessed from half a word.
  it('prefer the country of the person', async () => {
    const near = async (text: string, location: { lat: number; lng: number }) =>
      (await places.autocomplete(text, 'place', 5, location)).map(({ label }) => label);
    const [asheville, rome] = [
      { lat: 35.6, lng: -82.55 },
      { lat: 41.9, lng: 12.5 },
    ];
    expect((await near('dragon', asheville)).join()).not.toContain('Italy');
    expect((await near('dragon', rome))[0]).toBe('Dragoni, Caserta, Italy');
    expect((await near('bormio', asheville))[0]).toContain('Italy');
    expect((await near('cortina', asheville)).join()).toContain("Cortina d'Ampezzo");
    expect((await near('birmingham', asheville))[0]).toBe('Birmingham, Alabama, United States');
    expect((await near('birmingham', { lat: 51.5, lng: -0.1 }))[0]).toContain('United Kingdom');
  });

  // Aim: the caller's country comes before namesakes, and the place that the world means is still offered.
  it.each([
    ['paris', 'Paris, France'],
    ['london', 'London, Westminster, United Kingdom'],
    ['berlin', 'Berlin, Germany'],
    ['roma', 'Rome, Italy'],
    ['rome', 'Rome, Italy'],
    ['athens', 'Athens, Attica, Greece'],
    ['dublin', 'Dublin, Leinster, Ireland'],
    ['ontario', 'Ontario, Canada'],
  ])('has "%s" of the own country first, then %s', async (text, abroad) => {
    const asheville = { lat: 35.6, lng: -82.55 };
    for (const limit of [1, 3, 5, 10]) {
      const found = await places.autocomplete(text, 'place', limit, asheville);
      const isHome = found.map(({ label }) => label.endsWith(', United States'));
      const sameName = isHome.filter((_, index) => found[index]!.exact);
      expect(sameName.lastIndexOf(true)).toBeLessThan(sameName.includes(false) ? sameName.indexOf(false) : limit);
      if (limit > 2) expect(found.map(({ label }) => label)).toContain(abroad);
      const scores = found.map(({ relevance }) => relevance);
      expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    }
    expect((await labels(text))[0]).toBe(abroad);
  });

  // Aim: a town named after a country does not come before it.
  it('have a country before towns of its name', async () => {
    for (const country of ['Mexico', 'Norway', 'Lebanon'])
      expect((await places.autocomplete(country, 'place', 5, { lat: 35.6, lng: -82.55 }))[0]!.label).toBe(country);
  });

  // Aim: a list is filtered by region, so countries and states come first there; a map moves to a city.
  it('prefer regions for filters', async () => {
    expect((await labels('georgia', 'geoname')).slice(0, 2)).toEqual(['Georgia', 'Georgia, United States']);
    expect((await labels('nc', 'geoname'))[0]).toBe('North Carolina, United States');
    expect((await places.autocomplete('united st', 'geoname', 1))[0]).toMatchObject({
      type: 'geoname',
      label: 'United States',
      value: 'country:233',
    });
  });

  // Aim: pasted coordinates move a map and never filter a list.
  it('accept coordinates for a map', async () => {
    const [hit] = await places.autocomplete(' 35.595, -82.551 ', 'place', 5);
    expect(hit?.label).toBe('35.59500, -82.55100');
    expect(await places.place(hit!.value)).toMatchObject({
      location: { lat: 35.595, lng: -82.551 },
      country: { id: 233 },
      state: { name: 'North Carolina' },
      city: null,
      town: { name: 'Asheville' },
    });
    expect(await places.place('point:0,-140')).toMatchObject({ country: null, town: null });
    expect(await places.autocomplete('91, 10', 'place', 5)).toEqual([]);
  });

  // Aim: for any input, the result is a list within the limit, without duplicates.
  it.each(['', ' ', ',', ', nc', '???', '東京', 'a', 'x'.repeat(5_000), 'a '.repeat(2_000), '\0', '%_\\'])(
    'survive %j',
    async (text) => {
      const found = await labels(text, 'place', 7);
      expect(found.length).toBeLessThanOrEqual(7);
      expect(new Set(found).size).toBe(found.length);
    },
  );

  it('are empty for a limit of zero', async () => {
    expect(await labels('paris', 'place', 0)).toEqual([]);
  });
});

describe('places', () => {
  // Aim: every returned value resolves to its place, and the viewport contains that place.
  it('exist for every suggestion, in the right view', async () => {
    const texts = ['aus', 'san', 'new', 'mount', 'alaska', 'fiji', 'kir', 'shanghai'];
    const hits = (await Promise.all(texts.map((text) => places.autocomplete(text, 'place', 20)))).flat();
    expect(hits.length).toBeGreaterThan(100);
    for (const { value, label } of hits) {
      const place = await places.place(value);
      expect(place).toMatchObject({ label, country: { id: expect.any(Number) } });
      expect(place!.viewport.north).toBeGreaterThan(place!.viewport.south);
    }
  });

  // Aim: overseas territories and the sea do not widen a country's viewport to half the globe.
  it.each([
    ['country:233', { north: 50, east: -66, south: 24, west: -126 }],
    ['country:75', { north: 52, east: 10, south: 41, west: -6 }],
    ['state:1447', { north: 37, east: -75, south: 33, west: -85 }],
  ])('have a tight frame: %s', async (value, frame) => {
    const { viewport } = (await places.place(value))!;
    expect(viewport.north).toBeLessThan(frame.north);
    expect(viewport.east).toBeLessThan(frame.east);
    expect(viewport.south).toBeGreaterThan(frame.south);
    expect(viewport.west).toBeGreaterThan(frame.west);
  });

  it.each(['', 'city:', 'city:0', 'city:999999999', 'planet:3', 'country:233 ', 'point:', 'point:a,b', 'point:95,0'])(
    'do not exist for %j',
    async (value) => {
      expect(await places.place(value)).toBeNull();
    },
  );
});

describe('region lists', () => {
  // Aim: the lists for the select boxes are complete and sorted by name, with the United States first.
  it('contain countries, states and cities', async () => {
    const countries = await places.countries();
    expect(countries[0]).toEqual({ id: 233, name: 'United States' });
    expect(countries).toHaveLength(250);
    const others = countries.slice(1).map((country) => country.name);
    expect(others).toEqual([...others].sort((a, b) => a.localeCompare(b, 'en')));
    expect(await places.states(233)).toContainEqual({ id: 1447, name: 'North Carolina' });
    expect(await places.cities(233, 1447)).toContainEqual({ id: 111522, name: 'Asheville' });
  });

  it('are empty for unknown ids, or a state of another country', async () => {
    expect(await places.states(999_999)).toEqual([]);
    expect(await places.cities(233, 999_999)).toEqual([]);
    expect(await places.cities(39, 1447)).toEqual([]);
  });
});

describe('addresses', () => {
  // Aim: the address names the town that a person would name, in the style of the country.
  it.each([
    [35.595, -82.551, 'Asheville, North Carolina'],
    [35.466, -83.9187, 'Swain County, North Carolina'],
    [35.33, -83.81, 'Robbinsville, North Carolina'],
    [40.7128, -74.006, 'New York City, New York'],
    [51.18, -115.57, 'Banff, Alberta, Canada'],
    [62.567, 7.687, 'Åndalsnes, Norway'],
    [-45.031, 168.662, 'Queenstown, New Zealand'],
    [44.43, -110.59, 'Teton County, Wyoming'],
    [38.5, -117.0, 'Nye County, Nevada'],
    [29.6, -92.6, 'Vermilion Parish, Louisiana'],
    [66.5, -151.0, 'Yukon-Koyukuk area, Alaska'],
    [39.74, -104.99, 'Denver, Colorado'],
    [40, -40, ''],
  ])('exist for %d, %d', (lat, lng, expected) => {
    expect(places.address({ lat, lng })).toBe(expected);
  });
});

describe('the share of a line in towns', () => {
  // Aim: a drive through a city is slower than one past it, and no line is too long or too short to tell.
  it('is high within a city, low in the country, and a mix between', () => {
    const manhattan = [
      { lat: 40.72, lng: -74.0 },
      { lat: 40.78, lng: -73.96 },
    ];
    const nevada = [
      { lat: 39.1, lng: -116.5 },
      { lat: 39.1, lng: -115.5 },
    ];
    expect(places.settledShare(manhattan)).toBe(1);
    expect(places.settledShare(nevada)).toBe(0);
    const outOfDenver = places.settledShare([
      { lat: 39.74, lng: -104.99 },
      { lat: 39.74, lng: -103.6 },
    ]);
    expect(outOfDenver).toBeGreaterThan(0.05);
    expect(outOfDenver).toBeLessThan(0.5);
    expect(places.settledShare([])).toBe(0);
  });
});
