// Aim: on real roads, most pairs of places get a curvier way within its time, and none turns around or visits a point by a
// spur. The pairs are seeded; the figures are printed.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { degreesPerKm } from '@switchback/geo/heading-change';
import { distanceMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import { withoutRepeats } from '@switchback/geo/parts';
import { decodePolyline } from '@switchback/geo/polyline';
import { systemClock } from '@switchback/platform/clock';
import { mulberry32 } from '@switchback/platform/mulberry32';
import { openEmbeddedPlaces } from '@switchback/platform/places/embedded-places';
import type { WayChoice } from '@switchback/proto/roads/v1/service';
import { repetitions } from '@switchback/testing/random';
import { openTempStorage } from '@switchback/testing/temp-storage';
import { Directions } from '../directions/directions.service.js';
import { Heights } from '../elevation/heights.js';
import { buildFrom } from '../region/built-region.fixture.js';
import type { CurvyRoad } from '../region/roads/curvy-road.js';
import { RegionRoads } from '../region/roads/region-roads.js';
import { extractOf, openValhalla, whyNoRoads } from '../router/roads.fixture.js';
import { Roads } from '../routing/roads.js';
import { Choices } from './choices.js';

const SEED = Number(process.env['SEED'] ?? 20261130);
const PAIRS = { each: repetitions({ short: 12, full: 30 }), metersMin: 4_000 };
/** The goals are for 60 pairs; fewer vary more from seed to seed. */
const GOAL = {
  curvier: repetitions({ short: 14, full: 46 }),
  curves: repetitions({ short: 1.2, full: 1.5 }),
  time: 1.45,
  p95Ms: 1_500,
};
const CALLER = { userId: 'ann', accountType: 'hero' } as const;
/** A busy machine takes longer; the goal is checked on the median, and the 95th percentile printed. */
const LOAD = 3;

interface Result {
  ms: number;
  choices: readonly WayChoice[];
}

const lineOf = ({ route }: WayChoice): LatLng[] =>
  withoutRepeats(route!.directions!.legs.flatMap(({ path }) => decodePolyline(path)));

/** Returns the meters driven again, in either direction, and the number of turns on the spot. */
function repeatsOf(line: readonly LatLng[]): { meters: number; turns: number } {
  const keys = line.map(({ lat, lng }) => `${lat} ${lng}`);
  const seen = new Set<string>();
  let meters = 0;
  for (let index = 1; index < keys.length; index += 1) {
    const [a, b] = [keys[index - 1]!, keys[index]!];
    if (seen.has(`${a} ${b}`)) meters += distanceMeters(line[index - 1]!, line[index]!);
    seen.add(`${a} ${b}`).add(`${b} ${a}`);
  }
  return { meters, turns: keys.filter((key, index) => index > 1 && key === keys[index - 2]).length };
}

function sorted(numbers: readonly number[]): number[] {
  return [...numbers].sort((a, b) => a - b);
}

const at = (numbers: readonly number[], share: number) => sorted(numbers)[Math.floor(share * numbers.length)]!;

/** Finds the choices for seeded pairs of places on the roads of an extract. */
async function resultsOf(name: 'andorra' | 'liechtenstein'): Promise<Result[]> {
  const opened = await openValhalla(extractOf(name));
  const store = await openTempStorage();
  try {
    const stored = await buildFrom(extractOf(name)).roads();
    const places = await openEmbeddedPlaces();
    const quiet = { warn: () => undefined };
    const regionRoads = new RegionRoads(store.storage, places, new Heights(null), quiet as never);
    regionRoads.use(stored);
    const roads = new Roads(opened.valhalla, systemClock, quiet);
    const directions = new Directions(roads, places, store.storage, systemClock, new Heights(null));
    // A busy machine must not change the ways.
    const choices = new Choices(directions, roads, regionRoads, places, { monotonicMs: () => 0 });
    const random = mulberry32(SEED);
    const results: Result[] = [];
    while (results.length < PAIRS.each) {
      const [start, end] = [placeOn(stored, random), placeOn(stored, random)];
      if (distanceMeters(start, end) < PAIRS.metersMin) continue;
      const waypoints = [start, end].map((location) => ({ label: '', location }));
      const fromMs = performance.now();
      const found = await choices.find({ waypoints, unpaved: false }, { caller: CALLER });
      results.push({ ms: performance.now() - fromMs, choices: found.choices });
    }
    return results;
  } finally {
    await opened.close();
    await store.close();
  }
}

function placeOn(roads: readonly CurvyRoad[], random: () => number): LatLng {
  const paved = roads.filter(({ isUnpaved }) => !isUnpaved);
  const line = decodePolyline(paved[Math.floor(random() * paved.length)]!.path);
  return line[Math.floor(random() * line.length)]!;
}

const why = whyNoRoads();
(why === null ? describe : describe.skip)(`Ways between ${2 * PAIRS.each} pairs of places${why ?? ''}`, () => {
  let results: Result[];
  beforeAll(async () => {
    results = [...(await resultsOf('andorra')), ...(await resultsOf('liechtenstein'))];
  });
  afterAll(() => {
    const ms = results.map((result) => result.ms);
    const [median, p95] = [at(ms, 0.5), at(ms, 0.95)].map(Math.round);
    process.stdout.write(`Ways: seed ${SEED}, ${JSON.stringify({ ...figuresOf(results), median, p95 })}\n`);
  });

  function figuresOf(all: readonly Result[]) {
    const curvier = all.filter(({ choices }) => choices.length > 1).map(({ choices }) => choices);
    const ratios = (of: (choice: WayChoice) => number) => curvier.map((some) => of(some.at(-1)!) / of(some[0]!));
    return {
      curvier: curvier.length,
      curves: at(
        ratios((choice) => choice.degreesPerKm),
        0.5,
      ),
      time: at(
        ratios(({ duration }) => duration),
        0.5,
      ),
    };
  }

  it('are curvier for most of them, in their time', () => {
    const { curvier, curves, time } = figuresOf(results);
    expect(curvier).toBeGreaterThanOrEqual(GOAL.curvier);
    expect(curves).toBeGreaterThanOrEqual(GOAL.curves);
    expect(time).toBeLessThanOrEqual(GOAL.time);
    expect(
      at(
        results.map(({ ms }) => ms),
        0.95,
      ),
    ).toBeLessThan(LOAD * GOAL.p95Ms);
  });

  it('never take more than 1.6 times as long, are each curvier than the one before, and lead from start to end', () => {
    for (const { choices } of results) {
      const [fastest] = choices;
      const ends = (choice: WayChoice) => [lineOf(choice)[0]!, lineOf(choice).at(-1)!];
      expect(fastest!.taste).toBe('fastest');
      for (const [index, choice] of choices.entries()) {
        expect(choice.duration).toBeLessThanOrEqual(1.6 * fastest!.duration + 1);
        if (index > 0) expect(choice.degreesPerKm).toBeGreaterThan(choices[index - 1]!.degreesPerKm);
        expect(choice.degreesPerKm).toBe(degreesPerKm(lineOf(choice)));
        ends(choice).forEach((end, one) => expect(distanceMeters(end, ends(fastest!)[one]!)).toBeLessThan(50));
        expect(choice.route!.directions!.legs).toHaveLength(1);
        expect(choice.route!.directions!.legs[0]!.maneuvers!.items.length).toBeGreaterThan(0);
      }
    }
  });

  it('never turn around, and visit no point by a spur', () => {
    for (const { choices } of results) {
      const [usual, ...rest] = choices.map((choice) => repeatsOf(lineOf(choice)));
      for (const { meters, turns } of rest) {
        expect(turns).toBeLessThanOrEqual(usual!.turns);
        expect(meters - usual!.meters).toBeLessThan(100);
      }
    }
  });
});
