// Aim: direction links follow the drive, however long it is.
import { distanceMeters } from '@switchback/geo/distance';
import { describe, expect, it } from 'vitest';
import {
  appleMapsLinks,
  directionLegs,
  googleMapsLinks,
  LEGS_MAX,
  STOP_SPACING_MAX_METERS,
  STOPS_PER_LINK_MAX,
  wazeLink,
} from './directions-links.js';

/** Points due north along a meridian, one every 0.01 degree (1.1 km). */
const road = (points: number) => Array.from({ length: points }, (_, index) => ({ lat: 30 + index * 0.01, lng: -82 }));

describe('directionLegs', () => {
  // A router may leave the drive between two stops, so stops must be close and the chain unbroken.
  it('keeps a long drive on its road with close stops, leg after leg', () => {
    const path = road(700);
    const legs = directionLegs(path);
    expect(legs.length).toBeGreaterThan(1);
    expect(legs[0]?.[0]).toEqual(path[0]);
    expect(legs.at(-1)?.at(-1)).toEqual(path.at(-1));
    for (const [index, leg] of legs.entries()) {
      expect(leg.length - 2).toBeLessThanOrEqual(STOPS_PER_LINK_MAX);
      if (index > 0) expect(leg[0]).toEqual(legs[index - 1]?.at(-1));
      for (let stop = 1; stop < leg.length; stop++) {
        expect(distanceMeters(leg[stop - 1]!, leg[stop]!)).toBeLessThan(STOP_SPACING_MAX_METERS + 1_200);
      }
    }
  });

  // The number of links that the user has to open is bounded for every drive.
  it('never exceeds the maximum number of legs', () => {
    const path = Array.from({ length: 5_000 }, (_, index) => ({ lat: 20, lng: -100 + index * 0.01 }));
    expect(directionLegs(path)).toHaveLength(LEGS_MAX);
  });

  // The drive's own waypoints take precedence over even spacing.
  it('uses the drive’s own waypoint for the nearest stop', () => {
    const waypoint = { lat: 30.123, lng: -82.001 };
    expect(directionLegs(road(50), [waypoint]).flat()).toContainEqual(waypoint);
  });

  // A line of two points has no intermediate stops; an empty or single-point one has no directions.
  it('handles coarse and empty lines', () => {
    expect(directionLegs(road(2))).toEqual([road(2)]);
    expect(directionLegs([])).toEqual([]);
    expect(directionLegs([{ lat: 1, lng: 1 }])).toEqual([]);
  });
});

describe('links', () => {
  const leg = [
    { lat: 35.1234567, lng: -82.5 },
    { lat: 35.2, lng: -82.4 },
    { lat: 35.3, lng: -82.3 },
  ];

  // The services read these parameters by name.
  it('request driving directions from Google and Apple through the stops to the end', () => {
    const google = new URL(googleMapsLinks([leg])[0]!).searchParams;
    expect(Object.fromEntries(google)).toEqual({
      api: '1',
      travelmode: 'driving',
      origin: '35.12346,-82.5',
      destination: '35.3,-82.3',
      waypoints: '35.2,-82.4',
    });
    const apple = new URL(appleMapsLinks([leg])[0]!).searchParams;
    expect(apple.get('mode')).toBe('driving');
    expect(apple.getAll('waypoint')).toEqual(['35.2,-82.4']);
  });

  it('send Waze to the start', () => {
    expect(wazeLink(leg[0]!)).toBe('https://waze.com/ul?ll=35.12346%2C-82.5&navigate=yes');
  });
});
