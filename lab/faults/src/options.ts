import { isFaultName, type FaultName } from './fault.js';

/** Options that `tools/faults.mjs` passes in the environment. */
export interface FaultOptions {
  /** Seed of the first run of each case; further runs count up from it. */
  seed: number;
  /** Runs per case; null for the case's own number. */
  count: number | null;
  /** Faults to inject; null for all. */
  only: ReadonlySet<FaultName> | null;
  /** Substring of a case's title; '' for every case. */
  title: string;
  /** Whether to run each case only a few times, as for every commit. */
  isShort: boolean;
  /** Concurrent runs, of cases that do not disturb each other. */
  jobs: number;
  /** Time limit after which no further run starts. */
  minutesMax: number;
}

/** @throws Error for an unknown fault. */
export function readOptions(environment: NodeJS.ProcessEnv): FaultOptions {
  const only = (environment['FAULTS_ONLY'] ?? '').toUpperCase().split(',').filter(Boolean);
  const unknown = only.filter((name) => !isFaultName(name));
  if (unknown.length > 0) throw new Error(`Unknown fault: ${unknown.join(', ')}.`);
  const count = environment['FAULTS_COUNT'];
  return {
    seed: Number(environment['FAULTS_SEED'] ?? 1),
    count: count ? Number(count) : null,
    only: only.length > 0 ? new Set(only.filter(isFaultName)) : null,
    title: environment['FAULTS_CASE'] ?? '',
    isShort: environment['FAULTS_SHORT'] === 'on',
    jobs: Number(environment['FAULTS_JOBS'] ?? 2),
    minutesMax: Number(environment['FAULTS_MINUTES'] ?? 600),
  };
}
