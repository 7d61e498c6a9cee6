// Aim: a distance along the profile is the same place on the map, and the reverse, also across gaps and 180 degrees.
import { boundsContain } from '@switchback/geo/bounds';
import { pathLengthMeters } from '@switchback/geo/distance';
import { measuredLine } from '@switchback/geo/measured-line';
import { joinParts } from '@switchback/geo/parts';
import { describe, expect, it } from 'vitest';
import { joinedLines } from './profile-line.js';

const NORTH = [
  { lat: 46, lng: 8 },
  { lat: 46.1, lng: 8 },
  { lat: 46.2, lng: 8 },
];
const LENGTH = pathLengthMeters(NORTH);

describe('a line', () => {
  it('translates distances to places and back', () => {
    const line = measuredLine(NORTH, LENGTH);
    expect(line.locationAt(LENGTH / 4)!.lat).toBeCloseTo(46.05, 6);
    expect(line.nearest({ lat: 46.05, lng: 8.001 })!.meters).toBeCloseTo(LENGTH / 4, 0);
    expect(line.nearest({ lat: 46.05, lng: 8.001 })!.awayMeters).toBeCloseTo(77, 0);
    expect(line.nearest({ lat: 47, lng: 8 })!.meters).toBeCloseTo(LENGTH, 0);
  });

  it('fits a profile of a finer line', () => {
    const line = measuredLine(NORTH, 1.1 * LENGTH);
    expect(line.locationAt(1.1 * LENGTH)!.lat).toBeCloseTo(46.2, 6);
    expect(line.nearest(NORTH[1]!)!.meters).toBeCloseTo(0.55 * LENGTH, 0);
  });

  it('has no places between its parts', () => {
    const parts = [
      NORTH.slice(0, 2),
      [
        { lat: 46.1, lng: 9 },
        { lat: 46.2, lng: 9 },
      ],
    ];
    const line = measuredLine(joinParts(parts), LENGTH);
    expect(line.locationAt(0.75 * LENGTH)).toMatchObject({ lng: 9 });
    expect(line.nearest({ lat: 46.1, lng: 8.4 })!.meters).toBeCloseTo(LENGTH / 2, 0);
    expect(line.nearest({ lat: 46.15, lng: 8.9 })!.meters).toBeCloseTo(0.75 * LENGTH, 0);
  });

  it('crosses the antimeridian the short way', () => {
    const line = measuredLine(
      [
        { lat: 0, lng: 179.9 },
        { lat: 0, lng: -179.9 },
      ],
      22_000,
    );
    expect(Math.abs(line.locationAt(11_000)!.lng)).toBeCloseTo(180, 6);
    expect(line.nearest({ lat: 0, lng: -179.95 })!.meters).toBeCloseTo(16_500, 0);
  });

  it('has a box around a stretch', () => {
    const { north, south } = measuredLine(NORTH, LENGTH).boundsOf(0.25 * LENGTH, 0.75 * LENGTH)!;
    expect([south, north]).toEqual([expect.closeTo(46.05, 6), expect.closeTo(46.15, 6)]);
  });

  it('has nothing without points', () => {
    const line = measuredLine([], 0);
    expect([line.locationAt(0), line.nearest(NORTH[0]!), line.boundsOf(0, 0)]).toEqual([null, null, null]);
  });
});

describe('joined lines', () => {
  const EAST = [
    { lat: 47, lng: 9 },
    { lat: 47, lng: 9.1 },
  ];
  const spans = [
    { fromMeters: 0, toMeters: 1_000, line: measuredLine(NORTH, 1_000) },
    { fromMeters: 1_000, toMeters: 1_500, line: measuredLine(EAST, 500) },
  ];
  const line = joinedLines(spans);

  it('follow each other', () => {
    expect(line.locationAt(500)!.lat).toBeCloseTo(46.1, 6);
    expect(line.locationAt(1_250)!.lng).toBeCloseTo(9.05, 6);
    expect(line.nearest({ lat: 47, lng: 9.05 })!.meters).toBeCloseTo(1_250, 0);
  });

  it('have a box around a stretch of several', () => {
    const box = line.boundsOf(800, 1_100)!;
    expect(boundsContain(box, { lat: 46.19, lng: 8 }) && boundsContain(box, { lat: 47, lng: 9.01 })).toBe(true);
    expect(boundsContain(box, { lat: 46.1, lng: 8 })).toBe(false);
  });
});
