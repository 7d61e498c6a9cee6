import { describe, expect, it } from 'vitest';
import { freeArea } from './free-area.js';
import { mercator } from './zoom.js';

const MAP = {
  bounds: { north: 36, east: -82, south: 35, west: -83 },
  location: { lat: 35.5, lng: -82.5 },
  zoom: 9,
};

describe('the part of the map that a sheet leaves free', () => {
  // Aim: without a sheet it is the whole map.
  it('is all of it without a sheet', () => {
    expect(freeArea(MAP, 0)).toEqual({ ...MAP, center: MAP.location });
  });

  // Aim: a sheet over the lower two fifths leaves the upper three, measured in pixels; its middle is where a person looks.
  it('ends at the upper edge of the sheet', () => {
    const { bounds, location, center, zoom } = freeArea(MAP, 0.4);
    const [top, bottom] = [mercator(36), mercator(35)];
    expect(mercator(bounds.south)).toBeCloseTo(bottom + 0.4 * (top - bottom), 12);
    expect(mercator(location.lat)).toBeCloseTo(bottom + 0.7 * (top - bottom), 12);
    expect(bounds).toMatchObject({ north: 36, east: -82, west: -83 });
    expect({ center, lng: location.lng, zoom }).toEqual({ center: MAP.location, lng: -82.5, zoom: 9 });
  });
});
