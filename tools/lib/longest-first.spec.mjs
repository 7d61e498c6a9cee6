// Aim: the slowest suites start first, even on a machine that never ran them, and each name on the list is that of a
// suite.
import { globSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import LongestFirst, { LONGEST } from './longest-first.mjs';
import { ROOT } from './setup.mjs';

const sizes = {
  '/a/src/small.spec.ts': 10,
  '/a/src/large.spec.ts': 90,
  [`/a/src${LONGEST[1]}`]: 1,
  [`/b${LONGEST[0]}`]: 2,
};
const context = { hasteFS: { getSize: (path) => sizes[path] } };
const tests = Object.keys(sizes).map((path) => ({ path, context }));
const order = [`/b${LONGEST[0]}`, `/a/src${LONGEST[1]}`, '/a/src/large.spec.ts', '/a/src/small.spec.ts'];
const paths = (some) => some.map(({ path }) => path);

describe('the order of suites', () => {
  it('follows the list, then the size, whatever the input order', () => {
    expect(paths(new LongestFirst().sort(tests))).toEqual(order);
    expect(paths(new LongestFirst().sort(tests.toReversed()))).toEqual(order);
  });

  it('assigns each suite to exactly one shard', () => {
    const shards = [1, 2, 3].flatMap((shardIndex) => new LongestFirst().shard(tests, { shardIndex, shardCount: 3 }));
    expect(paths(shards).sort()).toEqual([...order].sort());
  });

  it('lists only suites that exist', () => {
    const suites = globSync('{libs,services}/*/src/**/*.spec.ts', { cwd: ROOT });
    expect(LONGEST.filter((end) => !suites.some((path) => path.endsWith(end)))).toEqual([]);
  });
});
