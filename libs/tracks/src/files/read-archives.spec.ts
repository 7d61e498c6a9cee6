// Aim: the route files of an archive are read wherever they lie, within limits, and those left out are named.
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { fitFile } from '../formats/fit.fixture.js';
import { feature, gpx, kml, placemark, readAll, shown, track, zipped } from './track-files.fixture.js';

const NOTHING = 'There is no GPX, KML, TCX, FIT, ITN or GeoJSON file in this archive.';

/** Returns the titles of features and the sentences of the rest. */
async function read(content: Buffer): Promise<unknown[]> {
  return shown(await readAll(content)).map(([, words]) => words);
}

const link = (name: string, href: string) =>
  `<NetworkLink><name>${name}</name><Link><href>${href}</href></Link></NetworkLink>`;
const gzipped = (name: string) => gzipSync(gpx(track(name)));
const fit = () => fitFile({ points: [35, 35.1].map((lat, at) => [lat, -82.5, 500, at]), name: 'Course' });

describe('the files of an archive', () => {
  it.each<[string, () => Record<string, string | Buffer> | Promise<Record<string, string | Buffer>>, string[]]>([
    [
      'all documents of a KMZ, its main one first',
      () => ({ 'a.kml': kml(placemark('Second')), 'DOC.kml': kml(placemark('First')) }),
      ['First', 'Second'],
    ],
    [
      'the files to which the main document links',
      () => ({
        'doc.kml': kml(link('A', 'files/a%20b.kml#x') + link('B', './b.kml')),
        'files/a b.kml': kml(placemark('A')),
        'b.kml': kml(placemark('B')),
      }),
      ['A', 'B'],
    ],
    [
      'gzipped files',
      () => ({ '1.gpx.gz': gzipped('One'), '2.FIT.GZ': gzipSync(fit()), '3.gpx': gpx(track('Three')) }),
      ['One', 'Course', 'Three'],
    ],
    ['a gzipped file alone', () => ({ 'list.csv': 'a', 'a/1.gpx.gz': gzipped('One') }), ['One']],
    [
      'a KMZ',
      async () => ({ 'My Maps/a.kmz': await zipped({ 'doc.kml': kml(placemark('Map')) }), 'index.html': '' }),
      ['Map'],
    ],
    [
      'archives',
      async () => ({ 'a.zip': await zipped({ '1.gpx.gz': gzipped('One') }), 'b.gpx': gpx(track('Two')) }),
      ['One', 'Two'],
    ],
    [
      'JSON last, which is often something else',
      () => ({ 'a.json': feature('J'), 'b.gpx': gpx(track('G')) }),
      ['G', 'J'],
    ],
  ])('include %s', async (_what, files, titles) => {
    expect(await read(await zipped(await files()))).toEqual(titles);
  });

  it('may be packed once more as a whole', async () => {
    expect(await read(gzipSync(await zipped({ '1.gpx.gz': gzipped('One') })))).toEqual(['One']);
  });

  it('give their names to lines without a name, a document that of its archive', async () => {
    const maps = await zipped({
      'Valley.kmz': await zipped({ 'doc.kml': kml(placemark('')) }),
      'Ridge.gpx.gz': gzipped(''),
    });
    expect(await read(maps)).toEqual(['Valley', 'Ridge']);
  });
});

describe('what is left out of an archive', () => {
  const good = { 'a.gpx': gpx(track('A')) };

  it.each<[string, () => Record<string, string | Buffer> | Promise<Record<string, string | Buffer>>, string[]]>([
    ['a damaged file', () => ({ ...good, 'b.gpx.gz': gzipped('B').subarray(0, 60) }), ['b.gpx: This file is damaged.']],
    ['a damaged archive', () => ({ ...good, 'b.kmz': 'PK\u0003\u0004' }), ['b.kmz: This ZIP archive is damaged.']],
    [
      'a file of another kind',
      () => ({ ...good, 'b.json': '{"a":1}' }),
      ['b.json: It is an object without a type, not a Feature.'],
    ],
    ['an empty file', () => ({ ...good, 'b.kml': kml('') }), ['b.kml: There is no feature in it.']],
    [
      'an archive without a route',
      async () => ({ ...good, 'b.zip': await zipped({ 'a.jpg': '' }) }),
      [`b.zip: ${NOTHING}`],
    ],
    [
      'an archive too deep',
      async () => ({ ...good, 'b.zip': await zipped({ 'c.kmz': await zipped(good), 'd.gpx': gpx(track('D')) }) }),
      ['D', 'c.kmz: It is packed too many times: one archive in another is read.'],
    ],
    [
      'a file gzipped twice',
      () => ({ ...good, 'b.gpx.gz': gzipSync(gzipped('B')) }),
      ['b.gpx.gz: It is packed too many times: one archive in another is read.'],
    ],
    [
      'links that lead elsewhere',
      () => ({ ...good, 'doc.kml': kml(link('Live', 'https://maps.example/kml') + link('', 'b.kml')) }),
      ['doc.kml: Links to files elsewhere are not followed: “Live”, “b.kml”.'],
    ],
  ])('is named: %s', async (_what, files, words) => {
    expect(await read(await zipped(await files()))).toEqual(['A', ...words]);
  });

  it('is named: files beyond the limit, also those of archives in it', async () => {
    const days = (from: number, to: number) =>
      Object.fromEntries(
        Array.from({ length: to - from + 1 }, (_, at) => [`${from + at}.gpx`, gpx(track(`Day ${from + at}`))]),
      );
    const archive = await zipped({
      'a.zip': await zipped(days(101, 110)),
      ...days(111, 122),
      'b.zip': await zipped(days(123, 124)),
    });
    const words = await read(archive);
    expect(words).toHaveLength(21);
    expect(words.at(-1)).toBe(
      'The archive has more than 20 route files. These were left out: 121.gpx, 122.gpx, b.zip.',
    );
  });

  it('is the reason for the refusal if nothing else is found', async () => {
    expect(await read(Buffer.from(kml(link('Live', 'https://maps.example/kml'))))).toEqual([
      'Links to files elsewhere are not followed: “Live”.',
    ]);
    expect(await read(await zipped({ 'a.zip': await zipped({ 'b.zip': await zipped(good) }) }))).toEqual([
      'It is packed too many times: one archive in another is read.',
    ]);
  });
});

it('bounds what hostile archives unpack to', async () => {
  // Aim: neither many entries nor much content passes because it is spread over archives in an archive.
  const entries = await zipped(Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`${at}.txt`, ''])));
  expect(await read(await zipped({ '1.zip': entries, '2.zip': entries }))).toEqual([
    `1.zip: ${NOTHING}`,
    '2.zip: This ZIP archive has more than 1000 files.',
  ]);
  const large = (megabytes: number) =>
    Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(megabytes * 1_000_000)]);
  expect(await read(await zipped({ '1.zip': large(21), '2.gpx': '' }))).toEqual([
    '1.zip: This archive holds more than 20 MB.',
    '2.gpx: The file is empty.',
  ]);
  const bomb = await zipped(Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`${at}.zip`, large(18)])));
  expect((await read(bomb)).slice(10)).toEqual([
    '10.zip: This ZIP archive is damaged.',
    '11.zip: This archive holds more than 200 MB.',
  ]);
}, 240_000);
