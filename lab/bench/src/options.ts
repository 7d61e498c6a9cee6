/** Options that `tools/bench.mjs` passes in the environment. */
export interface BenchOptions {
  /** Numbers of drives. */
  sizes: number[];
  seed: number;
  rounds: number;
  /** Whether to measure on all engines of the environment. */
  isOnEngines: boolean;
  /** Goals to measure; null for all. */
  only: ReadonlySet<string> | null;
}

/** Context shared by all benchmarks. */
export interface BenchContext extends Pick<BenchOptions, 'seed' | 'rounds'> {
  wants: (goal: string) => boolean;
  /** PID of the PostgreSQL server that all benchmarks use. */
  postmasterPid: number;
}

export function readOptions(environment: NodeJS.ProcessEnv): BenchOptions {
  const only = environment['BENCH_ONLY'];
  return {
    sizes: (environment['BENCH_SIZES'] ?? '1k,10k,100k').split(',').map(sizeOf),
    seed: Number(environment['BENCH_SEED'] ?? 1),
    rounds: Number(environment['BENCH_ROUNDS'] ?? 5),
    isOnEngines: environment['BENCH_ENGINES'] === 'all',
    only: only ? new Set(only.toUpperCase().split(',')) : null,
  };
}

/** @throws Error if the label is not a size. */
function sizeOf(label: string): number {
  const [, digits, unit] = /^(\d{1,3})(k|m)$/i.exec(label) ?? [];
  if (!digits || !unit) throw new Error(`Not a size: ${label}. Sizes look like 1k, 100k or 1m.`);
  return Number(digits) * (unit.toLowerCase() === 'k' ? 1_000 : 1_000_000);
}

export function labelOf(size: number): string {
  return size < 1_000_000 ? `${size / 1_000}k` : `${size / 1_000_000}M`;
}
