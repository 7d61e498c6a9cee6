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

export type Recorder = (result: Result) => void;

/** Appends the result to `BENCH_RESULTS` and prints it. */
export function recordResult(result: Result): void {
  const file = process.env['BENCH_RESULTS'];
  if (file) appendFileSync(file, `${JSON.stringify(result)}\n`);
  const { goal, size, measure, unit, ours, ratio, target, met } = result;
  const figure = ratio ? `${ratio.median.toFixed(2)}x` : `${Number(ours.median.toPrecision(3))} ${unit}`;
  process.stdout.write(`  ${met ? 'met ' : 'MISS'} ${goal} ${size} ${measure}: ${figure} (${target})\n`);
}

/** Builds a result whose target is a maximum for the median ratio. */
export function atMost(limit: number, { floor, ours, ratio }: Comparison) {
  return { floor, ours, ratio, target: `≤ ${limit}x`, met: ratio.median <= limit };
}

export function atLeast(limit: number, { floor, ours, ratio }: Comparison) {
  return { floor, ours, ratio, target: `≥ ${limit}x`, met: ratio.median >= limit };
}
