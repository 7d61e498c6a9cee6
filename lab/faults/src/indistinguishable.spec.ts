// Aim: the timing test's measure is 0.5 for groups that are alike, and shows how far apart two different groups are.
import { expect, it } from '@jest/globals';
import { seededRandom } from '@switchback/testing/random';
import { areaUnderCurve, interleaved } from './indistinguishable.js';

it('distinguishes groups that never overlap from groups that are alike', () => {
  expect(areaUnderCurve([3, 4], [1, 2])).toBe(1);
  expect(areaUnderCurve([1, 2], [3, 4])).toBe(0);
  expect(areaUnderCurve([1, 2, 2], [2, 1, 2])).toBe(0.5);
});

it('is the share of pairs that one group wins, ties counted half', () => {
  const random = seededRandom(7);
  const [a, b] = [1, 2].map(() => Array.from({ length: 40 }, () => random.below(20))) as [number[], number[]];
  const wins = a.flatMap((one) => b.map((other): number => (one > other ? 1 : one === other ? 0.5 : 0)));
  expect(areaUnderCurve(a, b)).toBeCloseTo(wins.reduce((sum, win) => sum + win, 0) / wins.length, 10);
});

it('queries each as often as the others, in a different order per seed', () => {
  const [one, other] = [1, 2].map((seed) => interleaved(['a', 'b', 'c'], 30, seededRandom(seed)).join(''));
  expect([...one!].sort().join('')).toBe('a'.repeat(30) + 'b'.repeat(30) + 'c'.repeat(30));
  expect(one).not.toBe(other);
});
