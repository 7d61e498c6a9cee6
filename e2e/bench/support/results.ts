import { appendFileSync } from 'node:fs';

/** Median and range of the rounds. */
export interface Spread {
  median: number;
  low: number;
  high: number;
}

export interface BenchResult {
  /** Number of the goal, such as `P15`. */
  goal: string;
  /** Amount of data, such as `10k`; empty if it does not matter. */
  size: string;
  measure: string;
  unit: string;
  /** The same work done without our code; null if there is no equivalent. */
  floor: Spread | null;
  ours: Spread;
  /** Ratio of ours to the floor. */
  ratio: Spread | null;
  target: string;
  met: boolean;
  note?: string;
}

const ROUNDS_MAX = 100;

/** Number of measurements per figure, from `BENCH_ROUNDS`. */
export const ROUNDS = Math.max(1, Math.min(ROUNDS_MAX, Number(process.env.BENCH_ROUNDS ?? 5) || 5));

/** Whether a goal was requested: `BENCH_ONLY` lists some; unset or empty means all. */
export function isAsked(goal: string): boolean {
  const only = process.env.BENCH_ONLY ?? '';
  return only === '' || only.split(',').some((name) => name.trim().toUpperCase() === goal);
}

export function spreadOf(values: readonly number[]): Spread {
  if (values.length === 0) throw new Error('There are no values to take a median of.');
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const median = (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
  return { median, low: sorted[0]!, high: sorted.at(-1)! };
}

/** Prints a figure without a floor and with a limit for its median, and appends it to the file `BENCH_RESULTS`. */
export function reportLimit({
  limit,
  values,
  ...rest
}: Pick<BenchResult, 'goal' | 'size' | 'measure' | 'unit' | 'note'> & {
  limit: number;
  values: readonly number[];
}): void {
  const ours = spreadOf(values);
  const target = `<= ${limit.toLocaleString('en-US')} ${rest.unit}`.trim();
  const result: BenchResult = { ...rest, floor: null, ours, ratio: null, target, met: ours.median <= limit };
  const [median, low, high] = [ours.median, ours.low, ours.high].map((value) => Number(value.toPrecision(4)));
  const { goal, measure, met, unit, note } = result;
  progress(`${met ? 'met   ' : 'MISSED'} ${goal} ${measure}: ${median} ${unit} (${low} to ${high}); target ${target}`);
  if (note) progress(`       ${note}`);
  if (process.env.BENCH_RESULTS) appendFileSync(process.env.BENCH_RESULTS, `${JSON.stringify(result)}\n`);
}

export function progress(text: string): void {
  process.stdout.write(`${text}\n`);
}
