import type { Random } from '@switchback/testing/random';
import type { Stage } from './stage.js';

export const FAULT_NAMES = ['F1', 'F2', 'F3', 'F4', 'F5', 'F6', 'F7', 'F14', 'F15'] as const;
/** As in the table of faults to survive. */
export type FaultName = (typeof FAULT_NAMES)[number];

export function isFaultName(name: string): name is FaultName {
  return (FAULT_NAMES as readonly string[]).includes(name);
}

/** One way to bring a fault about. */
export interface FaultCase {
  fault: FaultName;
  title: string;
  /** Runs of it, each on a seed of its own. */
  runs: { short: number; full: number };
  /** Why it cannot be run here. */
  skipped?: string;
  /**
   * Hurts the product and checks what must remain true.
   * @returns in a few words what was seen.
   * @throws Error saying what did not hold.
   */
  run(stage: Stage, random: Random): Promise<string>;
}

/** A run's outcome, one line of the file `FAULTS_RESULTS`; `tools/faults.mjs` makes the report of them. */
export interface FaultResult {
  fault: FaultName;
  title: string;
  outcome: 'held' | 'broken' | 'skipped' | 'left out';
  /** Null for what did not run. */
  seed: number | null;
  ms: number;
  /** What was seen, what did not hold, or why it did not run. */
  detail: string;
}
