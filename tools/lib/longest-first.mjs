// Order in which Jest starts its suites. On a machine that has not run them before, Jest sorts by file size: the
// slowest suites, a few lines around cases shared by all adapters, would then start last and run alone at the end.

/** Longest first, as measured on one machine. */
export const LONGEST = [
  'index/elasticsearch/elasticsearch-index',
  'index/postgres/postgres-index',
  'kafka-bus',
  'db/backup/backup',
  'index/parity',
  'bull-jobs',
  'graphile-jobs',
  'kill',
  'index/elasticsearch/outage',
  'db/embedded-postgres',
  'index/elasticsearch/rebuild',
  'import/byways',
  'search.module',
  'kafka-outage',
  'import/read-features',
  's3-storage',
  'postgres-bus',
  'import/normalize-feature',
  'sessions',
  'kafka-limits',
].map((name) => `/${name}.spec.ts`);

/** Jest's `testSequencer`. */
export default class LongestFirst {
  /** Suites of the list, then large files before small ones: the same order in every run. */
  sort(tests) {
    const sizeOf = ({ path, context }) => context.hasteFS.getSize(path) ?? 0;
    return [...tests].sort((a, b) => placeOf(a) - placeOf(b) || sizeOf(b) - sizeOf(a) || (a.path < b.path ? -1 : 1));
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

function placeOf({ path }) {
  const place = LONGEST.findIndex((end) => path.endsWith(end));
  return place === -1 ? LONGEST.length : place;
}
