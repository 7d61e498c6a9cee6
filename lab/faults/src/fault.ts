import type { Random } from '@switchback/testing/random';
import type { Stage } from './stage.js';

export const FAULT_NAMES = ['F1', 'F2', 'F3', 'F4', 'F5', 'F6', 'F7', 'F14', 'F15', 'F18', 'S2'] as const;
/** Name in the table of faults to survive, or of the probe for private drives. */
export type FaultName = (typeof FAULT_NAMES)[number];

export function isFaultName(name: string): name is FaultName {
  return (FAULT_NAMES as readonly string[]).includes(name);
}

/** Outcome of a run that held. */
export interface Seen {
  /** Number of injected faults: kills, interleavings, outages, restarts. */
  times: number;
  /** Short description of the observations. */
  detail: string;
}

/** One way to inject a fault. */
export interface FaultCase {
  fault: FaultName;
  title: string;
  /** Number of runs, each with its own seed. */
  runs: { short: number; full: number };
  /** Whether it harms the server that all runs share, or takes measurements that concurrent runs would disturb. */
  isAlone?: boolean;
  /** Reason why it cannot run here. */
  skipped?: string;
  /**
   * Injects the fault and checks the invariants.
   * @throws Error naming the violated invariant.
   */
  run(stage: Stage, random: Random): Promise<Seen>;
}

/** Outcome of a run, one line of the file `FAULTS_RESULTS`; `tools/faults.mjs` builds the report from them. */
export interface FaultResult {
  fault: FaultName;
  title: string;
  outcome: 'held' | 'broken' | 'skipped' | 'left out';
  /** Null if the case did not run. */
  seed: number | null;
  /** Time of completion, ISO 8601. */
  at: string;
  /** One-minute load average of the machine at that time. */
  load: number;
  ms: number;
  /** Number of injected faults; 0 for a run that did not hold. */
  times: number;
  /** Observations, the violated invariant, or the reason why it did not run. */
  detail: string;
}
