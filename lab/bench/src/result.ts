import { appendFileSync } from 'node:fs';
import type { Comparison, Spread } from './statistics.js';

/** One line of the report. `tools/bench.mjs` reads the results from the file named by `BENCH_RESULTS`. */
export interface Result {
  /** ID in the table of goals: P1. */
  goal: string;
  /** Number of drives: 100k. */
  size: string;
  measure: string;
  unit: string;
  floor: Spread | null;
  ours: Spread;
  ratio: Spread | null;
  target: string;
  met: boolean;
  note?: string;
}

/** Appends the result to `BENCH_RESULTS` and prints it. */
export function record(result: Result): void {
  const file = process.env['BENCH_RESULTS'];
  if (file) appendFileSync(file, `${JSON.stringify(result)}\n`);
  const { goal, size, measure, unit, ours, ratio, target, met } = result;
  const figure = ratio ? `${ratio.median.toFixed(2)}x` : `${Number(ours.median.toPrecision(3))} ${unit}`;
  process.stdout.write(`  ${met ? 'met ' : 'MISS'} ${goal} ${size} ${measure}: ${figure} (${target})\n`);
}

/** Builds a result whose target is a maximum for the median ratio. */
export function atMost(limit: number, figures: Comparison) {
  return { ...figures, target: `≤ ${limit}x`, met: figures.ratio.median <= limit };
}

/** Builds a result whose target is a minimum for the median ratio. */
export function atLeast(limit: number, figures: Comparison) {
  return { ...figures, target: `≥ ${limit}x`, met: figures.ratio.median >= limit };
}

/** Builds a result whose target is a maximum for our median, in its unit; a floor is only reported. */
export function limited(limit: number, unit: string, figures: Pick<Comparison, 'ours'> & Partial<Comparison>) {
  const { floor = null, ratio = null, ours } = figures;
  return { floor, ratio, ours, unit, target: `≤ ${limit} ${unit}`.trim(), met: ours.median <= limit };
}

/** Builds a result whose target is a maximum for what our median adds to the floor's. */
export function addsAtMost(limitMs: number, figures: Comparison) {
  const addedMs = figures.ours.median - figures.floor.median;
  const target = `floor + ${limitMs} ms`;
  return { ...figures, unit: 'ms', target, met: addedMs <= limitMs, note: `adds ${addedMs.toFixed(2)} ms` };
}
