// Aim: the slowest suites start first, by the durations of the last runs, and by size where there was none.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { jestDurations, playwrightDurations, readDurations, storeDurations } from './durations.mjs';
import LongestFirst from './longest-first.mjs';
import { ROOT } from './setup.mjs';

const sizes = { 'a/small': 10, 'a/large': 90, 'b/slow': 1, 'b/quick': 500 };
const context = { hasteFS: { getSize: (path) => sizes[path.slice(ROOT.length + 1)] } };
const tests = Object.keys(sizes).map((name) => ({ path: join(ROOT, name), context }));
const names = (some) => some.map(({ path }) => path.slice(ROOT.length + 1));
const order = (durations, some = tests) => names(new LongestFirst({}, durations).sort(some));

describe('the order of suites', () => {
  it('is that of their sizes before the first run', () => {
    expect(order({})).toEqual(['b/quick', 'a/large', 'a/small', 'b/slow']);
  });

  it('starts with suites of several adapters before the first run', () => {
    const suite = 'libs/testing/src/graphile-jobs.spec.ts';
    expect(order({}, [...tests, { path: join(ROOT, suite), context }])[0]).toBe(suite);
  });

  it.each([
    ['as listed', tests],
    ['reversed', tests.toReversed()],
  ])('is that of the last run, after new ones, %s', (_how, some) => {
    expect(order({ 'b/slow': 9_000, 'b/quick': 100, 'a/large': 100 }, some)).toEqual([
      'a/small',
      'b/slow',
      'b/quick',
      'a/large',
    ]);
  });

  it('assigns each suite to exactly one shard', () => {
    const shards = [1, 2, 3].flatMap((shardIndex) =>
      new LongestFirst({}, {}).shard(tests, { shardIndex, shardCount: 3 }),
    );
    expect(names(shards).sort()).toEqual(Object.keys(sizes).sort());
  });
});

describe('the durations of the last runs', () => {
  let folder;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'durations-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('come from the reports of Jest and Playwright, and keep those of specs that did not run again', () => {
    const file = join(folder, 'cache', 'durations.json');
    expect(readDurations(file)).toEqual({});
    const jest = { testResults: [{ name: join(ROOT, 'libs/a.spec.ts'), startTime: 1_000, endTime: 3_500 }] };
    storeDurations(jestDurations(jest), file);
    const test = (...durations) => ({ tests: [{ results: durations.map((duration) => ({ duration })) }] });
    const suite = { file: 'web/b.spec.ts', specs: [test(30)], suites: [{ specs: [test(4), test(2, 1)] }] };
    storeDurations(playwrightDurations({ config: { rootDir: join(ROOT, 'e2e') }, suites: [suite] }), file);
    expect(readDurations(file)).toEqual({ 'libs/a.spec.ts': 2_500, 'e2e/web/b.spec.ts': 37 });
  });
});
