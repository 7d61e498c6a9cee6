import { appendFileSync } from 'node:fs';
import type { Comparison, Spread } from './statistics.js';

/** One line of the report; `tools/bench.mjs` reads them from the file that `BENCH_RESULTS` names. */
export interface Result {
  /** As in the table of goals: P1. */
  goal: string;
  /** How many drives: 100k. */
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

/** Appends to `BENCH_RESULTS`, and says it. */
export function recordResult(result: Result): void {
  const file = process.env['BENCH_RESULTS'];
  if (file) appendFileSync(file, `${JSON.stringify(result)}\n`);
  const { goal, size, measure, unit, ours, ratio, target, met } = result;
  const figure = ratio ? `${ratio.median.toFixed(2)}x` : `${Number(ours.median.toPrecision(3))} ${unit}`;
  process.stdout.write(`  ${met ? 'met ' : 'MISS'} ${goal} ${size} ${measure}: ${figure} (${target})\n`);
}

/** A result that is met by the median of its ratio. */
export function atMost(limit: number, { floor, ours, ratio }: Comparison) {
  return { floor, ours, ratio, target: `≤ ${limit}x`, met: ratio.median <= limit };
}

export function atLeast(limit: number, { floor, ours, ratio }: Comparison) {
  return { floor, ours, ratio, target: `≥ ${limit}x`, met: ratio.median >= limit };
}
