import type { Bounds } from '@switchback/geo/location';
import type { SortKey } from '@switchback/contracts/rules/drives';
import type { Catalogue } from './catalogue.js';
import type { BenchContext } from './options.js';
import { boxesOf, firstPage, matchesIn, sideFor } from './queries.js';
import { limited, record } from './result.js';
import { growthExponent, median, spread } from './statistics.js';
import { timesOf } from './timing.js';

const BOXES = 100;
const MATCHES = 50;
const FIXED_DEGREES = 2;
const SORTS: readonly SortKey[] = ['location', 'popularity', 'created', 'stars'];
const CONSTANT_MAX = 0.15;
const FIXED_MAX = 1;

interface Sample {
  catalogue: Catalogue;
  boxes: Bounds[];
  /** Quantity that the time is plotted against: catalogue size or matches. */
  x: number;
}

/** P3: growth of search time with the size of the catalogue, all sizes in turn. */
export async function measureGrowth({ seed, rounds }: BenchContext, catalogues: readonly Catalogue[]): Promise<void> {
  const [constant, fixed]: [Sample[], Sample[]] = [[], []];
  for (const catalogue of catalogues) {
    const shrinking = boxesOf(BOXES, await sideFor(catalogue.index, MATCHES, seed), seed);
    constant.push({ catalogue, boxes: shrinking, x: catalogue.size });
    const boxes = boxesOf(BOXES, FIXED_DEGREES, seed);
    fixed.push({ catalogue, boxes, x: await matchesIn(catalogue.index, boxes) });
  }
  const size = catalogues.map(({ label }) => label).join(', ');
  const common = { goal: 'P3', size };
  for (const [samples, limit, measure] of [
    [constant, CONSTANT_MAX, `search, ${MATCHES} matches a box at every size, counted`],
    [fixed, FIXED_MAX, `search, a box of ${FIXED_DEGREES}°, counted, in matches`],
  ] as const) {
    const { exponent, times } = await exponents(samples, rounds);
    record({ ...common, measure, ...limited(limit, '', { ours: exponent }), unit: 'exponent', note: times });
  }
}

async function exponents(samples: readonly Sample[], rounds: number) {
  const perRound: { x: number; y: number }[][] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const turn = round % 2 === 0 ? samples : [...samples].reverse();
    const points: { x: number; y: number }[] = [];
    for (const { catalogue, boxes, x } of turn) points.push({ x, y: await timeIn(catalogue, boxes) });
    // The first round only warms up.
    if (round > 0) perRound.push(points);
  }
  const times = samples.map(({ catalogue, x }) => {
    const ms = median(perRound.map((points) => points.find((point) => point.x === x)!.y));
    return `${catalogue.label} ${ms.toFixed(2)} ms (${Math.round(x).toLocaleString('en-US')})`;
  });
  return { exponent: spread(perRound.map(growthExponent)), times: times.join(', ') };
}

async function timeIn({ index }: Catalogue, boxes: readonly Bounds[]): Promise<number> {
  return median(
    await timesOf(boxes.length, (place) =>
      index.search(firstPage({ bounds: boxes[place]! }, SORTS[place % SORTS.length]!, true)),
    ),
  );
}
