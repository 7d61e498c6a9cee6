// Aim: no file crashes the build or exhausts its memory: a file that is no extract, or a damaged one, gets one sentence
// that names the place.
import { deflateSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { repetitions, runSeed, seededRandom } from '@switchback/testing/random';
import { buildFrom } from './built-region.fixture.js';
import { ExtractError } from './extract/extract-error.js';
import { block, extractBytes } from './extract.fixture.js';

const NODES = [
  { id: 1, lat: 47, lng: 9.5 },
  { id: 2, lat: 47.01, lng: 9.51, tags: { place: 'town', name: 'Vaduz' } },
];
const WAYS = [{ id: 1, refs: [1, 2], tags: { highway: 'primary', name: 'Landstrasse' } }];
const SOUND = extractBytes({ nodes: NODES, ways: WAYS });
const HEADER = extractBytes({}).subarray(0, extractBytes({}).indexOf('OSMData') - 6);
const bytesFrom = (number: number) =>
  Buffer.from([number >>> 24, number >>> 16, number >>> 8, number].map((b) => b & 255));

function faultOf(extract: Buffer): string {
  try {
    buildFrom(extract);
  } catch (error) {
    expect(error).toBeInstanceOf(ExtractError);
    return (error as Error).message;
  }
  return '';
}

describe('a file that cannot be read', () => {
  it.each([
    ['an empty file', Buffer.alloc(0), 'The file is not an OSM PBF extract: it is empty.'],
    ['a text', Buffer.from('<osm version="0.6"></osm>'), 'The file is not an OSM PBF extract, at byte 0 of 25.'],
    ['a file that ends in a block', SOUND.subarray(0, -5), 'The file is cut off within a block, at byte'],
    ['data without a header', block('OSMData', Buffer.alloc(0)), 'it has no header'],
    ['an extract of history', extractBytes({ features: ['HistoricalInformation'] }), 'needs HistoricalInformation'],
    ['a header without anything', HEADER, 'The extract contains nothing that the map draws.'],
    ['nodes in any order', extractBytes({ nodes: NODES.toReversed(), ways: WAYS }), 'not sorted by id'],
    ['no block after the first', Buffer.concat([HEADER, bytesFrom(70_000)]), 'no block starts where one must, at byte'],
    ['a bomb', Buffer.concat([HEADER, block('OSMData', Buffer.alloc(40_000_000))]), 'larger than the 32 MB'],
    [
      'a block that does not unpack',
      Buffer.concat([HEADER, block('OSMData', Buffer.alloc(9), Buffer.from('no zlib'))]),
      'A block cannot be unpacked: the file is damaged',
    ],
    [
      'a block of noise',
      Buffer.concat([HEADER, block('OSMData', deflateSync(Buffer.alloc(0)), deflateSync(Buffer.alloc(90, 0x12)))]),
      'A block cannot be read: the file is damaged',
    ],
  ])('%s is refused with its reason', (_what, extract, reason) => {
    expect(faultOf(extract)).toContain(reason);
  });

  // Aim: ids that are far apart cost no more memory than near ones.
  it('with nodes of any ids is read', () => {
    const far = Array.from({ length: 20_000 }, (_, index) => ({ id: index * 2 ** 33, lat: 47, lng: 9 + index * 1e-6 }));
    const extract = extractBytes({ nodes: far, ways: [{ ...WAYS[0]!, refs: [0, 19_999 * 2 ** 33] }] });
    const before = process.memoryUsage().arrayBuffers;
    const { built } = buildFrom(extract);
    expect(built.bounds.east).toBeCloseTo(9.02, 4);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100_000_000);
  });

  const seed = runSeed();
  it(`is refused in a sentence or drawn in part, whatever is damaged (seed ${seed})`, () => {
    const random = seededRandom(seed);
    const count = repetitions({ short: 60, full: 20_000 });
    for (let round = 0; round < count; round += 1) {
      const damaged = Buffer.from(SOUND);
      for (let flips = 1 + random.below(3); flips > 0; flips -= 1) {
        const at = random.below(damaged.length);
        damaged[at] = damaged[at]! ^ (1 << random.below(8));
      }
      const cut = random.chance(0.3) ? damaged.subarray(0, random.below(damaged.length)) : damaged;
      const fault = faultOf(cut);
      expect(fault === '' || /^The |^A |^An |^Some /.test(fault)).toBe(true);
      expect(fault).not.toContain('undefined');
    }
  });
});
