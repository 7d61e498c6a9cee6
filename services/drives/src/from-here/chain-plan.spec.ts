// Aim: a plan is one closed line from home to home, whose figures are those of its legs.
import { describe, expect, it } from '@jest/globals';
import { distanceMeters, pathLengthMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import { partsOf } from '@switchback/geo/parts';
import { decodePolyline, encodePolyline } from '@switchback/geo/polyline';
import type { Plan } from '@switchback/proto/drives/v1/plan';
import { estimateWay } from '@switchback/geo/straight-way';
import { planOf } from './chain-plan.js';
import { type Candidate, type Stage } from './chain-search.js';
import { candidate, HOME, placeAt } from './from-here.fixture.js';

/** Two drives: the first starts 5 km from home, the second starts 100 m from the end of the first and ends near home. */
const FIRST = candidate('first', placeAt(5, 0), placeAt(15, 5), { degreesPerKm: 100 });
const SECOND = candidate('second', placeAt(15.1, 5), placeAt(0, 0.1), { degreesPerKm: 160 });

function lineOf({ start, end }: Candidate): LatLng[] {
  const bend = { lat: (start.lat + end.lat) / 2 + 0.02, lng: (start.lng + end.lng) / 2 };
  return decodePolyline(encodePolyline([start, bend, end]));
}

const LINES = new Map([FIRST, SECOND].map((drive) => [drive.id, lineOf(drive)]));

function plan(...stages: (Partial<Stage> & Pick<Stage, 'drive'>)[]): Plan {
  const whole = stages.map((stage) => ({ reversed: false, turnsAt: null, ...stage }));
  return planOf({ stages: whole, seconds: 0, worth: 0 }, HOME, LINES);
}

/** Checks that a plan is closed and without jumps. @returns the driven drives, empty for ways. */
function closed({ legs, distance, duration }: Plan): string[] {
  const paths = legs.map(({ path }) => decodePolyline(path));
  const home = decodePolyline(encodePolyline([HOME]))[0];
  expect([paths[0]![0], paths.at(-1)!.at(-1)]).toEqual([home, home]);
  paths.slice(1).forEach((path, index) => expect(path[0]).toEqual(paths[index]!.at(-1)));
  for (const path of paths) expect(partsOf(path)).toHaveLength(1);
  expect(distance).toBeCloseTo(
    legs.reduce((sum, leg) => sum + leg.distance, 0),
    3,
  );
  expect(duration).toBeCloseTo(
    legs.reduce((sum, leg) => sum + leg.duration, 0),
    3,
  );
  return legs.map(({ driveId }) => driveId);
}

describe('a plan', () => {
  it('links drives by ways, except over short gaps', () => {
    const made = plan({ drive: FIRST }, { drive: SECOND });
    expect(closed(made)).toEqual(['', 'first', 'second']);
    const [way, first] = made.legs;
    const { distanceMeters: distance, durationSeconds: duration } = estimateWay(HOME, FIRST.start);
    expect(way!.distance).toBeCloseTo(distance, -1);
    expect(way!.duration).toBeCloseTo(duration, 0);
    expect(first).toMatchObject({ distance: FIRST.distance, duration: FIRST.duration });
    const degrees = 100 * FIRST.distance + 160 * SECOND.distance;
    expect(made.degreesPerKm).toBeCloseTo(degrees / (FIRST.distance + SECOND.distance), 1);
    expect(made).toMatchObject({ source: 'approximate' });
    expect(made.repeatedShare).toBeLessThan(0.1);
  });

  it('drives a drive from its end', () => {
    const made = plan({ drive: FIRST, reversed: true });
    expect(closed(made)).toEqual(['', 'first', '']);
    expect(decodePolyline(made.legs[1]!.path)).toEqual(LINES.get('first')!.toReversed());
  });

  it('turns around on a drive and comes back the same way', () => {
    const made = plan({ drive: FIRST, turnsAt: 0.7 });
    expect(closed(made)).toEqual(['', 'first', 'first', '']);
    const [, out, back] = made.legs;
    const path = decodePolyline(out!.path);
    expect(decodePolyline(back!.path)).toEqual(path.toReversed());
    expect(pathLengthMeters(path)).toBeCloseTo(0.7 * pathLengthMeters(LINES.get('first')!), -1);
    expect([out!.distance, back!.duration]).toEqual([0.7 * FIRST.distance, 0.7 * FIRST.duration]);
    expect(made.repeatedShare).toBeGreaterThan(0.95);
    expect(closed(plan({ drive: FIRST, turnsAt: 1 }))).toEqual(['', 'first', 'first', '']);
  });

  it('consists of the drive alone if that starts and ends at home', () => {
    const made = plan({ drive: SECOND, reversed: true, turnsAt: 1 });
    expect(closed(made)).toEqual(['second', 'second']);
    expect(distanceMeters(decodePolyline(made.legs[0]!.path)[1]!, SECOND.end)).toBeLessThan(2);
  });
});
