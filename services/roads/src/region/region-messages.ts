import type { BuiltRegion } from './build-region.js';

/** How a build ended. */
export type RegionOutcome = { kind: 'built'; region: BuiltRegion } | { kind: 'failed'; reason: string };

/** Messages from the program that builds a region. */
export type RegionMessage =
  /** Share that is done, 0 to 1. */
  { kind: 'progress'; share: number } | RegionOutcome;
