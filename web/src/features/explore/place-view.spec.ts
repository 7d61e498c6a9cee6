import { boundsContain } from '@switchback/geo/bounds';
import { distanceMeters } from '@switchback/geo/distance';
import { describe, expect, it } from 'vitest';
import { placeView } from './place-view.js';

const TOWN = {
  location: { lat: 36, lng: -83 },
  viewport: { north: 36.1, east: -82.9, south: 35.9, west: -83.1 },
};
const at = (degrees: number) => ({ lat: 36 + degrees, lng: -83 });
const meters = (degrees: number) => distanceMeters(TOWN.location, at(degrees));

describe('the view of a place', () => {
  // Aim: searching for a town shows it in the center, with drives around it.
  it('widens until eight drives pass through it', () => {
    const places = Array.from({ length: 12 }, (_, index) => 0.2 * (index + 1));
    const view = placeView(TOWN, places.map(meters));
    expect(places.filter((degrees) => boundsContain(view, at(degrees)))).toHaveLength(8);
    expect((view.north + view.south) / 2).toBeCloseTo(36);
  });

  // Aim: a town with enough drives keeps its own view.
  it('stays if enough pass through it', () => {
    expect(
      placeView(
        TOWN,
        Array.from({ length: 25 }, () => meters(0.01)),
      ),
    ).toEqual(TOWN.viewport);
  });

  // Aim: a city on another continent does not zoom the map out across half the globe.
  it('ignores distant drives', () => {
    expect(placeView(TOWN, [])).toEqual(TOWN.viewport);
    expect(placeView(TOWN, [meters(30)])).toEqual(TOWN.viewport);
    const view = placeView(TOWN, [meters(1), meters(30)]);
    expect(boundsContain(view, at(1))).toBe(true);
    expect(view.north).toBeLessThan(37.1);
  });
});
