import type { Recorder } from './result.js';

/** Context shared by all benchmarks. */
export interface BenchContext {
  seed: number;
  rounds: number;
  record: Recorder;
  wants: (goal: string) => boolean;
  /** PID of the PostgreSQL server that all benchmarks use. */
  postmasterPid: number;
}
