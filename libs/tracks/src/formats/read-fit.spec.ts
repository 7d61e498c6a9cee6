// Aim: a recording gives every point that it holds, whatever its device did to the end of the file.
import { describe, expect, it } from '@jest/globals';
import { fitFile, fitOfRecords, type FitPoint, positionData, positionDefinition } from './fit.fixture.js';
import { readAll, shown } from '../files/track-files.fixture.js';

const CUT = 'This FIT recording was cut off: what could be read was taken.';
const pointsFrom = (lat: number, count = 6): FitPoint[] =>
  Array.from({ length: count }, (_, at) => [lat + at / 100, -82.5, 500, at]);
const WHOLE = fitFile({ points: pointsFrom(35) });

/** Returns the number of points of each line, then the sentences. */
async function read(file: Buffer): Promise<unknown[]> {
  const items = await readAll(file);
  const lines = items.flatMap((item) =>
    'feature' in item ? (item.feature.geometry as { coordinates: unknown[][] }).coordinates.flat().length : [],
  );
  return [...lines, ...shown(items.filter((item) => !('feature' in item))).map(([, words]) => words)];
}

function withLength(file: Buffer, bytes: number): Buffer {
  const changed = Buffer.from(file);
  changed.writeUInt32LE(bytes, 4);
  return changed;
}

describe('an unfinished recording', () => {
  it.each<[string, Buffer, unknown[]]>([
    ['no length', withLength(WHOLE, 0), [6, CUT]],
    ['no length and no checksum', withLength(WHOLE, 0).subarray(0, -2), [6, CUT]],
    ['the length of more than there is', withLength(WHOLE, 1_000_000), [6, CUT]],
    ['the largest length', withLength(WHOLE, 0xffffffff), [6, CUT]],
    ['no checksum', WHOLE.subarray(0, -2), [6, CUT]],
    ['half a checksum', WHOLE.subarray(0, -1), [6, CUT]],
    ['half a record at its end', WHOLE.subarray(0, -9), [5, CUT]],
    ['half a record at its end and no length', withLength(WHOLE, 0).subarray(0, -9), [5, CUT]],
    [
      'noise after its records',
      Buffer.concat([withLength(WHOLE, 0).subarray(0, -2), Buffer.alloc(40, 0x3f)]),
      [6, CUT],
    ],
    ['nothing but a header', withLength(WHOLE, 0).subarray(0, 14), ['This FIT file is damaged.']],
  ])('with %s is read', async (_what, file, expected) => {
    expect(await read(file)).toEqual(expected);
  });

  it('is read up to any byte at which it ends', async () => {
    // Aim: no cut makes the reader fail or lose a point that is whole.
    let points = 0;
    for (let length = 12; length <= WHOLE.length; length += 1) {
      const [line] = await read(WHOLE.subarray(0, length));
      if (typeof line !== 'number') continue;
      expect(line).toBeGreaterThanOrEqual(points);
      points = line;
    }
    expect(points).toBe(6);
  });
});

describe('chained recordings', () => {
  const apart = fitFile({ points: pointsFrom(40) });

  it.each<[string, Buffer[], unknown[]]>([
    ['two', [WHOLE, apart], [6, 6]],
    ['three that meet', [WHOLE, fitFile({ points: pointsFrom(35.05) }), fitFile({ points: pointsFrom(35.1) })], [18]],
    ['the last one cut off', [WHOLE, apart.subarray(0, -9)], [6, 5, CUT]],
    ['the first one without a length', [withLength(WHOLE, 0), apart], [6, 6, CUT]],
    ['the first one without a length and a checksum', [withLength(WHOLE, 0).subarray(0, -2), apart], [6, 6, CUT]],
    ['the first one without a checksum', [WHOLE.subarray(0, -2), apart], [6, 6]],
    ['settings before a recording', [fitFile({ points: [] }), WHOLE], [6]],
  ])('are all read: %s', async (_what, files, expected) => {
    const items = await read(Buffer.concat(files));
    expect(items.filter((item) => !String(item).startsWith('Lines that meet'))).toEqual(expected);
  });

  it('are read up to a limit', async () => {
    const items = await read(Buffer.concat(Array.from({ length: 101 }, () => WHOLE)));
    expect(items.filter((item) => typeof item === 'string')).toEqual([
      'The file holds more than 100 recordings: only the first were read.',
    ]);
  });
});

it.each<[string, Buffer]>([
  [
    'compressed time stamps',
    fitOfRecords([
      positionDefinition({ hasTime: true }),
      positionData(0, [35, -82.5], 0),
      positionData(0x85, [35.1, -82.5]),
      positionData(0x8a, [35.2, -82.5]),
    ]),
  ],
  [
    'fields of a developer',
    fitOfRecords([
      positionDefinition({ developerBytes: 3 }),
      ...[35, 35.1, 35.2].map((lat) => Buffer.concat([positionData(0, [lat, -82.5]), Buffer.from('abc')])),
    ]),
  ],
])('records with %s are read, also without a length', async (_what, file) => {
  expect(await read(file)).toEqual([3]);
  expect(await read(withLength(file, 0))).toEqual([3, CUT]);
});
