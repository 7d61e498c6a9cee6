// Aim: a receiver's jumps are left out of a recording, and nothing that a car can have driven.
import { describe, expect, it } from '@jest/globals';
import { jumpsOf } from './jumps.js';

/** A fix every second at 30 m/s to the north; `change` moves some of them. */
function track(count: number, change: Readonly<Record<number, { lat: number; lng: number }>> = {}) {
  const points = Array.from({ length: count }, (_, index) => change[index] ?? { lat: 46 + index * 0.00027, lng: 8 });
  return { points, times: points.map((_, index) => 1_000 * index) };
}

const far = { lat: 46.1, lng: 8.1 };
const indexesOf = ({ points, times }: ReturnType<typeof track>) => [...jumpsOf(points, times)];

describe('jumps', () => {
  it.each<[string, Record<number, typeof far>, number[]]>([
    ['none', {}, []],
    ['a single one', { 10: far }, [10]],
    ['several of the same place', { 10: far, 11: far, 12: far }, [10, 11, 12]],
    ['the first fix', { 0: far }, [0]],
    ['the last fix', { 29: far }, [29]],
    ['two places', { 5: far, 20: { lat: 45, lng: 7 } }, [5, 20]],
  ])('are found: %s', (_name, change, expected) => {
    expect(indexesOf(track(30, change)).sort((a, b) => a - b)).toEqual(expected);
  });

  it('begin above 120 mph', () => {
    const drive = (mph: number) => {
      const { points, times } = track(30);
      return indexesOf({ points, times: times.with(-1, 28_000 + 30_000 / (mph * 0.44704)) });
    };
    expect(drive(115)).toEqual([]);
    expect(drive(125)).toEqual([29]);
  });

  it('are no gaps: after a tunnel, the road goes on where it leads', () => {
    const { points, times } = track(60);
    const isOutside = (_: unknown, index: number) => index < 20 || index > 40;
    expect(indexesOf({ points: points.filter(isOutside), times: times.filter(isOutside) })).toEqual([]);
  });

  it('are not invented where times are missing, go back, or are in whole seconds', () => {
    const { points, times } = track(30, { 10: far });
    expect(indexesOf({ points, times: times.map(() => NaN) })).toEqual([]);
    expect(indexesOf({ points, times: times.map((time) => -time) })).toEqual([]);
    const dense = track(30);
    expect(indexesOf({ ...dense, times: dense.times.map((time) => Math.floor(time / 2_000) * 1_000) })).toEqual([]);
  });

  it('are kept if half of the fixes are: then the times are wrong', () => {
    const { points, times } = track(30);
    expect(indexesOf({ points, times: times.map((time) => time / 100) })).toEqual([]);
  });
});
