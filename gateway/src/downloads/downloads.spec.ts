import { afterAll, describe, expect, it } from '@jest/globals';
import { encodeElevations } from '@switchback/geo/elevation';
import { encodePolyline } from '@switchback/geo/polyline';
import { drive } from '@switchback/testing/fake-drives';
import { faultsOfShape, openGateway } from '../testing/open-gateway.js';
import { fileName } from '@switchback/platform/formats/file-name';
import { escapeXml } from '@switchback/geo/formats/xml';

const { ask, drives, close } = await openGateway();
const line = [
  { lat: 35.5, lng: -82.6 },
  { lat: 35.55, lng: -82.5, elevation: 1_210.5 },
  { lat: 35.6, lng: -82.4 },
];
const path = encodePolyline(line);
const ends = [line[0], line[2]].map((location) => ({ label: '', location }));
const leg = { start: ends[0], end: ends[1], distance: 1, duration: 1, path, elevation: encodeElevations(line) };
drives.add(drive({ id: 'odd', title: 'Ridge <&> "Bend"\u0001 \u{1F697}', description: ']]> & more' }), {
  path,
  directions: { source: 'track', legs: [leg] },
  pointsOfInterest: [{ label: "Graveyard's <Fields>", location: { lat: 35.56, lng: -82.51 } }],
});
drives.add(drive({ id: 'hidden', privacy: 'private' }));
const INVISIBLE = ['\u202E', '\u2066', '\u200F', '\u200D', '\u00AD', '\uFEFF', '\uDB40\uDC41', '\u2060'].join('');
drives.add(drive({ id: 'turned', title: `Ridge ${INVISIBLE}exe` }));
afterAll(close);

describe('a download', () => {
  it('as GPX contains the line and the places', async () => {
    // Aim: a navigation device gets the whole line, in order, under the drive's name.
    const answer = await ask('/api/drives/drive/odd/export/gpx');
    expect(answer.headers['content-type']).toBe('application/gpx+xml; charset=utf-8');
    expect(answer.headers['content-disposition']).toBe(
      'attachment; filename="Ridge-Bend.gpx"; filename*=UTF-8\'\'Ridge%20%26%20Bend%20%F0%9F%9A%97.gpx',
    );
    expect(
      answer.text.match(
        /<trkpt lat="35\.5" lon="-82\.6"\/>\s*<trkpt lat="35\.55" lon="-82\.5"><ele>1210\.5<\/ele><\/trkpt>\s*<trkpt lat="35\.6" lon="-82\.4"\/>/,
      ),
    ).not.toBeNull();
    expect(answer.text).toContain('<name>Ridge &lt;&amp;&gt; &quot;Bend&quot; \u{1F697}</name>');
    expect(answer.text).toContain(
      '<wpt lat="35.56" lon="-82.51"><name>Graveyard&apos;s &lt;Fields&gt;</name><type>poi</type></wpt>',
    );
  });

  it('as KML contains them too', async () => {
    // Aim: the same for map programs, which expect longitude first.
    const answer = await ask('/api/drives/drive/odd/export/kml');
    expect(answer.headers['content-type']).toBe('application/vnd.google-earth.kml+xml; charset=utf-8');
    expect(answer.text).toContain('<coordinates>-82.6,35.5 -82.5,35.55,1210.5 -82.4,35.6</coordinates>');
    expect(answer.text).toContain('<description>]]&gt; &amp; more</description>');
  });

  it('has no stop where the drive only passes nearby', async () => {
    // Aim: a device follows the line past the place, and does not lead to it.
    const [start, junction, end] = line;
    const at = (location: typeof start, label = '') => ({ label, location });
    const legs = [
      { ...leg, end: at(junction), path: encodePolyline([start!, junction!]) },
      { ...leg, start: at(junction), path: encodePolyline([junction!, { lat: 35.58, lng: -82.45 }, end!]) },
    ];
    const waypoints = [at(start, 'From'), { ...at({ lat: 35.552, lng: -82.5 }, 'Lake'), near: true }, at(end, 'To')];
    drives.add(drive({ id: 'passing' }), { path, directions: { source: 'valhalla', legs }, waypoints });
    const gpx = await ask('/api/drives/drive/passing/export/gpx');
    expect(gpx.text.match(/<rtept [^>]*>|<gpxx:rpt [^>]*>/g)).toEqual([
      '<rtept lat="35.5" lon="-82.6">',
      '<gpxx:rpt lat="35.55" lon="-82.5"/>',
      '<gpxx:rpt lat="35.58" lon="-82.45"/>',
      '<rtept lat="35.6" lon="-82.4">',
    ]);
    const kml = await ask('/api/drives/drive/passing/export/kml');
    expect(kml.text).toContain('<name>To</name>');
    expect(kml.text).not.toContain('Lake');
  });

  it('has a name without invisible characters', async () => {
    // Aim: no sign that turns the direction of writing shows another extension.
    const { headers } = await ask('/api/drives/drive/turned/export/gpx');
    expect(headers['content-disposition']).toBe(
      'attachment; filename="Ridge-exe.gpx"; filename*=UTF-8\'\'Ridge%20exe.gpx',
    );
  });

  it.each(['nope', 'hidden'])('of the drive %s is rejected', async (id) => {
    // Aim: a private drive cannot be downloaded, nor distinguished from a missing one.
    const answer = await ask(`/api/drives/drive/${id}/export/gpx`);
    expect(answer.status).toBe(404);
    expect(faultsOfShape(answer)).toEqual([]);
    expect(answer.headers['content-disposition']).toBeUndefined();
  });
});

describe('names and texts', () => {
  it.each([
    ['Col de la Bonette', 'Col-de-la-Bonette.gpx'],
    ['Großglockner Straße é', 'Gro-glockner-Stra-e-e.gpx'],
    ['../../etc/passwd"\r\nx: y', 'etc-passwd-x-y.gpx'],
    ['箱根', 'drive.gpx'],
    ['', 'drive.gpx'],
  ])('%j becomes a file name valid on any system', (title, name) => {
    // Aim: no title escapes into another folder or header.
    expect(fileName(title, 'gpx')).toBe(name);
  });

  it('omits characters that XML cannot contain', () => {
    // Aim: no text breaks a file.
    expect(escapeXml('a\u0000\u0008\uFFFE\uD800b\tc')).toBe('ab\tc');
  });
});
