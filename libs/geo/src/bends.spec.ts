// Aim: details name the stretch that a driver would choose, and count hairpins as a driver does.
import { describe, expect, it } from '@jest/globals';
import { bestStretch, countHairpins } from './bends.js';
import { METERS_PER_DEGREE } from './distance.js';
import type { LatLng } from './location.js';
import { joinParts } from './parts.js';

/** Drives along segments of a length in meters that turn by so many degrees, with a point every 5 m. */
function drive(segments: readonly [meters: number, degrees: number][]): LatLng[] {
  let [x, y, heading] = [0, 0, 0];
  const points: LatLng[] = [];
  for (const [meters, degrees] of segments) {
    const steps = Math.max(1, Math.round(meters / 5));
    for (let step = 0; step < steps; step += 1) {
      heading += (degrees / steps) * (Math.PI / 180);
      [x, y] = [x + Math.sin(heading) * (meters / steps), y + Math.cos(heading) * (meters / steps)];
      const eastMeters = METERS_PER_DEGREE * Math.cos((45 * Math.PI) / 180);
      const at = { lat: 45 + y / METERS_PER_DEGREE, lng: 10 + x / eastMeters };
      points.push({ lat: Math.round(at.lat * 1e5) / 1e5, lng: Math.round(at.lng * 1e5) / 1e5 });
    }
  }
  return points;
}

function repeated<T>(count: number, segments: T[]): T[] {
  return Array.from({ length: count }, () => segments).flat();
}

/** Two bends of 90 degrees in 800 m: 225 degrees per kilometer. */
const BENDS: [number, number][] = [
  [200, 0],
  [200, 90],
  [200, 0],
  [200, -90],
];

describe('the best stretch', () => {
  it('is where the line turns most, as far as it does', () => {
    const stretch = bestStretch(drive([[20_000, 0], ...repeated(10, BENDS), [20_000, 0]]))!;
    expect(stretch.fromMeters / 1_000).toBeGreaterThan(19);
    expect(stretch.fromMeters / 1_000).toBeLessThan(21);
    expect(stretch.lengthMeters / 8_000).toBeGreaterThan(0.85);
    expect(stretch.lengthMeters / 8_000).toBeLessThan(1.15);
    expect(stretch.degreesPerKm).toBeGreaterThan(180);
    expect(stretch.degreesPerKm).toBeLessThan(260);
  });

  it('is counted from the start of the first part', () => {
    const straight = drive([[12_000, 0]]);
    const stretch = bestStretch(joinParts([straight, drive(repeated(10, BENDS))]))!;
    expect(stretch.fromMeters / 1_000).toBeGreaterThan(11.5);
    expect(stretch.fromMeters / 1_000).toBeLessThan(13);
  });

  it('needs a part of 5 km', () => {
    expect(bestStretch([])).toBeNull();
    expect(bestStretch(drive(repeated(5, BENDS)))).toBeNull();
  });
});

describe('the number of hairpins', () => {
  const hairpin = (radiusMeters: number, degrees: number): [number, number][] => [
    [150, 0],
    [Math.abs(degrees / 180) * Math.PI * radiusMeters, degrees],
    [150, 0],
  ];
  it('counts each hairpin of a pass once', () => {
    const pass = repeated(24, [...hairpin(10, 180), ...hairpin(14, -175)]);
    expect(countHairpins(drive(pass))).toBe(48);
  });

  it('counts neither right angles, wide bends, nor turning around', () => {
    expect(countHairpins(drive(repeated(10, [...hairpin(10, 90), ...hairpin(10, -90)])))).toBe(0);
    expect(countHairpins(drive(repeated(4, hairpin(80, 180))))).toBe(0);
    const out = drive([[1_000, 0]]);
    expect(countHairpins([...out, ...out.toReversed()])).toBe(0);
    expect(countHairpins([])).toBe(0);
  });

  it('ignores the jitter of a recording while the car stands still', () => {
    const still = Array.from({ length: 200 }, (_, index) => ({
      lat: 45.01 + (((index * 7) % 11) - 5) / 1e5,
      lng: 10 + (((index * 5) % 13) - 6) / 1e5,
    }));
    expect(countHairpins([...drive([[1_000, 0]]), ...still])).toBe(0);
  });
});
