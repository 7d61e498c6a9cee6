import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { pathLengthMeters } from './distance.js';
import type { LatLng } from './location.js';
import { MERGE_MAX_PARTS, MERGED_LINES_MAX, mergeLines } from './merge-lines.js';

/** Points on a grid of about 100 m. */
const line = (...points: [number, number][]): LatLng[] => points.map(([x, y]) => ({ lng: x / 1_000, lat: y / 1_000 }));

describe('joining parts', () => {
  it('joins parts whose ends meet, in any order and direction', () => {
    // Aim: a line cut at random places, with its pieces shuffled and reversed, is restored whole.
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 40 })), {
          minLength: 3,
          maxLength: 30,
          selector: ([x, y]) => `${x},${y}`,
        }),
        fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }),
        fc.infiniteStream(fc.nat()),
        (grid, choices, ranks) => {
          const whole = line(...grid);
          const pieces: LatLng[][] = [[whole[0]!]];
          whole.slice(1).forEach((point, index) => {
            pieces.at(-1)!.push(point);
            if (choices[index] && index < whole.length - 2) {
              pieces.push([point]);
            }
          });
          const turned = pieces.map((piece, index) => (choices[29 - index] ? piece.toReversed() : piece));
          const keyed = turned.map((piece) => ({ piece, rank: ranks.next().value as number }));
          const shuffled = keyed.toSorted((a, b) => a.rank - b.rank).map(({ piece }) => piece);
          const { lines, leftOutParts, takenParts } = mergeLines(shuffled);
          expect({ leftOutParts, parts: takenParts.length }).toEqual({ leftOutParts: 0, parts: pieces.length });
          expect([[whole], [whole.toReversed()]]).toContainEqual(lines);
        },
      ),
    );
  });

  it('keeps the direction of most of the length', () => {
    // Aim: one short reversed piece does not reverse the drive.
    const merged = mergeLines([line([1, 0], [0, 0]), line([1, 0], [9, 0])]);
    expect(merged.lines).toEqual([line([0, 0], [1, 0], [9, 0])]);
  });

  it('bridges a gap of a few meters and no more', () => {
    // Aim: ends 4 m apart are one place and both stay in the line; ends 12 m apart are not.
    const first = line([0, 0], [10, 0]);
    const near = [{ lng: 0.010036, lat: 0 }, ...line([20, 0])];
    const far = [{ lng: 0.01011, lat: 0 }, ...line([30, 0])];
    expect(mergeLines([first, near]).lines).toEqual([[...first, ...near]]);
    expect(mergeLines([first, far]).lines).toEqual([first, far]);
    expect(mergeLines([first, far], 15).lines).toHaveLength(1);
  });

  it('drives a loop on a stem in one pass', () => {
    // Aim: no part is left out if all can be driven once without a jump.
    const stem = line([0, 0], [5, 0]);
    const loop = line([5, 0], [7, 3], [9, 0]);
    const back = line([5, 0], [7, -3], [9, 0]);
    const { lines } = mergeLines([loop, back, stem]);
    expect(lines).toHaveLength(1);
    expect([lines[0]![0], lines[0]!.at(-1)]).toContainEqual(stem[0]);
    expect(pathLengthMeters(lines[0]!)).toBeCloseTo(
      [stem, loop, back].map(pathLengthMeters).reduce((a, b) => a + b),
      6,
    );
  });

  it('takes the longest path through a fork, wherever it is cut', () => {
    // Aim: a fork compares whole branches: a long one in small pieces wins over a short one in one piece.
    const stem = [line([-9, 0], [2, 0]), line([2, 0], [4, 0])];
    const short = line([4, 0], [7, 3]);
    const long = [4, 5, 6, 7, 8, 9].map((x) => line([x, -(x - 4)], [x + 1, -(x - 3)]));
    const { lines, leftOutParts } = mergeLines([short, ...long, ...stem]);
    expect({ lines: lines.length, leftOutParts }).toEqual({ lines: 2, leftOutParts: 0 });
    const whole = lines.find((way) => way.length > short.length)!;
    expect([whole[0], whole.at(-1)]).toEqual([stem[0]![0], long.at(-1)!.at(-1)]);
  });

  it('keeps disconnected parts, in a drivable order', () => {
    // Aim: parts given in disorder and backwards are ordered so that the gaps between them are short.
    const [first, second, third] = [line([0, 0], [5, 0]), line([6, 0], [9, 0]), line([12, 0], [20, 0])];
    expect(mergeLines([third, first, second.toReversed()])).toEqual({
      lines: [first, second, third],
      leftOutParts: 0,
      takenParts: [1, 2, 0],
    });
  });

  it('keeps the longest lines if there are too many', () => {
    // Aim: length in meters decides, and the result counts the parts left out.
    const parts = Array.from({ length: MERGED_LINES_MAX + 5 }, (_, index) =>
      line([0, index * 9], [index + 1, index * 9]),
    );
    const { takenParts, leftOutParts } = mergeLines(parts);
    expect(leftOutParts).toBe(5);
    expect(Math.min(...takenParts)).toBe(5);
  });

  it('joins across the antimeridian and at a pole', () => {
    // Aim: a line cut at 180 degrees, as RFC 7946 requires, is one line again.
    const west = line([179_900, -17_000], [180_000, -17_000]);
    const east = line([-180_000, -17_000], [-179_900, -17_000]);
    expect(mergeLines([east, west]).lines).toEqual([[...west, ...east]]);
    const overThePole = [line([0, 89_000], [0, 90_000]), line([90_000, 90_000], [90_000, 89_000])];
    expect(mergeLines(overThePole).lines).toHaveLength(1);
  });

  it('never jumps and never repeats a part', () => {
    // Aim: on any tangle, every step of the path is a step of some part or a gap within the tolerance.
    const spot = fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 4 }));
    fc.assert(
      fc.property(
        fc.array(fc.array(spot, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 25 }),
        (grids) => {
          const parts = grids.map((grid) => line(...grid));
          const { lines, takenParts, leftOutParts } = mergeLines(parts);
          expect(takenParts.toSorted((a, b) => a - b)).toEqual(parts.map((_, index) => index));
          expect(leftOutParts).toBe(0);
          const given = parts.reduce((sum, part) => sum + pathLengthMeters(part), 0);
          expect(lines.reduce((sum, way) => sum + pathLengthMeters(way), 0)).toBeCloseTo(given, 3);
          const pairs = new Set(parts.flatMap((part) => part.slice(1).map((to, index) => key(part[index]!, to))));
          const steps = lines.flatMap((way) => way.slice(1).map((to, index) => key(way[index]!, to)));
          expect(steps.filter((step) => !pairs.has(step))).toEqual([]);
        },
      ),
    );
  });

  it.each([
    ['separate', (index: number) => line([index * 10, 0], [index * 10 + 1, 0])],
    ['spokes of one wheel', (index: number) => line([0, 0], [Math.cos(index) * 9, Math.sin(index) * 9])],
    ['loops at one spot', (index: number) => line([0, 0], [index, 1], [0, 0])],
    ['within one meter', (index: number) => line([0, 0], [index / 1e6, 0.001])],
    ['in one row', (index: number) => line([index, 0], [index + 1, 0])],
  ])('accepts the maximum number of parts, %s', (_, partAt) => {
    // Aim: no arrangement makes it slow, and too many parts are refused immediately.
    const parts = Array.from({ length: MERGE_MAX_PARTS }, (__, index) => partAt(index % 90_000));
    const began = process.threadCpuUsage();
    const { takenParts, leftOutParts } = mergeLines(parts);
    expect(takenParts.length + leftOutParts).toBe(parts.length);
    expect(process.threadCpuUsage(began).user).toBeLessThan(8_000_000);
    expect(() => mergeLines([...parts, ...parts.slice(0, 1)])).toThrow(RangeError);
  });

  it('ignores parts that are not lines', () => {
    // Aim: empty parts and single points do no harm, but an input of nothing else is an error.
    expect(mergeLines([[], line([0, 0]), line([0, 0], [1, 0])])).toMatchObject({ leftOutParts: 0, takenParts: [2] });
    expect(() => mergeLines([[], line([0, 0])])).toThrow(RangeError);
  });
});

function key(a: LatLng, b: LatLng): string {
  return [a, b]
    .map(({ lat, lng }) => `${lat},${lng}`)
    .toSorted()
    .join(' ');
}
