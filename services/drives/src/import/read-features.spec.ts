import { describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import type { FeatureOrRefusal } from './raw-feature.js';
import { readFeatures } from './read-features.js';

async function readAll(content: string | Buffer, chunkBytes = 65_536): Promise<FeatureOrRefusal[]> {
  const buffer = Buffer.from(content);
  const chunks = Array.from({ length: Math.ceil(buffer.length / chunkBytes) }, (_, index) =>
    buffer.subarray(index * chunkBytes, (index + 1) * chunkBytes),
  );
  return collect(readFeatures(Readable.from(chunks)));
}

async function collect(features: AsyncIterable<FeatureOrRefusal>): Promise<FeatureOrRefusal[]> {
  const items: FeatureOrRefusal[] = [];
  for await (const item of features) {
    items.push(item);
  }
  return items;
}

/** Line and title of what was read, line and reason of what was not: what the person who imports sees. */
function shown(items: FeatureOrRefusal[]): [number, unknown][] {
  return items.map((item) => [item.line, 'refused' in item ? item.refused : item.feature.properties['title']]);
}

const feature = (title: string, extra = ''): string =>
  `{"type":"Feature","id":"${title}","properties":{"title":"${title}"${extra}},` +
  `"geometry":{"type":"LineString","coordinates":[[-82.5,35.5],[-82.6,35.6]]}}`;

const gpx = (body: string, version = '1.1'): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="${version}" creator="test" ` +
  `xmlns="http://www.topografix.com/GPX/${version.replace('.', '/')}">\n${body}\n</gpx>\n`;

const track = (name: string): string =>
  `<trk><name>${name}</name><trkseg><trkpt lat="35.5" lon="-82.5"/><trkpt lat="35.6" lon="-82.6"/></trkseg></trk>`;

const kml = (body: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2" ` +
  `xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>\n${body}\n</Document></kml>\n`;

const placemark = (name: string): string =>
  `<Placemark><name>${name}</name><LineString><coordinates>-82.5,35.5,900 -82.6,35.6</coordinates></LineString></Placemark>`;

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
  ])('takes %s', async (_, content, expected) => {
    // Aim: every shape GeoJSON comes in yields its features in order, each with the line it starts at.
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
      'elements that are no features',
      `{"features":[null, 7,"x",\n[${feature('a')}],{"type":"LineString"},{}, ${feature('b')}]}`,
      [
        [1, 'It is not a GeoJSON object.'],
        [1, 'It is not a GeoJSON object.'],
        [1, 'It is not a GeoJSON object.'],
        [2, 'It is not a GeoJSON object.'],
        [2, 'It is a LineString, not a Feature.'],
        [2, 'It is an object without a type, not a Feature.'],
        [2, 'b'],
      ],
    ],
    [
      'a collection cut off',
      collection.slice(0, -20),
      [
        [2, 'a'],
        [3, 'The file ends in the middle of this feature.'],
      ],
    ],
    ['something else', 'title,lat,lng\na,1,2', [[1, 'This is neither GeoJSON, nor GPX, nor KML.']]],
    ['a KMZ', 'PK\u0003\u0004rest', [[1, 'This is a ZIP archive (a KMZ is one): unpack it first.']]],
    [
      'another kind of XML',
      '<?xml version="1.0"?><!-- gpx --><osm/>',
      [[1, 'This is XML of the kind "osm", neither GPX nor KML.']],
    ],
  ])('says what is wrong with %s', async (_, content, expected) => {
    // Aim: damage is refused with its line and a reason, and what stands beside it is still read.
    expect(shown(await readAll(content))).toEqual(expected);
  });

  it('knows lines by the name of the file even when the first are damaged', async () => {
    // Aim: a file named .geojsonl is read line by line, whatever it begins with.
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

  it('refuses a line that never ends, and reads on after it', async () => {
    // Aim: one endless line costs its own place, not the memory and not the rest of the file.
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

describe('reading GPX', () => {
  it('takes tracks and routes of 1.0 and 1.1', async () => {
    // Aim: a track's segments are the parts, its stamps the recorded time; a route is one part; texts come along.
    const body = `
      <trk><name>Ridge &amp; run</name><desc>Up &lt;b&gt;high&lt;/b&gt;</desc>
        <trkseg>
          <trkpt lat="35.5" lon="-82.5"><ele>900</ele><time>2024-05-01T10:00:00Z</time></trkpt>
          <trkpt lat="35.6" lon="-82.6"><time>2024-05-01T10:10:00Z</time></trkpt>
        </trkseg>
        <trkseg><trkpt lat="35.7" lon="-82.7"/><trkpt lat="35.8" lon="-82.8"/></trkseg>
      </trk>
      <rte><cmt>Along the river</cmt><rtept lat="1" lon="2"><name>Start</name></rtept><rtept lat="3" lon="4"/></rte>
      <wpt lat="1" lon="2"><name>Only a point</name></wpt>`;
    for (const file of [
      gpx(`<metadata><name>My file</name></metadata>${body}`),
      gpx(`<name>My file</name>${body}`, '1.0'),
    ]) {
      const items = await readAll(file);
      expect(items).toEqual([
        {
          line: 4,
          feature: {
            id: null,
            properties: { title: 'Ridge & run', description: 'Up high' },
            geometry: {
              type: 'MultiLineString',
              coordinates: [
                [
                  [-82.5, 35.5],
                  [-82.6, 35.6],
                ],
                [
                  [-82.7, 35.7],
                  [-82.8, 35.8],
                ],
              ],
            },
            recordedSeconds: [600, null],
          },
        },
        {
          line: 11,
          feature: {
            id: null,
            properties: { title: 'My file', description: 'Along the river' },
            geometry: {
              type: 'MultiLineString',
              coordinates: [
                [
                  [2, 1],
                  [4, 3],
                ],
              ],
            },
            recordedSeconds: [null],
          },
        },
      ]);
    }
  });

  it('reads names whatever the prefix and encoding', async () => {
    // Aim: files of other makers: a prefix on every element, UTF-16, Latin-1.
    const prefixed = gpx(track('a'))
      .replace(/<(\/?)(?=[a-z])/g, '<$1g:')
      .replace('xmlns=', 'xmlns:g=');
    expect(shown(await readAll(prefixed))).toEqual([[3, 'a']]);
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(gpx(track('Straße')), 'utf16le')]);
    expect(shown(await readAll(utf16, 7))).toEqual([[3, 'Straße']]);
    const latin1 = Buffer.from(gpx(track('Straße')).replace('UTF-8', 'ISO-8859-1'), 'latin1');
    expect(shown(await readAll(latin1))).toEqual([[3, 'Straße']]);
  });

  it('takes 200,000 points and refuses one more', async () => {
    // Aim: the limit is exact, and a track beyond it does not stop the next.
    const points = (count: number): string => '<trkpt lat="1" lon="2"/>'.repeat(count);
    const long = (count: number): string => `<trk><name>long</name><trkseg>${points(count)}</trkseg></trk>`;
    const items = await readAll(gpx(`${long(200_000)}\n${long(200_001)}\n${track('next')}`));
    expect(shown(items)).toEqual([
      [3, 'long'],
      [4, 'It has more than 200,000 points.'],
      [5, 'next'],
    ]);
  });

  it.each<[string, string, [number, unknown][]]>([
    ['without any track', gpx('<wpt lat="1" lon="2"/>'), [[1, 'There is no feature in it.']]],
    [
      'not well formed',
      gpx(`${track('a')}\n<trk><name>b</trk>`),
      [
        [3, 'a'],
        [4, expect.stringMatching(/not well-formed XML.*was not read/)],
      ],
    ],
    [
      'cut off',
      gpx(`${track('a')}\n${track('b')}`).slice(0, -60),
      [
        [3, 'a'],
        [4, expect.stringContaining('not well-formed XML')],
      ],
    ],
    ['with an entity of its own', gpx(track('a &big; b')), [[3, expect.stringContaining('not well-formed XML')]]],
    [
      'with a document type',
      gpx(track('a')).replace('<gpx', '<!DOCTYPE gpx [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><gpx'),
      [[2, 'A document type declaration is not accepted. What follows was not read.']],
    ],
    ['nested without end', gpx('<a>'.repeat(200)), [[3, expect.stringContaining('nested more than 100 deep')]]],
    [
      'one endless element',
      gpx(`${track('a')}<x>${'x'.repeat(33_000_000)}</x>`),
      [
        [3, 'a'],
        [3, expect.stringContaining('longer than 32,000,000')],
      ],
    ],
  ])('says what is wrong with a file %s', async (_, content, expected) => {
    // Aim: hostile XML costs neither memory nor time and expands nothing; what came before it is kept.
    expect(shown(await readAll(content))).toEqual(expected);
  });
});

describe('reading KML', () => {
  it('takes lines, collections of lines and tracks', async () => {
    // Aim: each placemark is a feature, its description text without markup, its track's stamps the recorded time.
    const items = await readAll(
      kml(`${placemark('Line')}
        <Folder><Placemark id="x"><name>Two</name>
          <description><![CDATA[<p>First&nbsp;<b>good</b></p><p>second</p><script>alert(1)</script>]]></description>
          <MultiGeometry>
            <LineString><coordinates>1,2 3,4</coordinates></LineString>
            <MultiGeometry><LineString><coordinates>\n5,6,7\n8,9,10\n</coordinates></LineString></MultiGeometry>
            <Point><coordinates>1,2</coordinates></Point>
          </MultiGeometry></Placemark></Folder>
        <Placemark><name>Track</name><gx:Track>
          <when>2024-05-01T10:00:00Z</when><when>2024-05-01T10:00:30Z</when>
          <gx:coord>-82.5 35.5 900</gx:coord><gx:coord>-82.6 35.6 900</gx:coord></gx:Track></Placemark>`),
    );
    expect(shown(items)).toEqual([
      [3, 'Line'],
      [4, 'Two'],
      [14, 'Track'],
    ]);
    expect(items[1]).toMatchObject({
      feature: {
        properties: { description: 'First good\nsecond' },
        geometry: {
          coordinates: [
            [
              [1, 2],
              [3, 4],
            ],
            [
              [5, 6],
              [8, 9],
            ],
          ],
        },
      },
    });
    expect(items[2]).toMatchObject({
      feature: {
        geometry: {
          coordinates: [
            [
              [-82.5, 35.5],
              [-82.6, 35.6],
            ],
          ],
        },
        recordedSeconds: [30],
      },
    });
  });

  it('hands on what has no line with its kind', async () => {
    // Aim: a polygon or a point can be refused by name, and a place beside the lines does no harm.
    const [polygon, nothing] = await readAll(
      kml(`<Placemark><name>P</name><Polygon><outerBoundaryIs><LinearRing><coordinates>1,2 3,4 1,2</coordinates>
        </LinearRing></outerBoundaryIs></Polygon></Placemark><Placemark><name>N</name></Placemark>`),
    );
    expect(polygon).toMatchObject({ feature: { geometry: { type: 'Polygon' } } });
    expect(nothing).toMatchObject({ feature: { geometry: { coordinates: [] } } });
  });

  it('takes 200,000 points and refuses one more', async () => {
    // Aim: the limit is exact also where all points stand in one text.
    const long = (count: number): string =>
      `<Placemark><name>long</name><LineString><coordinates>${'1,2 '.repeat(count)}</coordinates></LineString></Placemark>`;
    const items = await readAll(kml(`${long(200_000)}\n${long(200_001)}\n${placemark('next')}`));
    expect(shown(items)).toEqual([
      [3, 'long'],
      [4, 'It has more than 200,000 points.'],
      [5, 'next'],
    ]);
  });
});

describe('reading as a stream', () => {
  const files: [string, string][] = [
    ['lines', [feature('a'), '', feature('é 🚗 \\" { [ \\\\'), '{"broken', feature('b')].join('\r\n')],
    ['a collection', `{"a":"features","features":[ ${feature('a')} ,\n 12.5,"}]",${feature('é 🚗 ]}\\"')}],"z":1}`],
    ['records', `\u001e${feature('a')}\n\u001e{\n\u001e${feature('é 🚗')}`],
    ['GPX', gpx(`${track('é 🚗 &#233;')}\n<!-- note -->\n${track('<![CDATA[b ]] > c]]>')}`)],
    ['KML', kml(`${placemark('é 🚗')}\n${placemark('b')}`)],
  ];

  it.each(files)('reads %s the same however the bytes arrive', async (_, content) => {
    // Aim: no chunk boundary, be it inside a character, a string or a tag, changes what is read.
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
    // Aim: bytes changed, lost or doubled anywhere yield features or refusals with sensible lines, never an error.
    const bytes = Buffer.from(content);
    const damage = fc.tuple(fc.nat(bytes.length - 1), fc.nat(12), fc.uint8Array({ maxLength: 8 }));
    await fc.assert(
      fc.asyncProperty(damage, async ([at, lost, added]) => {
        const damaged = Buffer.concat([bytes.subarray(0, at), added, bytes.subarray(at + lost)]);
        const items = await readAll(damaged, 64);
        expect(items.length).toBeGreaterThan(0);
        const lineCount = damaged.toString().split('\n').length;
        expect(items.filter(({ line }) => line < 1 || line > lineCount)).toEqual([]);
      }),
      { numRuns: 150 },
    );
  });

  it.each<[string, (index: number) => string, string, string]>([
    ['lines', (index) => `${feature(`drive ${index}`, `,"description":"${'x'.repeat(200)}"`)}\n`, '', ''],
    ['a collection', (index) => `${index === 0 ? '' : ','}${feature(`drive ${index}`)}`, '{"features":[', ']}'],
    ['GPX', (index) => track(`drive ${index}`), '<gpx version="1.1">', '</gpx>'],
  ])('holds little of 100,000 features in %s', async (_, featureAt, head, tail) => {
    // Aim: the reader asks for no more than it hands on, and keeps nothing of what it handed on.
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    let written = 0;
    function* pieces(): Generator<string> {
      yield head;
      for (; written < 100_000; written += 1) {
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
      if (taken % 45_000 === 0) {
        collectGarbage();
        heapAt.push(process.memoryUsage().heapUsed);
      }
    }
    expect(taken).toBe(100_000);
    expect(furthestAhead).toBeLessThan(3_000);
    expect(heapAt[1]! - heapAt[0]!).toBeLessThan(10_000_000);
  }, 60_000);
});
