// Aim: the line that is stored has a bounded number of points, and its waypoints, heights and parts are those of the file.
import { describe, expect, it } from '@jest/globals';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { distanceMeters } from '@switchback/geo/distance';
import { type ElevatedPoint, splitElevations, withElevations } from '@switchback/geo/elevation';
import { measuredLine, metersAlong } from '@switchback/geo/measured-line';
import { joinParts, partsOf } from '@switchback/geo/parts';
import { decodePolyline } from '@switchback/geo/polyline';
import { ProductError } from '@switchback/platform/errors';
import { openEmbeddedPlaces } from '@switchback/platform/places/embedded-places';
import { contentOfRoute } from '../content/measured-content.js';
import { directionsOf } from '../authoring/authoring.fixture.js';
import { contentOf } from '../content/drive-content.js';
import { callOf, featureOf } from '../drives.fixture.js';
import { LineFacts } from '../roads/line-facts.js';
import { FakeRoads } from '@switchback/testing/fake-roads';
import { normalizeFeature } from '@switchback/tracks/features/normalize-feature';
import { storedLine } from './stored-line.js';

const places = await openEmbeddedPlaces();

/** A dense recording of a winding road, two meters a step. */
const dense = (count: number): ElevatedPoint[] =>
  Array.from({ length: count }, (_, at) => ({
    lat: Math.round((46 + at / 5e4) * 1e5) / 1e5,
    lng: Math.round((9 + Math.sin(at / 60) / 1_000) * 1e5) / 1e5,
    elevation: 500 + Math.round(Math.sin(at / 700) * 2_000) / 10,
  }));
const placed = (line: readonly ElevatedPoint[], indexes: number[]) =>
  indexes.map((pathIndex) => ({ label: '', location: line[pathIndex]!, pathIndex }));

describe('a stored line', () => {
  it('keeps each maneuver at its place, although a thinner line is shorter', () => {
    const line = dense(6_000);
    const meters = metersAlong(line);
    const [start, turns] = [1_000, [1_000, 2_003, 4_999]];
    const maneuvers = turns.map((index) => {
      return { type: 'turn left', along: meters[index]! - meters[start]!, road: 'Mill Road', text: 'Turn left.' };
    });
    const [first, second, last] = placed(line, [0, start, line.length - 1]);
    const stored = storedLine({ ...splitElevations(line), waypoints: [first!, second!, { ...last!, maneuvers }] });
    const along = metersAlong(stored.path);
    expect(meters.at(-1)! - along.at(-1)!).toBeGreaterThan(20);
    const placedTurns = stored.waypoints[2]!.maneuvers!;
    expect(placedTurns.map(({ road }) => road)).toEqual(turns.map(() => 'Mill Road'));
    const measured = measuredLine(stored.path);
    for (const [index, turn] of placedTurns.entries()) {
      const place = measured.locationAt(along[stored.waypoints[1]!.pathIndex]! + turn.along)!;
      expect(distanceMeters(place, line[turns[index]!]!)).toBeLessThan(2);
    }
    expect(stored.waypoints[1]).not.toHaveProperty('maneuvers');
  });

  it('keeps its waypoints on the line, its heights and its parts', () => {
    const line = joinParts([dense(3_000), dense(9_000).slice(5_000)]);
    const stored = storedLine({
      ...splitElevations(line),
      waypoints: placed(line, [0, 1_234, 5_678, line.length - 1]),
    });
    expect(stored.path.length).toBeLessThan(line.length / 3);
    const points = withElevations(stored.path, stored.elevation);
    expect(stored.waypoints.map(({ pathIndex }) => points[pathIndex])).toEqual(
      stored.waypoints.map(({ location }) => location),
    );
    expect(partsOf(points)).toHaveLength(2);
    expect(storedLine(stored)).toEqual(stored);
  });

  it('of too many parts is rejected', () => {
    const parts = Array.from({ length: 20_000 }, (_, at) => [0, 1].map((end) => ({ lat: at / 1e3, lng: end / 10 })));
    const line = joinParts(parts);
    expect(() => storedLine({ ...splitElevations(line), waypoints: placed(line, [0, line.length - 1]) })).toThrow(
      ProductError,
    );
  });
});

describe('a drive of 60,000 points', () => {
  const line = dense(60_000);

  it('is stored with at most 50,000, measured before', () => {
    const { content } = contentOfRoute({ directions: directionsOf(line), waypoints: [] }, places);
    const path = decodePolyline(content.route.path);
    expect(path.length).toBeLessThanOrEqual(LIMITS.storedPointsMax);
    expect(content.route.waypoints.map(({ pathIndex }) => path[pathIndex])).toEqual([line[0], line.at(-1)].map(place));
    expect(content.drive).toMatchObject({ north: line.at(-1)!.lat, south: 46 });
  });

  it('is imported with at most 50,000, and known again', async () => {
    const feature = featureOf({ line: line.map(({ lat, lng }) => [lng, lat]) });
    const read = () => {
      const normalized = normalizeFeature(feature);
      if ('refused' in normalized) throw new Error(normalized.refused);
      return normalized.drive;
    };
    const { drive, route } = await contentOf(read(), places, new LineFacts(async () => new FakeRoads()), callOf(null));
    const path = decodePolyline(route.path);
    expect(path.length).toBeLessThanOrEqual(LIMITS.storedPointsMax);
    expect(route.waypoints.map(({ pathIndex }) => path[pathIndex])).toEqual(
      route.waypoints.map(({ location }) => place(location)),
    );
    // The hash is that of the whole line, as before.
    expect(drive.contentHash).toBe(read().contentHash);
    expect(read().path).toHaveLength(60_000);
  });
});

function place(point: { lat: number; lng: number } | undefined) {
  return { lat: point!.lat, lng: point!.lng };
}
