// Order in which Jest starts its suites: a slow one that starts last would run alone at the end.
import { relative } from 'node:path';
import { readDurations } from './durations.mjs';
import { ROOT } from './setup.mjs';

/** Jest's `testSequencer`. */
export default class LongestFirst {
  /** @param {object} options Jest's. @param durations milliseconds by path, as `readDurations` returns them. */
  constructor(options, durations = readDurations()) {
    this.durations = durations;
  }

  /** Suites that never ran here, large files before small ones; then the longest of the last run before shorter ones. */
  sort(tests) {
    const sizeOf = ({ path, context }) => context.hasteFS.getSize(path) ?? 0;
    const durationOf = ({ path }) => this.durations[relative(ROOT, path)] ?? Infinity;
    const longest = (a, b) => (durationOf(a) === durationOf(b) ? sizeOf(b) - sizeOf(a) : durationOf(b) - durationOf(a));
    return [...tests].sort((a, b) => longest(a, b) || (a.path < b.path ? -1 : 1));
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
