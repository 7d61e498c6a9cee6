// Aim: a thinned line looks, climbs and measures like the one that was drawn, with far fewer points.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { curvinessOf } from './curviness.js';
import { METERS_PER_DEGREE } from './distance.js';
import type { ElevatedPoint } from './elevation.js';
import { elevationProfile } from './elevation-profile.js';
import { degreesPerKm } from './heading-change.js';
import { joinParts, lineLengthMeters, partsOf } from './parts.js';
import { thinnedIndexes } from './thin.js';

const MAX = 50_000;
const meters = (value: number) => value / METERS_PER_DEGREE;
const rounded = (degrees: number) => Math.round(degrees * 1e5) / 1e5;

/** A road near the equator with bends, hills and a recorder's jitter, at steps of some meters. */
function road(count: number, stepMeters = 4): ElevatedPoint[] {
  return Array.from({ length: count }, (_, at) => {
    const along = at * stepMeters;
    return {
      lat: rounded(meters(150 * Math.sin(along / 120) + 0.4 * Math.sin(at * 7))),
      lng: rounded(meters(along)),
      elevation: Math.round(10 * (600 + 120 * Math.sin(along / 2_000) + 0.2 * Math.sin(at * 3))) / 10,
    };
  });
}

function thin(line: readonly ElevatedPoint[], fixed: number[] = [], max = MAX): ElevatedPoint[] {
  return thinnedIndexes(line, fixed, max).map((index) => line[index]!);
}

/** Returns the largest distance, to the side or in height, of the line from the thinned one. */
function deviationMeters(line: readonly ElevatedPoint[], retained: readonly number[]) {
  let [aside, above] = [0, 0];
  for (const [at, last] of retained.entries()) {
    if (at === 0) continue;
    const first = retained[at - 1]!;
    const [a, b] = [line[first]!, line[last]!];
    const [dx, dy] = [b.lng - a.lng, b.lat - a.lat];
    for (let index = first + 1; index < last; index += 1) {
      const { lat, lng, elevation } = line[index]!;
      const along = ((lng - a.lng) * dx + (lat - a.lat) * dy) / (dx * dx + dy * dy || 1);
      const part = Math.min(1, Math.max(0, along));
      aside = Math.max(aside, Math.hypot(lng - a.lng - part * dx, lat - a.lat - part * dy) * METERS_PER_DEGREE);
      above = Math.max(above, Math.abs(elevation! - a.elevation! - part * (b.elevation! - a.elevation!)));
    }
  }
  return { aside, above };
}

describe('a thinned line', () => {
  const line = road(60_000);
  const retained = thinnedIndexes(line, [], MAX);
  const thinned = retained.map((index) => line[index]!);

  it('has a third of the points of a dense recording, within a meter and half a meter of height', () => {
    expect(thinned.length).toBeLessThan(line.length / 3);
    const { aside, above } = deviationMeters(line, retained);
    expect(aside).toBeLessThanOrEqual(1);
    expect(above).toBeLessThanOrEqual(0.5);
  });

  it.each([
    ['length', 0.01, lineLengthMeters],
    ['changes of heading', 0.02, degreesPerKm],
    // The jitter of points counts, too.
    ['curves', 0.1, (path: ElevatedPoint[]) => curvinessOf(path).valueMeters!],
    ['climbs', 0.01, (path: ElevatedPoint[]) => elevationProfile(path)!.gainMeters],
    ['summit', 0.01, (path: ElevatedPoint[]) => elevationProfile(path)!.highestMeters],
  ])('has the same %s', (_, share, measure) => {
    expect(Math.abs(measure(thinned) / measure(line) - 1)).toBeLessThan(share);
  });

  it('is thinned no further when it is saved again', () => {
    expect(thin(thinned)).toEqual(thinned);
  });

  it('stays as it is with points 30 m apart', () => {
    const sparse = road(2_000, 30).map(({ lng }) => ({ lat: 0, lng }));
    expect(thin(sparse)).toEqual(sparse);
  });
});

describe('a line of too many points', () => {
  it.each([
    ['a dense road of 2,000 km', road(200_000, 10)],
    ['a zigzag', Array.from({ length: 200_000 }, (_, at) => ({ lat: (at % 2) / 100, lng: at / 1e4 }))],
    [
      'points all over the globe',
      Array.from({ length: 200_000 }, (_, at) => ({ lat: 60 * Math.sin(at * 2.3), lng: 179 * Math.sin(at * 1.7) })),
    ],
  ])('keeps the most telling ones: %s', (_, line) => {
    const fixed = [0, 77_777, 199_998];
    const retained = thinnedIndexes(line, fixed, MAX);
    expect(retained.length).toBe(MAX);
    expect(retained).toEqual(expect.arrayContaining([...fixed, 199_999]));
  });

  it('has as many as its parts need', () => {
    const parts = Array.from({ length: 100 }, (_, at) => [0, 1].map((end) => ({ lat: at / 10, lng: end / 10 })));
    expect(thinnedIndexes(joinParts(parts), [], 50)).toHaveLength(299);
  });
});

describe('any line', () => {
  const step = fc.record({
    lat: fc.integer({ min: -3, max: 3 }),
    lng: fc.integer({ min: -3, max: 3 }),
    elevation: fc.option(fc.integer({ min: 0, max: 40 }), { nil: undefined }),
  });
  /** Steps of a few meters, with points repeated now and then. */
  const wandering = fc.array(step, { minLength: 2, maxLength: 60 }).map((steps) => {
    let [lat, lng] = [0, 0];
    return steps.map(({ elevation, ...by }): ElevatedPoint => {
      [lat, lng] = [lat + by.lat, lng + by.lng];
      return { lat: lat / 1e5, lng: lng / 1e5, ...(elevation !== undefined && { elevation: elevation / 10 }) };
    });
  });

  it('keeps its parts, its ends and its fixed points', () => {
    fc.assert(
      fc.property(wandering, fc.nat(), (line, at) => {
        const fixed = at % line.length;
        const retained = thinnedIndexes(line, [fixed], MAX);
        expect(retained).toEqual(expect.arrayContaining([0, fixed, line.length - 1]));
        const ends = (parts: readonly (readonly ElevatedPoint[])[]) => parts.map((part) => [part[0], part.at(-1)]);
        expect(ends(partsOf(retained.map((index) => line[index]!)))).toEqual(ends(partsOf(line)));
      }),
    );
  });

  it('keeps a height wherever heights begin or end', () => {
    const line = Array.from({ length: 100 }, (_, at): ElevatedPoint => {
      return { lat: 0, lng: at / 1e5, ...(at % 10 === 5 && { elevation: 500 }) };
    });
    expect(thin(line).filter(({ elevation }) => elevation !== undefined)).toHaveLength(10);
  });
});
