// Order in which Jest starts its suites: a slow one that starts last would run alone at the end.
import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { readDurations } from './durations.mjs';
import { ROOT } from './setup.mjs';

/** Jest's `testSequencer`. */
export default class LongestFirst {
  /** @param {object} options Jest's. @param durations milliseconds by path, as `readDurations` returns them. */
  constructor(options, durations = readDurations()) {
    this.durations = durations;
  }

  /**
   * Suites that never ran here: those of several adapters, which a few lines select, then large files before small ones.
   * After them the longest of the last run before shorter ones.
   */
  sort(tests) {
    const sizes = new Map(tests.map((test) => [test.path, selectsConformance(test) ? Infinity : sizeInBytes(test)]));
    const sizeOf = ({ path }) => sizes.get(path);
    const durationOf = ({ path }) => this.durations[relative(ROOT, path)] ?? Infinity;
    return [...tests].sort(
      (a, b) =>
        descending(durationOf(a), durationOf(b)) || descending(sizeOf(a), sizeOf(b)) || (a.path < b.path ? -1 : 1),
    );
  }

  /** Every n-th suite, for `--shard`. */
  shard(tests, { shardIndex, shardCount }) {
    return this.sort(tests).filter((_, index) => index % shardCount === shardIndex - 1);
  }

  /** Does not track failures: `--onlyFailures` finds nothing. */
  allFailedTests() {
    return [];
  }

  cacheResults() {}
}

const sizeInBytes = ({ path, context }) => context.hasteFS.getSize(path) ?? 0;
const selectsConformance = ({ path }) => existsSync(path) && readFileSync(path, 'utf8').includes('conformance.js');
/** Infinities differ by NaN. */
const descending = (a, b) => (a === b ? 0 : b - a);
