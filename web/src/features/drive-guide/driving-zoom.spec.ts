// Aim: off the drive, the map shows its line; on it, the road ahead is close.
import { expect, it } from 'vitest';
import { worldPixels } from '../../map/zoom.js';
import { drivingZoom } from './driving-zoom.js';

const place = { lat: 46, lng: 8 };
const back = (awayMeters: number) => ({ location: place, meters: 0, awayMeters, bearing: 0 });

it('is close on the line', () => {
  expect(drivingZoom({ place, back: null })).toBe(15);
  expect(drivingZoom({ place, back: back(60) })).toBe(15);
});

it.each([1_000, 5_000, 20_000])('shows a line %d m away', (meters) => {
  const zoom = drivingZoom({ place, back: back(meters) });
  const metersPerPixel = (40_030_000 * Math.cos((46 * Math.PI) / 180)) / worldPixels(zoom);
  expect(meters / metersPerPixel).toBeLessThanOrEqual(121);
  expect(meters / metersPerPixel).toBeGreaterThan(80);
});

it('stays at the region for a line far away', () => {
  expect(drivingZoom({ place, back: back(900_000) })).toBe(8);
});
