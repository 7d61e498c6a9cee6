import { describe, expect, it } from 'vitest';
import { surroundingsOf } from './use-surroundings.js';

const SEARCHED = {
  bounds: { north: 36, east: -82, south: 35, west: -83 },
  location: { lat: 35.6, lng: -82.5 },
  zoom: 9,
  center: { lat: 35.5, lng: -82.5 },
};
const NOTHING_KNOWN = {
  searched: null,
  start: null,
  linked: null,
  device: null,
  origin: null,
  units: 'miles' as const,
};
const INSIDE = { lat: 35.2, lng: -82.1 };
const OUTSIDE = { lat: 40, lng: -105 };

describe('the area of a search', () => {
  // Aim: "nearest" is nearest to a person who stands in the area, else to its middle.
  it('counts distances from the origin only if it is in view', () => {
    const from = (origin: typeof INSIDE | null) => surroundingsOf({ ...NOTHING_KNOWN, searched: SEARCHED, origin });
    expect(from(INSIDE)).toMatchObject({ box: SEARCHED.bounds, location: INSIDE, zoom: 9 });
    expect(from(OUTSIDE).location).toEqual(SEARCHED.location);
    expect(from(null).location).toEqual(SEARCHED.location);
  });

  // Aim: a link's place comes before the device's until the map is known; a link's bounds before both.
  it('follows from the address before there is a map', () => {
    const linked = { lat: 34, lng: -84 };
    expect(surroundingsOf({ ...NOTHING_KNOWN, linked, device: INSIDE }).location).toEqual(linked);
    expect(surroundingsOf({ ...NOTHING_KNOWN, device: INSIDE }).location).toEqual(INSIDE);
    const start = { north: 41, east: -104, south: 39, west: -106 };
    expect(surroundingsOf({ ...NOTHING_KNOWN, start, device: INSIDE })).toMatchObject({
      box: start,
      location: { lat: 40, lng: -105 },
    });
  });
});
