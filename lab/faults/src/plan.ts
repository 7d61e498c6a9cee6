import type { FaultCase, FaultResult } from './fault.js';
import type { FaultOptions } from './options.js';

export interface PlannedRun {
  fault: FaultCase;
  seed: number;
}

/** Returns the ID of a run in all results: the same case with the same seed is the same run. */
export function nameOf({ fault, title, seed }: Pick<FaultResult, 'fault' | 'title' | 'seed'>): string {
  return `${fault} ${title} ${seed}`;
}

/**
 * Plans the runs, spreading each case's evenly over the session, so that every case gets its share if the time runs
 * out.
 * @param held names of earlier runs that held, which are not repeated.
 */
export function planRuns(
  cases: readonly FaultCase[],
  options: Pick<FaultOptions, 'seed' | 'count' | 'isShort'>,
  held: ReadonlySet<string>,
): PlannedRun[] {
  return cases
    .filter(({ skipped }) => skipped === undefined)
    .flatMap((fault) => {
      const runs = runsOf(fault, options);
      return Array.from({ length: runs }, (_, run) => ({ fault, seed: options.seed + run, place: (run + 0.5) / runs }));
    })
    .filter(({ fault: { fault, title }, seed }) => !held.has(nameOf({ fault, title, seed })))
    .sort((a, b) => a.place - b.place)
    .map(({ fault, seed }) => ({ fault, seed }));
}

export function runsOf({ runs }: FaultCase, { count, isShort }: Pick<FaultOptions, 'count' | 'isShort'>): number {
  const usual = isShort ? runs.short : runs.full;
  return usual === 0 ? 0 : (count ?? usual);
}
