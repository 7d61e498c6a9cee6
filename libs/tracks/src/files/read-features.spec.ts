import { describe, expect, it } from '@jest/globals';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { repetitions } from '@switchback/testing/random';
import { feature, gpx, kml, placemark, readAll, track } from './track-files.fixture.js';
import { gpxRecord } from '@switchback/geo/formats/gpx';
import { readFeatures } from './read-features.js';

const FEATURES = repetitions({ short: 40_000, full: 100_000 });

describe('reading as a stream', () => {
  const files: [string, string][] = [
    ['lines', [feature('a'), '', feature('é 🚗 \\" { [ \\\\'), '{"broken', feature('b')].join('\r\n')],
    ['a collection', `{"a":"features","features":[ ${feature('a')} ,\n 12.5,"}]",${feature('é 🚗 ]}\\"')}],"z":1}`],
    ['records', `\u001e${feature('a')}\n\u001e{\n\u001e${feature('é 🚗')}`],
    [
      'GPX',
      gpx(
        `${track('é 🚗 &#233;')}\n<!-- note -->\n${track('<![CDATA[b ]] > c]]>')}${track('<![CDATA[d]]>&#233; & e')}`,
      ),
    ],
    ['KML', kml(`${placemark('é 🚗')}\n${placemark('b')}`)],
  ];

  it.each(files)('reads %s the same in any chunks', async (_, content) => {
    // Aim: no chunk boundary, even inside a character, a string or a tag, changes the result.
    const whole = await readAll(content);
    expect(whole.length).toBeGreaterThan(1);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 400 }), async (chunkBytes) => {
        expect(await readAll(content, chunkBytes)).toEqual(whole);
      }),
      { numRuns: 60 },
    );
  });

  it.each(files)('never throws on damaged %s', async (_, content) => {
    // Aim: changed, lost or duplicated bytes anywhere yield features or refusals with valid line numbers, never an
    // error.
    const bytes = Buffer.from(content);
    const damage = fc.tuple(fc.nat(bytes.length - 1), fc.nat(12), fc.uint8Array({ maxLength: 8 }));
    await fc.assert(
      fc.asyncProperty(damage, async ([at, lost, added]) => {
        const damaged = Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(at + lost)]);
        const items = await readAll(damaged, 64);
        expect(items.length).toBeGreaterThan(0);
        // In XML a carriage return alone also ends a line.
        const lineCount = damaged.toString().split(/\r\n|\r|\n/).length;
        expect(items.filter(({ line }) => line < 1 || line > lineCount)).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  it.each<[string, (index: number) => string, string, string]>([
    ['lines', (index) => `${feature(`drive ${index}`, `,"description":"${'x'.repeat(200)}"`)}\n`, '', ''],
    ['a collection', (index) => `${index === 0 ? '' : ','}${feature(`drive ${index}`)}`, '{"features":[', ']}'],
    ['GPX', (index) => track(`drive ${index}`), '<gpx version="1.1">', '</gpx>'],
  ])(
    `needs little memory for ${FEATURES} features in %s`,
    async (_, featureAt, head, tail) => {
      // Aim: the reader requests no more than it yields, and retains nothing that it yielded.
      setFlagsFromString('--expose-gc');
      const collectGarbage = runInNewContext('gc') as () => void;
      let written = 0;
      function* pieces(): Generator<string> {
        yield head;
        for (; written < FEATURES; written += 1) {
          yield featureAt(written);
        }
        yield tail;
      }
      let taken = 0;
      let furthestAhead = 0;
      const heapAt: number[] = [];
      for await (const item of readFeatures(Readable.from(pieces(), { objectMode: false, highWaterMark: 65_536 }))) {
        expect('refused' in item).toBe(false);
        taken += 1;
        furthestAhead = Math.max(furthestAhead, written - taken);
        if (taken % (FEATURES * 0.45) === 0) {
          collectGarbage();
          heapAt.push(process.memoryUsage().heapUsed);
        }
      }
      expect(taken).toBe(FEATURES);
      expect(furthestAhead).toBeLessThan(3_000);
      expect(heapAt[1]! - heapAt[0]!).toBeLessThan(FEATURES * 100);
    },
    180_000,
  );
});

it('reads the record of a drive back, with its gap and its times', async () => {
  // Aim: a file that the guide writes is a drive for our own import.
  const start = Date.UTC(2026, 10, 30);
  const segment = (from: number) =>
    Array.from({ length: 60 }, (_, second) => ({
      lat: 46 + (from + second) * 0.0002,
      lng: 8,
      elevation: 900,
      at: start + (from + second) * 1_000,
    }));
  const items = await readAll(gpxRecord('Over & back', [segment(0), segment(500)]));
  expect(items).toHaveLength(1);
  expect(items[0]).toMatchObject({
    feature: {
      kind: 'track',
      properties: { title: 'Over & back' },
      recordedMs: { start, end: start + 559_000 },
      geometry: { coordinates: [expect.anything(), expect.anything()] },
    },
  });
});
