import type { Random } from '@switchback/testing/random';
import type { Stage } from './stage.js';

export const FAULT_NAMES = ['F1', 'F2', 'F3', 'F4', 'F5', 'F6', 'F7', 'F14', 'F15', 'F18', 'S2'] as const;
/** As in the table of faults to survive, and the probe for private drives. */
export type FaultName = (typeof FAULT_NAMES)[number];

export function isFaultName(name: string): name is FaultName {
  return (FAULT_NAMES as readonly string[]).includes(name);
}

/** What a run that held tells. */
export interface Seen {
  /** How many times the product was hurt: kills, interleavings, outages, restarts. */
  times: number;
  /** In a few words what was seen. */
  detail: string;
}

/** One way to bring a fault about. */
export interface FaultCase {
  fault: FaultName;
  title: string;
  /** Runs of it, each on a seed of its own. */
  runs: { short: number; full: number };
  /** It hurts the server of all runs, or measures what others beside it would disturb. */
  isAlone?: boolean;
  /** Why it cannot be run here. */
  skipped?: string;
  /**
   * Hurts the product and checks what must remain true.
   * @throws Error saying what did not hold.
   */
  run(stage: Stage, random: Random): Promise<Seen>;
}

/** A run's outcome, one line of the file `FAULTS_RESULTS`; `tools/faults.mjs` makes the report of them. */
export interface FaultResult {
  fault: FaultName;
  title: string;
  outcome: 'held' | 'broken' | 'skipped' | 'left out';
  /** Null for what did not run. */
  seed: number | null;
  /** When it was over, ISO 8601. */
  at: string;
  /** The machine's load average of the last minute by then. */
  load: number;
  ms: number;
  /** How many times the product was hurt; 0 for a run that did not hold. */
  times: number;
  /** What was seen, what did not hold, or why it did not run. */
  detail: string;
}
