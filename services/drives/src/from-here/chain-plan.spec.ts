// Aim: a plan is one closed line from home to home, whose figures are those of its legs.
import { describe, expect, it } from '@jest/globals';
import { distanceMeters, pathLengthMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import { partsOf } from '@switchback/geo/parts';
import { decodePolyline, encodePolyline } from '@switchback/geo/polyline';
import type { Plan } from '@switchback/proto/drives/v1/plan';
import { estimateWay } from '@switchback/geo/straight-way';
import { type DriveLines, planOf } from './chain-plan.js';
import { DriveLine } from './drive-line.js';
import { type Candidate, type Stage } from './chain-search.js';
import { candidate, HOME, placeAt } from './from-here.fixture.js';

/** Two drives: the first starts 5 km from home, the second starts 100 m from the end of the first and ends near home. */
const FIRST = candidate('first', placeAt(5, 0), placeAt(15, 5), { degreesPerKm: 100 });
const SECOND = candidate('second', placeAt(15.1, 5), placeAt(0, 0.1), { degreesPerKm: 160 });

function lineOf({ start, end }: Candidate): LatLng[] {
  const bend = { lat: (start.lat + end.lat) / 2 + 0.02, lng: (start.lng + end.lng) / 2 };
  return decodePolyline(encodePolyline([start, bend, end]));
}

const LINES = new Map([FIRST, SECOND].map((drive) => [drive.id, linesOf(drive)]));

function linesOf(drive: Candidate): DriveLines {
  const line = lineOf(drive);
  return { simplified: line, measured: new DriveLine(drive.distance, line, line) };
}

function plan(...stages: (Partial<Stage> & Pick<Stage, 'drive'>)[]): Plan {
  const whole = stages.map((stage) => ({ reversed: false, turnsAt: null, ...stage }));
  return planOf({ stages: whole, seconds: 0, worth: 0 }, HOME, LINES).plan;
}

/** Returns a stretch of the first drive between two kilometers. */
function part(fromKm: number, toKm: number): Candidate {
  const distance = (toKm - fromKm) * 1_000;
  const duration = (distance / FIRST.distance) * FIRST.duration;
  return { ...FIRST, distance, duration, stretch: { from: fromKm * 1_000, to: toKm * 1_000 } };
}

/** Returns the stretches of a plan's drives in kilometers. */
function stretchesOf({ legs }: Plan): [string, number, number][] {
  return legs.flatMap(({ driveId, from, to }): [string, number, number][] => {
    return driveId === '' ? [] : [[driveId, Math.round(from / 1_000), Math.round(to / 1_000)]];
  });
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
    expect(decodePolyline(made.legs[1]!.path)).toEqual(lineOf(FIRST).toReversed());
  });

  it('turns around on a drive and comes back the same way', () => {
    const made = plan({ drive: FIRST, turnsAt: 0.7 });
    expect(closed(made)).toEqual(['', 'first', 'first', '']);
    const [, out, back] = made.legs;
    const path = decodePolyline(out!.path);
    expect(decodePolyline(back!.path)).toEqual(path.toReversed());
    expect(pathLengthMeters(path)).toBeCloseTo(0.7 * pathLengthMeters(lineOf(FIRST)), -1);
    expect(out!.distance).toBeCloseTo(0.7 * FIRST.distance, -1);
    expect(back!.duration).toBeCloseTo(0.7 * FIRST.duration, 0);
    expect([out!.from, out!.to, back!.from, back!.to]).toEqual([0, out!.distance, out!.distance, 0]);
    expect(made.repeatedShare).toBeGreaterThan(0.95);
    expect(closed(plan({ drive: FIRST, turnsAt: 1 }))).toEqual(['', 'first', 'first', '']);
  });

  // Aim: each leg tells which part of its drive it follows, in the direction of travel, and has the figures of that part.
  it.each<[string, Partial<Stage>, [number, number][]]>([
    ['a whole drive', {}, [[0, 17]]],
    ['a whole drive from its end', { reversed: true }, [[17, 0]]],
    ['a stretch', { drive: part(4, 9) }, [[4, 9]]],
    ['a stretch from its end', { drive: part(4, 9), reversed: true }, [[9, 4]]],
    [
      'out and back on a stretch',
      { drive: part(4, 9), turnsAt: 0.6 },
      [
        [4, 7],
        [7, 4],
      ],
    ],
  ])('follows %s', (_what, stage, expected) => {
    const made = plan({ drive: FIRST, ...stage });
    expect(stretchesOf(made)).toEqual(expected.map((ends) => ['first', ...ends]));
    closed(made);
    for (const { driveId, distance, duration, path, from, to } of made.legs) {
      if (driveId === '') continue;
      expect(distance).toBeCloseTo(Math.abs(to - from), 3);
      expect(duration / distance).toBeCloseTo(FIRST.duration / FIRST.distance, 3);
      const share = pathLengthMeters(decodePolyline(path)) / pathLengthMeters(lineOf(FIRST));
      expect(share).toBeCloseTo(distance / FIRST.distance, 2);
    }
  });

  it('consists of the drive alone if that starts and ends at home', () => {
    const made = plan({ drive: SECOND, reversed: true, turnsAt: 1 });
    expect(closed(made)).toEqual(['second', 'second']);
    expect(distanceMeters(decodePolyline(made.legs[0]!.path)[1]!, SECOND.end)).toBeLessThan(2);
  });
});
