// Aim: a stretch found on a coarse line is the same road on the full one, with that road's own figures.
import { describe, expect, it } from '@jest/globals';
import { distanceMeters, pathLengthMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import { joinParts, partsOf } from '@switchback/geo/parts';
import { decodePolyline, encodePolyline } from '@switchback/geo/polyline';
import { DriveLine } from './drive-line.js';
import { placeAt } from './from-here.fixture.js';

/** Ten straight kilometers, then ten with bends that triple the way. */
const STRAIGHT = Array.from({ length: 11 }, (_, km) => placeAt(km, 0));
const BENDS = Array.from({ length: 40 }, (_, step) => placeAt(10 + (step + 1) / 4, step % 2 === 0 ? 0.35 : 0));
const FULL = rounded([...STRAIGHT, ...BENDS]);
/** Its corners: the bends are gone. */
const COARSE = [FULL[0]!, FULL[10]!, FULL.at(-1)!];
const DISTANCE = 1.1 * pathLengthMeters(FULL);

function rounded(line: readonly LatLng[]): LatLng[] {
  return decodePolyline(encodePolyline(line));
}

/** Returns the position on the coarse line, in the meters of the drive's distance. */
function coarseMeters(km: number): number {
  return (km * 1_000 * DISTANCE) / pathLengthMeters(COARSE);
}

describe('a stretch of a drive', () => {
  it.each([
    ['straight', 0, 10, 0, 10],
    ['with bends', 10, 15, 10, 15],
    ['from the end', 15, 10, 10, 15],
  ])('is where the coarse line shows it: %s', (_what, from, to, west, east) => {
    const stretch = new DriveLine(DISTANCE, FULL, COARSE).between(coarseMeters(from), coarseMeters(to));
    const eastOf = ({ lng }: LatLng) => distanceMeters(placeAt(0, 0), { ...placeAt(0, 0), lng }) / 1_000;
    const ends = [stretch.path[0]!, stretch.path.at(-1)!].map(eastOf).toSorted((a, b) => a - b);
    expect(ends[0]).toBeCloseTo(west, 0);
    expect(ends[1]).toBeCloseTo(east, 0);
    expect(Math.abs(stretch.to - stretch.from)).toBeCloseTo(1.1 * pathLengthMeters(stretch.path), -2);
    expect(stretch.from > stretch.to).toBe(from > to);
  });

  it('has the curviness of its own road', () => {
    const line = new DriveLine(DISTANCE, FULL, COARSE);
    expect(line.between(coarseMeters(0), coarseMeters(9)).degreesPerKm).toBeLessThan(5);
    expect(line.between(coarseMeters(10), coarseMeters(20)).degreesPerKm).toBeGreaterThan(200);
  });

  it('stays on its part of a drive in several parts', () => {
    const parts = [rounded(STRAIGHT), rounded(STRAIGHT.map(({ lat, lng }) => ({ lat: lat + 0.2, lng })))];
    const whole = joinParts(parts);
    const coarse = joinParts(parts.map((part) => [part[0]!, part.at(-1)!]));
    const { path } = new DriveLine(20_000, whole, coarse).between(10_000, 20_000);
    expect(partsOf(path)).toHaveLength(1);
    expect(path[0]).toEqual(parts[1]![0]);
  });

  it('is the same share of a line that the coarse one does not fit', () => {
    const foreign = COARSE.map(({ lat, lng }) => ({ lat: lat + 0.00003, lng }));
    const { from, to } = new DriveLine(DISTANCE, FULL, foreign).between(0.25 * DISTANCE, 0.5 * DISTANCE);
    expect(from / DISTANCE).toBeCloseTo(0.25, 2);
    expect(to / DISTANCE).toBeCloseTo(0.5, 2);
  });
});
