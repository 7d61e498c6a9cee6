import { isFaultName, type FaultName } from './fault.js';

/** What `tools/faults.mjs` hands over in the environment. */
export interface FaultOptions {
  /** Of the first run of each case; the next runs count on from it. */
  seed: number;
  /** Runs of each case; null for as many as the case asks for. */
  count: number | null;
  /** Faults to bring about; null for all. */
  only: ReadonlySet<FaultName> | null;
  /** A part of a case's title; '' for every case. */
  title: string;
  /** Few runs of each, for every commit. */
  isShort: boolean;
  /** Runs side by side, of those that do not disturb each other. */
  jobs: number;
  /** After this no further run begins. */
  minutesMax: number;
}

/** @throws Error for what is no fault. */
export function readOptions(environment: NodeJS.ProcessEnv): FaultOptions {
  const only = (environment['FAULTS_ONLY'] ?? '').toUpperCase().split(',').filter(Boolean);
  const unknown = only.filter((name) => !isFaultName(name));
  if (unknown.length > 0) throw new Error(`There is no fault ${unknown.join(', ')}.`);
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
