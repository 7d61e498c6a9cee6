// Aim: the legs of directions follow the line, however long it is, and however many drives it joins.
import { distanceMeters } from '@switchback/geo/distance';
import { joinParts } from '@switchback/geo/parts';
import { describe, expect, it } from 'vitest';
import { type CourseLine, linesOfDrive } from './course.js';
import { directionLegs, LEGS_MAX, STOP_SPACING_MAX_METERS } from './legs.js';

const HOPS_MAX = 9;
/** Points due north along a meridian, one every 0.01 degree (1.1 km). */
const road = (points: number, lat = 30) =>
  Array.from({ length: points }, (_, index) => ({ lat: lat + index * 0.01, lng: -82 }));
const line = (path: CourseLine['path'], over: Partial<CourseLine> = {}): CourseLine => ({
  path,
  stops: [],
  distance: 1_112 * (path.length - 1),
  isFree: false,
  ...over,
});

describe('directionLegs', () => {
  // A router may leave the drive between two stops, so stops must be close and the chain unbroken.
  it.each([3, HOPS_MAX])('keeps a long drive on its road with close stops, leg after leg, of %i hops', (hopsMax) => {
    const path = road(500);
    const legs = directionLegs([line(path)], hopsMax);
    expect(legs.length).toBeGreaterThan(1);
    expect(legs[0]?.points[0]).toEqual(path[0]);
    expect(legs.at(-1)?.points.at(-1)).toEqual(path.at(-1));
    for (const [index, { points }] of legs.entries()) {
      expect(points.length - 1).toBeLessThanOrEqual(hopsMax);
      if (index > 0) expect(points[0]).toEqual(legs[index - 1]?.points.at(-1));
      for (let stop = 1; stop < points.length; stop++)
        expect(distanceMeters(points[stop - 1]!, points[stop]!)).toBeLessThan(STOP_SPACING_MAX_METERS + 1_200);
    }
    expect(legs.reduce((sum, { distance }) => sum + distance, 0)).toBeCloseTo(1_112 * 499);
  });

  // The number of links that the user has to open is bounded for every drive.
  it.each([3, HOPS_MAX])('never exceeds the maximum number of legs, of %i hops', (hopsMax) => {
    const path = Array.from({ length: 5_000 }, (_, index) => ({ lat: 20, lng: -100 + index * 0.01 }));
    const { length } = directionLegs([line(path)], hopsMax);
    expect(length).toBeLessThanOrEqual(LEGS_MAX);
    expect(length).toBeGreaterThan(LEGS_MAX - 3);
  });

  // The drive's own waypoints take precedence over even spacing.
  it('uses the drive’s own waypoint for the nearest stop', () => {
    const stop = { lat: 30.123, lng: -82.001 };
    expect(directionLegs([line(road(50), { stops: [stop] })], HOPS_MAX)[0]?.points).toContainEqual(stop);
  });

  // A line of two points has no intermediate stops; an empty or single-point one has no directions.
  it('handles coarse and empty lines', () => {
    expect(directionLegs([line(road(2))], HOPS_MAX).map(({ points }) => points)).toEqual([road(2)]);
    expect(directionLegs([line([])], HOPS_MAX)).toEqual([]);
    expect(directionLegs([line([{ lat: 1, lng: 1 }])], HOPS_MAX)).toEqual([]);
  });

  // Drives of a day are driven one after the other; the maps app finds the roads between them.
  it('joins several drives, with nothing but their ends between them', () => {
    const [first, second] = [road(20), road(20, 31)];
    const way = line([first.at(-1)!, { lat: 30.5, lng: -83 }, second[0]!], { isFree: true, distance: 90_000 });
    const home = { lat: 29.9, lng: -82 };
    const legs = directionLegs([line([home]), line(first), way, line(second), line([home])], 3);
    const points = legs.flatMap((leg, index) => (index === 0 ? leg.points : leg.points.slice(1)));
    expect(points[0]).toEqual(home);
    expect(points.at(-1)).toEqual(home);
    expect(points).not.toContainEqual({ lat: 30.5, lng: -83 });
    const order = [first[0], first.at(-1), second[0], second.at(-1)].map((point) =>
      points.findIndex((each) => each.lat === point!.lat),
    );
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(order).not.toContain(-1);
    expect(legs.every((leg) => leg.points.length <= 4)).toBe(true);
  });

  // The line of a drive with a gap has a straight jump that no road follows.
  it('follows each of a drive’s separate stretches', () => {
    const path = joinParts([road(30), road(30, 32)]);
    const lines = linesOfDrive({ distance: 64_000, startAddress: '', endAddress: '', waypoints: [] }, path);
    const points = directionLegs(lines, HOPS_MAX).flatMap((leg) => leg.points);
    expect(points).toContainEqual(road(30).at(-1));
    expect(points).toContainEqual(road(30, 32)[0]);
    expect(points.filter(({ lat }) => lat > 30.3 && lat < 32)).toEqual([]);
  });
});
