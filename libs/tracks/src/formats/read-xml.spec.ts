import { describe, expect, it } from '@jest/globals';
import { gpx, kml, placemark, readAll, shown, track } from '../files/track-files.fixture.js';

describe('reading GPX', () => {
  it('accepts tracks and routes of 1.0 and 1.1', async () => {
    // Aim: a track has its segments as parts and its time stamps as recorded time; a route is one part; texts are kept.
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
    const [start, end] = [
      { name: 'Start', lat: 1, lng: 2 },
      { name: '', lat: 3, lng: 4 },
    ];
    const point = { name: 'Only a point', lat: 1, lng: 2 };
    for (const file of [
      gpx(`<metadata><name>My file</name></metadata>${body}`),
      gpx(`<name>My file</name>${body}`, '1.0'),
    ]) {
      const items = await readAll(file);
      expect(items).toEqual([
        { line: 11, place: start },
        { line: 11, place: end },
        { line: 12, place: point },
        {
          line: 4,
          feature: {
            id: null,
            kind: 'track',
            fileTitle: 'My file',
            places: [start, end, point],
            properties: { title: 'Ridge & run', description: 'Up <b>high</b>' },
            geometry: {
              type: 'MultiLineString',
              coordinates: [
                [
                  [-82.5, 35.5, 900],
                  [-82.6, 35.6],
                ],
                [
                  [-82.7, 35.7],
                  [-82.8, 35.8],
                ],
              ],
            },
            recordedMs: { start: Date.UTC(2024, 4, 1, 10), end: Date.UTC(2024, 4, 1, 10, 10) },
            recordedSeconds: [600, null],
          },
        },
        {
          line: 11,
          feature: {
            id: null,
            kind: 'route',
            fileTitle: 'My file',
            places: [start, end, point],
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

  it('reads names with any prefix and encoding', async () => {
    // Aim: files of other programs: a prefix on every element, UTF-16, Latin-1.
    const prefixed = gpx(track('a'))
      .replace(/<(\/?)(?=[a-z])/g, '<$1g:')
      .replace('xmlns=', 'xmlns:g=');
    expect(shown(await readAll(prefixed))).toEqual([[3, 'a']]);
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(gpx(track('Straße')), 'utf16le')]);
    expect(shown(await readAll(utf16, 7))).toEqual([[3, 'Straße']]);
    const latin1 = Buffer.from(gpx(track('Straße')).replace('UTF-8', 'ISO-8859-1'), 'latin1');
    expect(shown(await readAll(latin1))).toEqual([[3, 'Straße']]);
  });

  it('accepts 200,000 points and rejects one more', async () => {
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
    [
      'without any track',
      gpx('<wpt lat="1" lon="2"/>'),
      [
        [3, ''],
        [1, 'It has no line, only one place.'],
      ],
    ],
    [
      'not well formed',
      gpx(`${track('a')}\n<trk><name>b</trk>`),
      [
        [4, 'b'],
        [4, 'This is not well-formed XML: unexpected close tag. What could be read was taken.'],
        [3, 'a'],
      ],
    ],
    [
      'cut off',
      gpx(`${track('a')}\n${track('b')}`).slice(0, -60),
      [
        [4, 'b'],
        [4, 'This is not well-formed XML: the file ends early. What could be read was taken.'],
        [3, 'a'],
      ],
    ],
    [
      'with an entity of its own',
      gpx(track('a &big; b')),
      [
        [3, expect.stringContaining('not well-formed XML: undefined entity')],
        [3, 'a &big; b'],
      ],
    ],
    [
      'with a document type',
      gpx(track('a')).replace('<gpx', '<!DOCTYPE gpx [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><gpx'),
      [[2, 'A document type with entities is not accepted. What follows was not read.']],
    ],
    ['nested without end', gpx('<a>'.repeat(200)), [[3, expect.stringContaining('nested more than 100 deep')]]],
    [
      'one endless element',
      gpx(`${track('a')}<x>${'x'.repeat(33_000_000)}</x>`),
      [
        [3, expect.stringContaining('longer than 32,000,000')],
        [3, 'a'],
      ],
    ],
  ])('explains an error in a file %s', async (_, content, expected) => {
    // Aim: hostile XML costs neither memory nor time and expands no entities; features before it are kept.
    expect(shown(await readAll(content))).toEqual(expected);
  });
});

describe('reading KML', () => {
  it('accepts lines, collections of lines and tracks', async () => {
    // Aim: each placemark is a feature, its description is text without markup, and its track's time stamps are the
    // recorded time.
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
              [5, 6, 7],
              [8, 9, 10],
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
              [-82.5, 35.5, 900],
              [-82.6, 35.6, 900],
            ],
          ],
        },
        recordedSeconds: [30],
      },
    });
  });

  it('passes on features without a line with their kind', async () => {
    // Aim: a polygon or a point can be refused by name, and a place next to the lines does no harm.
    const [polygon, nothing] = await readAll(
      kml(`<Placemark><name>P</name><Polygon><outerBoundaryIs><LinearRing><coordinates>1,2 3,4 1,2</coordinates>
        </LinearRing></outerBoundaryIs></Polygon></Placemark><Placemark><name>N</name></Placemark>`),
    );
    expect(polygon).toMatchObject({ feature: { geometry: { type: 'Polygon' } } });
    expect(nothing).toMatchObject({ feature: { geometry: { coordinates: [] } } });
  });

  it('accepts 200,000 points and rejects one more', async () => {
    // Aim: the limit is exact even if one text contains all points.
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
