import type { Recorder } from './result.js';

/** What every part gets. */
export interface BenchContext {
  seed: number;
  rounds: number;
  record: Recorder;
  wants: (goal: string) => boolean;
  /** Of the server all parts work on. */
  postmasterPid: number;
}
