import { describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { collect, feature, readAll, shown } from '../files/track-files.fixture.js';
import { readFeatures } from '../files/read-features.js';

describe('reading GeoJSON', () => {
  const collection = `{"type":"FeatureCollection","features":[\n${feature('a')},\n${feature('b')}\n]}`;

  it.each<[string, string, [number, unknown][]]>([
    [
      'a collection',
      collection,
      [
        [2, 'a'],
        [3, 'b'],
      ],
    ],
    [
      'a collection with its type last and members between',
      `{"crs":{"features":[1]},"bbox":[1],"features":[${feature('a')}],"x":[[{}]],"type":"FeatureCollection"}`,
      [[1, 'a']],
    ],
    [
      'a collection with line breaks everywhere',
      JSON.stringify(JSON.parse(collection), null, 2),
      [
        [4, 'a'],
        [24, 'b'],
      ],
    ],
    ['one feature', feature('a'), [[1, 'a']]],
    ['one feature with line breaks', `\n\n${JSON.stringify(JSON.parse(feature('a')), null, 1)}`, [[3, 'a']]],
    [
      'an array of features',
      `[${feature('a')},\n${feature('b')}]`,
      [
        [1, 'a'],
        [2, 'b'],
      ],
    ],
    [
      'a feature a line',
      `${feature('a')}\n${feature('b')}\n`,
      [
        [1, 'a'],
        [2, 'b'],
      ],
    ],
    [
      'a collection a line',
      `${collection.replaceAll('\n', '')}\n${feature('c')}`,
      [
        [1, 'a'],
        [1, 'b'],
        [2, 'c'],
      ],
    ],
    [
      'lines with a byte order mark, CRLF and empty lines',
      `\ufeff${feature('a')}\r\n\r\n  \r\n${feature('b')}\r\n`,
      [
        [1, 'a'],
        [4, 'b'],
      ],
    ],
    [
      'a text sequence of RFC 8142',
      `\u001e${feature('a')}\n\u001e${JSON.stringify(JSON.parse(feature('b')), null, 1)}\n`,
      [
        [1, 'a'],
        [2, 'b'],
      ],
    ],
  ])('accepts %s', async (_, content, expected) => {
    // Aim: every shape of GeoJSON yields its features in order, each with its starting line.
    expect(shown(await readAll(content))).toEqual(expected);
  });

  it.each<[string, string, [number, unknown][]]>([
    ['an empty file', ' \n ', [[1, 'The file is empty.']]],
    ['a collection of nothing', '{"type":"FeatureCollection","features":[]}', [[1, 'There is no feature in it.']]],
    [
      'a damaged line',
      `${feature('a')}\n{"type":"Feature","properties":{"ti\n${feature('b')}`,
      [
        [1, 'a'],
        [2, expect.stringContaining('not valid JSON')],
        [3, 'b'],
      ],
    ],
    [
      'a damaged first line',
      `{"type":"Feature","prop\n${feature('b')}`,
      [
        [1, expect.stringContaining('not valid JSON')],
        [2, 'b'],
      ],
    ],
    [
      'a damaged element of a collection',
      `{"type":"FeatureCollection","features":[\n${feature('a')},\n{"type":Feature},\n${feature('b')}]}`,
      [
        [2, 'a'],
        [3, expect.stringContaining('not valid JSON')],
        [4, 'b'],
      ],
    ],
    [
      'elements that are not features',
      `{"features":[null, 7,"x",\n[${feature('a')}],{"type":"LineString"},{}, ${feature('b')}]}`,
      [
        [1, 'It is not a GeoJSON object.'],
        [1, 'It is not a GeoJSON object.'],
        [1, 'It is not a GeoJSON object.'],
        [2, 'It is not a GeoJSON object.'],
        [2, undefined],
        [2, 'It is an object without a type, not a Feature.'],
        [2, 'b'],
      ],
    ],
    [
      'a truncated collection',
      collection.slice(0, -20),
      [
        [2, 'a'],
        [3, 'The file ends in the middle of this feature.'],
      ],
    ],
    [
      'something else',
      'title,lat,lng\na,1,2',
      [[1, 'This is neither GeoJSON, nor GPX, nor KML, nor TCX, nor FIT, nor ITN.']],
    ],
    ['a KMZ', 'PK\u0003\u0004rest', [[1, 'This ZIP archive is damaged.']]],
    [
      'another kind of XML',
      '<?xml version="1.0"?><!-- gpx --><osm/>',
      [[1, 'This is XML of the kind "osm", neither GPX, nor KML, nor TCX.']],
    ],
  ])('explains an error in %s', async (_, content, expected) => {
    // Aim: damage is refused with its line and a reason, and the content around it is still read.
    expect(shown(await readAll(content))).toEqual(expected);
  });

  it('recognizes lines by the file name even if the first ones are damaged', async () => {
    // Aim: a file named .geojsonl is read line by line, whatever its first lines contain.
    const folder = await mkdtemp(join(tmpdir(), 'read-features-'));
    try {
      const file = join(folder, 'drives.geojsonl');
      await writeFile(file, `[[[\n{"\n${feature('c')}\n`);
      const items = await collect(readFeatures(file));
      expect(shown(items).map(([line]) => line)).toEqual([1, 2, 3]);
      expect(shown(items).at(-1)).toEqual([3, 'c']);
      await expect(collect(readFeatures(join(folder, 'missing.json')))).rejects.toThrow('ENOENT');
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('rejects an endless line, and continues after it', async () => {
    // Aim: one endless line is refused without exhausting memory or losing the rest of the file.
    const endless = `{"type":"Feature","x":"${'x'.repeat(33_000_000)}"}`;
    const items = await readAll(`${feature('a')}\n${endless}\n${feature('b')}\n`);
    expect(shown(items)).toEqual([
      [1, 'a'],
      [2, 'It is longer than 32,000,000 characters.'],
      [3, 'b'],
    ]);
    const inCollection = await readAll(`{"type":"FeatureCollection","features":[${endless},\n${feature('b')}]}`);
    expect(shown(inCollection)).toEqual([
      [1, 'It is longer than 32,000,000 characters.'],
      [2, 'b'],
    ]);
  });
});
