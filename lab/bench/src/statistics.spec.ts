// Aim: the benchmarks' statistics are correct: medians, ranges, run orders that cancel drift, growth exponents.
import { describe, expect, it } from '@jest/globals';
import { compare, comparisonOf, growthExponent, median, orderOf, quantile, type Side, spread } from './statistics.js';

describe('the spread of rounds', () => {
  it.each([
    [[3, 1, 2], { median: 2, low: 1, high: 3 }],
    [[4, 1, 2, 3], { median: 2.5, low: 1, high: 4 }],
    [[7], { median: 7, low: 7, high: 7 }],
  ])('of %j is its median and its extremes', (values, expected) => {
    expect(spread(values)).toEqual(expected);
  });

  it('interpolates a quantile, and sorts numbers numerically', () => {
    expect(quantile([100, 9, 80], 0.5)).toBe(80);
    expect(quantile([0, 10], 0.95)).toBeCloseTo(9.5);
    expect(() => median([])).toThrow(RangeError);
  });
});

describe('the turns', () => {
  it('run ABBA in each round after a warm-up, and over two rounds if a side takes minutes', async () => {
    const order: Side[] = [];
    const side = (name: Side) => () => Promise.resolve(order.push(name));
    await compare({ rounds: 2 }, { floor: side('floor'), ours: side('ours') });
    expect(order.join(' ')).toBe('floor ours floor ours ours floor floor ours ours floor');
    expect([...orderOf(0, true), ...orderOf(1, true)]).toEqual(['floor', 'ours', 'ours', 'floor']);
  });

  it('cancel a drift that grows with each run', async () => {
    let clock = 0;
    const drifting = (factor: number) => () => Promise.resolve(factor * 1_000 + (clock += 10));
    const { ratio } = await compare({ rounds: 5 }, { floor: drifting(1), ours: drifting(1) });
    expect([ratio.low, ratio.high]).toEqual([1, 1]);
  });

  it('compare within a round, so that a slow round is slow for both', () => {
    const { ratio } = comparisonOf([
      { floor: 1, ours: 2 },
      { floor: 50, ours: 100 },
    ]);
    expect(ratio).toEqual({ median: 2, low: 2, high: 2 });
  });
});

describe('growth', () => {
  it.each([0, 0.15, 1, 2])('finds the power of %d', (power) => {
    const points = [1_000, 10_000, 100_000].map((x) => ({ x, y: 3 * x ** power }));
    expect(growthExponent(points)).toBeCloseTo(power);
  });

  it('needs two sizes', () => {
    expect(() => growthExponent([{ x: 1, y: 1 }])).toThrow(RangeError);
  });
});
