// Aim: someone who knows 50 published tracks of one home, and how they are cut, does not find it. Without the shift of
// the center the same person finds it at once.
import { describe, expect, it } from '@jest/globals';
import { distanceMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import { centerNear, CUT_METERS, SHIFT_METERS, shiftedCenter, trimmedTrack } from '@switchback/geo/trim-track';
import { type Guesses, guessHome, tracksFrom } from './home-attacker.js';
import { repetitions, runSeed, seededRandom } from './random.js';

const SEED = runSeed();
const HOMES = repetitions({ short: 200, full: 2_000 });
const TRACKS = 50;
/** The noise of a device, and steps of 25 m across the cut. */
const FIT_METERS = 25;

interface Attack {
  home: LatLng;
  /** Start of the first track. */
  first: LatLng;
  guesses: Guesses;
}

/** @param centerOf returns the center for the end of a home for which none was drawn. */
function attacks(centerOf: (home: LatLng, end: LatLng, random: () => number) => LatLng): Attack[] {
  const random = seededRandom(SEED);
  return Array.from({ length: HOMES }, () => {
    const home = { lat: random.next() * 120 - 60, lng: random.next() * 360 - 180 };
    const tracks = tracksFrom(home, TRACKS, random);
    const centers: LatLng[] = [];
    const centerFor = (end: LatLng) => {
      const found = centerNear(end, centers) ?? centerOf(home, end, () => random.next());
      if (!centers.includes(found)) centers.push(found);
      return found;
    };
    const visible = tracks.map((track) => trimmedTrack(track, centerFor(track[0]!), centerFor(track.at(-1)!)));
    return {
      home,
      first: tracks[0]![0]!,
      guesses: guessHome(
        visible.filter(({ length }) => length > 10),
        CUT_METERS,
      ),
    };
  });
}

const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!;

describe(`${TRACKS} tracks each of ${HOMES} homes (SEED=${SEED})`, () => {
  const shifted = attacks((_home, end, random) => shiftedCenter(end, random));

  it('lead to a circle whose center is 200 to 500 m off', () => {
    for (const { first, guesses } of shifted) {
      const meters = distanceMeters(guesses.circle, first);
      expect(meters).toBeGreaterThan(SHIFT_METERS.min - FIT_METERS);
      expect(meters).toBeLessThan(SHIFT_METERS.max + FIT_METERS);
    }
  });

  it.each([
    { kind: 'circle', least: 300 },
    { kind: 'mean', least: 130 },
    { kind: 'rays', least: 100 },
    { kind: 'fan', least: 130 },
  ] as const)('leave the guess by $kind off by $least m in the middle', ({ kind, least }) => {
    const meters = shifted.map(({ home, guesses }) => distanceMeters(guesses[kind], home));
    expect(median(meters)).toBeGreaterThan(least);
  });

  it('show the home itself where the center is not shifted', () => {
    for (const { home, guesses } of attacks((place) => place)) {
      expect(distanceMeters(guesses.circle, home)).toBeLessThan(50);
    }
  });
});
