// Aim: a path stands as a few points that none of it is far from, wherever on the globe it runs.
import { describe, expect, it } from '@jest/globals';
import { runSeed, seededRandom, type Random } from '@switchback/testing/random';
import { coverPath } from './cover.js';
import { unwrapLongitudes, wrapLongitude, type LatLng } from './location.js';

const seed = runSeed();
const REACH = 0.02;
const STEPS = 12;
const ROUNDING = 1e-9;

/** A path of steps from a hair to half a turn of the globe, some of them along a parallel or a meridian. */
function anyPath(random: Random): LatLng[] {
  let [lat, lng] = [random.next() * 170 - 85, random.next() * 360 - 180];
  return Array.from({ length: 1 + random.below(30) }, () => {
    const size = random.pick([0, 0.001, 0.03, 0.5]);
    lat = Math.max(-90, Math.min(90, lat + (random.chance(0.2) ? 0 : (random.next() - 0.5) * size)));
    lng = wrapLongitude(lng + (random.chance(0.2) ? 0 : (random.next() - 0.5) * size * random.pick([1, 1, 8])));
    return { lat, lng };
  });
}

/** Points along every segment, in the plane; longitudes run on past ±180. */
function pointsAlong(path: readonly LatLng[]): LatLng[] {
  const lngs = unwrapLongitudes(path);
  return path.flatMap((to, index) => {
    const from = Math.max(0, index - 1);
    return Array.from({ length: STEPS + 1 }, (_, step) => ({
      lat: path[from]!.lat + ((to.lat - path[from]!.lat) * step) / STEPS,
      lng: lngs[from]! + ((lngs[index]! - lngs[from]!) * step) / STEPS,
    }));
  });
}

function degreesApart(a: LatLng, b: LatLng): number {
  return Math.max(Math.abs(a.lat - b.lat), Math.abs(wrapLongitude(a.lng - b.lng)));
}

describe(`coverPath (SEED=${seed})`, () => {
  // Every point of the path has one of the cover within reach, and every point of the cover lies on the path.
  it('leaves no point of a path out of reach', () => {
    const random = seededRandom(seed);
    for (let round = 0; round < 40; round += 1) {
      const path = anyPath(random);
      const cover = coverPath(path, REACH, 100_000)!;
      const along = pointsAlong(path);
      for (const point of along) {
        const nearest = Math.min(...cover.map((kept) => degreesApart(kept, point)));
        expect([path, nearest <= REACH + ROUNDING]).toEqual([path, true]);
      }
      expect(cover[0]).toEqual(path[0]);
    }
  });

  // A long way takes no more points than its length asks for, and a stretch of many points within reach takes one.
  it('keeps no more points than needed', () => {
    const meridian = [
      { lat: 0, lng: 10 },
      { lat: 1, lng: 10 },
    ];
    expect(coverPath(meridian, REACH, 1_000)!.length).toBeLessThanOrEqual(1 / REACH + 2);
    const crowd = Array.from({ length: 500 }, (_, index) => ({ lat: 45 + (index % 7) / 1_000, lng: 7 }));
    expect(coverPath(crowd, REACH, 10)).toEqual([crowd[0]]);
  });

  // Where the points would be too many there is no cover, rather than half of one.
  it('has no cover with fewer points than needed', () => {
    const equator = [0, 100, -160, -60, 0].map((lng) => ({ lat: 0, lng }));
    expect(coverPath(equator, REACH, 4_096)).toBeNull();
    expect(coverPath(equator, REACH, 20_000)!.length).toBeGreaterThan(17_000);
  });
});
