// Aim: real files of programs and people are read as intended, and corrections and omissions are reported.
import { gzipSync } from 'node:zlib';
import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { lineOfLegs, splitElevations } from '@switchback/geo/elevation';
import { joinParts, partsOf } from '@switchback/geo/parts';
import { decodePolyline } from '@switchback/geo/polyline';
import { fitFile, type FitPoint } from '@switchback/tracks/formats/fit.fixture';
import { gpx, kml, zipped } from '@switchback/tracks/files/track-files.fixture';
import { exportedGpx } from './exported.fixture.js';
import { readTrack, type Track } from './read-track.js';

async function read(content: string | Buffer, fileName = 'my-drive.gpx', line?: number) {
  return readTrack(Readable.from([Buffer.from(content)]), fileName, line);
}

async function track(content: string | Buffer, fileName?: string, line?: number): Promise<Track> {
  const found = await read(content, fileName, line);
  if (!('track' in found)) throw new Error(JSON.stringify(found));
  return found.track;
}

/** Returns the displayed facts of a track: title, length in whole meters, names of stops, and notes. */
async function seen(content: string | Buffer, fileName?: string) {
  const { title, legs, waypoints, notes } = await track(content, fileName);
  const meters = Math.round(legs.reduce((sum, { distance }) => sum + distance, 0));
  return [title, meters, waypoints.map(({ label }) => label).join(), notes.join(' ')];
}

const METERS = 1_112;
/** Returns points 0.01 degrees of latitude apart, which are 1,112 m. */
const points = (from: number, to: number, element = 'trkpt') =>
  Array.from({ length: to - from + 1 }, (_, at) => `<${element} lat="${pointAt(from + at)}" lon="-82.5"/>`).join('');
const pointAt = (at: number) => (35 + at / 100).toFixed(2);
const trk = (name: string, inside: string) => `<trk><name>${name}</name><trkseg>${inside}</trkseg></trk>`;
const rte = (name: string, inside: string) => `<rte><name>${name}</name>${inside}</rte>`;
const wpt = (name: string, at: number, lng = -82.5) =>
  `<wpt lat="${pointAt(at)}" lon="${lng}"><name>${name}</name></wpt>`;
const tuples = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `-82.5,${pointAt(from + at)}`).join(' ');
const line = (name: string, from: number, to: number) =>
  `<Placemark><name>${name}</name><LineString><coordinates>${tuples(from, to)}</coordinates></LineString></Placemark>`;

describe('one drive in several pieces', () => {
  it.each<[string, string, unknown[]]>([
    [
      'a track with its plan',
      gpx(rte('Plan', points(0, 0, 'rtept') + points(5, 5, 'rtept')) + trk('Done', points(0, 5))),
      ['Done', 5 * METERS, ',', 'The route “Plan” was left out: the track “Done” is of the same way.'],
    ],
    [
      'tracks that meet, one of them reversed',
      gpx(trk('1', points(0, 2)) + trk('3', points(4, 6)) + trk('2', points(2, 4))),
      ['my-drive', 6 * METERS, ',', 'Lines that meet were joined: “1”, “2”, “3”.'],
    ],
    [
      'legs of a map',
      kml(`<name>Tour</name>${line('Leg 1', 0, 2)}${line('Leg 2', 2, 5)}`),
      ['Tour', 5 * METERS, ',', 'Lines that meet were joined: “Leg 1”, “Leg 2”.'],
    ],
    [
      'a recording by accident before the drive',
      gpx(trk('Accident', points(90, 91)) + trk('Drive', points(0, 5))),
      ['Drive', 5 * METERS, ',', 'The file holds 2 lines: “Drive” was taken, not “Accident”.'],
    ],
    [
      'the same route twice',
      gpx(trk('Monday', points(0, 5)) + trk('Friday', points(0, 5))),
      ['Monday', 5 * METERS, ',', 'The file holds 2 lines: “Monday” was taken, not “Friday”.'],
    ],
  ])('is read from %s', async (_what, content, expected) => {
    expect(await seen(content)).toEqual(expected);
  });

  it('lets the person choose another line', async () => {
    const content = gpx(trk('Short', points(90, 91)) + trk('Long', points(0, 5)));
    expect((await track(content)).lines.map(({ title }) => title)).toEqual(['Short', 'Long']);
    expect((await track(content, '', 0)).title).toBe('Short');
    expect(await read(content, '', 2)).toEqual({ refused: 'The file has no such line.' });
  });
});

describe('a recording', () => {
  it('is read without the jumps of its receiver, and says how many', async () => {
    const fix = (at: number, lat = pointAt(at / 30)) =>
      `<trkpt lat="${lat}" lon="-82.5"><time>2026-05-01T10:${String(at).padStart(2, '0')}:00Z</time></trkpt>`;
    const fixes = Array.from({ length: 31 }, (_, at) => (at === 10 || at === 20 ? fix(at, '36.00') : fix(at)));
    const { notes, legs } = await track(gpx(trk('Way', fixes.join(''))));
    expect(notes).toEqual(['2 points faster than 120 mph were left out.']);
    expect(legs.reduce((sum, { distance }) => sum + distance, 0)).toBeLessThan(1.1 * METERS);
  });
});

describe('stops and places', () => {
  const rpt = (at: number) => `<x:rpt lat="${pointAt(at)}" lon="-82.5"><x:Subclass>00</x:Subclass></x:rpt>`;
  const rtept = (name: string, at: number, inside = '') =>
    `<rtept lat="${pointAt(at)}" lon="-82.5"><name>${name}</name><extensions>${inside}</extensions></rtept>`;

  it('follows the road between the stops of a Garmin route, without stopping at shaping points', async () => {
    const route = rtept('A', 0, rpt(0) + rpt(3)) + rtept('bend', 5, `<t:ShapingPoint/>${rpt(7)}`) + rtept('B', 6);
    expect(await seen(gpx(rte('Loop', route)))).toEqual(['Loop', 8 * METERS, 'A,B', '']);
  });

  it('treats named places on the line as stops, and nearby ones as points of interest', async () => {
    const places =
      wpt('Gap &amp; &lt;North&gt;', 0) + wpt('Overlook', 2) + wpt('Tea', 3, -82.52) + wpt('Rome', 8, 12.5);
    const found = await track(gpx(`${places}${trk('Way', points(0, 5))}`));
    expect(found.waypoints.map(({ label }) => label)).toEqual(['Gap & <North>', 'Overlook', '']);
    expect(found.pointsOfInterest).toEqual([{ label: 'Tea', location: { lat: 35.03, lng: -82.52 } }]);
    expect(found.notes).toEqual(['One place far from the line was left out.']);
  });

  it('reports more stops and places than a drive may have', async () => {
    const many = (count: number, lng?: number) =>
      Array.from({ length: count }, (_, at) => wpt(`${lng ?? 'Stop'} ${at}`, at + 1, lng)).join('');
    const { waypoints, notes } = await track(gpx(`${many(8)}${trk('Way', points(0, 30))}`));
    expect([waypoints.length, notes]).toEqual([9, ['A drive has 9 waypoints at most: others were left out.']]);
    const crowded = await track(
      gpx(`${many(30, -82.51)}${many(30, -82.52)}${many(41, -82.53)}${trk('Way', points(0, 45))}`),
    );
    expect(crowded.pointsOfInterest).toHaveLength(20);
    expect(crowded.notes).toEqual([
      'A drive has 20 points of interest at most: others were left out.',
      'The file has more than 100 places: only the first were read.',
    ]);
    const endless = await track(gpx(`${wpt('Gas', 1).repeat(2_000)}${trk('Way', points(0, 5))}`));
    expect(endless.waypoints.map(({ label }) => label)).toEqual(['', 'Gas', '']);
  });

  it.each([
    ['GPX', gpx(trk('Climb', '<trkpt lat="35" lon="-82"><ele>512,25</ele></trkpt><trkpt lat="35.1" lon="-82"/>'))],
    [
      'KML',
      kml(
        '<Placemark><name>Climb</name><LineString><coordinates>-82,35,512.25 -82,35.1</coordinates></LineString></Placemark>',
      ),
    ],
    [
      'TCX',
      `<TrainingCenterDatabase><Courses><Course><Name>Climb</Name><Track>
        <Trackpoint><Position><LatitudeDegrees>35</LatitudeDegrees><LongitudeDegrees>-82</LongitudeDegrees></Position><AltitudeMeters>512.25</AltitudeMeters></Trackpoint>
        <Trackpoint><Position><LatitudeDegrees>35.1</LatitudeDegrees><LongitudeDegrees>-82</LongitudeDegrees></Position></Trackpoint>
      </Track></Course></Courses></TrainingCenterDatabase>`,
    ],
    ['GeoJSON', '{"type":"LineString","coordinates":[[-82,35,512.25],[-82,35.1]]}'],
  ])('keeps the heights of %s', async (_format, content) => {
    const heights = lineOfLegs((await track(content)).legs).map(({ elevation }) => elevation);
    expect(heights).toEqual([512.3, undefined]);
  });

  it('offers the places of a file without a line', async () => {
    const ten = Array.from({ length: 10 }, (_, at) => wpt(`Stop ${at}`, at)).join('');
    const found = await read(gpx(ten));
    const { stops, notes } = 'stops' in found ? found.stops : { stops: [], notes: [] };
    expect(stops.map(({ label }) => label).at(-1)).toBe('Stop 9');
    expect(stops).toHaveLength(9);
    expect(notes).toEqual(['The file has 10 stops, and a drive 9 at most: the first 8 and the last were taken.']);
    expect(await read(gpx(wpt('Alone', 1)))).toEqual({ refused: 'It has no line, only one place.' });
  });
});

describe('our own export', () => {
  const place = (label: string, at: number, lng = -82.5) => ({ label, location: { lat: Number(pointAt(at)), lng } });
  const line = [0, 1, 2, 3, 4, 5].map((at) => ({ ...place('', at).location, elevation: 500 + at / 10 }));
  const drive = {
    title: 'Tail & <b>Dragon</b>',
    description: 'First & <b>best</b>.\n\nSecond “quoted” – 日本',
    waypoints: [place('Gap <North>', 0), place('Overlook', 2), place('Falls', 5)],
    pointsOfInterest: [place('Tea House', 3), place('Inn', 4, -82.51)],
  };

  it('is read back unchanged as GPX, with a route that devices follow', async () => {
    const file = exportedGpx(drive, line);
    const found = await track(file);
    const { title, description, pointsOfInterest, notes } = found;
    const waypoints = found.waypoints.map(({ label, location }) => ({ label, location }));
    expect({ title, description, waypoints, pointsOfInterest }).toEqual(drive);
    expect(lineOfLegs(found.legs)).toEqual(line);
    expect(notes).toHaveLength(1);
    // Without the track, the route becomes the line.
    const route = await track(file.replace(/<trk>[^]*<\/trk>/, ''));
    expect(decodePolyline(route.path)).toEqual(splitElevations(line).path);
  });

  it('is read back in its parts', async () => {
    const parts = [line.slice(0, 3), line.slice(3)];
    const found = await track(exportedGpx(drive, joinParts(parts)));
    expect(partsOf(lineOfLegs(found.legs))).toEqual(parts);
  });
});

it('reads KML of GPSBabel: track points are not stops, and "Path" is not a name', async () => {
  // Its folder "Points" has a placemark for every point of a track.
  const folder = (name: string, inside: string) => `<Folder><name>${name}</name>${inside}</Folder>`;
  const point = (name: string, at: number) =>
    `<Placemark><name>${name}</name><Point><coordinates>-82.5,${pointAt(at)}</coordinates></Point></Placemark>`;
  const table = '<description><![CDATA[<table><tr><td><b>Distance</b> 3.5 mi</td></tr></table>]]></description>';
  const points = folder('Points', [0, 1, 2, 3, 4, 5].map((at) => point(`Loop-${at}`, at)).join(''));
  const content = kml(
    folder('Waypoints', point('Gap', 0) + point('Falls', 5)) +
      folder('Tracks', folder('Loop', table + points + line('Path', 0, 5))) +
      folder('Routes', folder('Loop', folder('Points', point('Gap', 0) + point('Falls', 5)) + line('Path', 0, 5))),
  );
  const { description } = await track(content, 'loop.kml');
  expect((await seen(content, 'loop.kml')).slice(0, 3)).toEqual(['Loop', 5 * METERS, 'Gap,Falls']);
  expect(description).toBe('');
});

const GOOD = gpx(trk('Straße', points(0, 2)));
const EARLY = 'This is not well-formed XML: the file ends early. What could be read was taken.';
const ENCODING = 'It is not UTF-8: accents and other special characters were read as windows-1252.';
const WHOLE = ['Straße', 2 * METERS, ',', ''];

describe('imperfect files', () => {
  it.each<[string, string | Buffer, unknown[]]>([
    ['blanks before the declaration', `\n  ${GOOD}`, WHOLE],
    ['a document type', GOOD.replace('<gpx', '<!DOCTYPE gpx SYSTEM "gpx.dtd">\n<gpx'), WHOLE],
    ['a truncated recording', GOOD.slice(0, GOOD.indexOf('</trkseg>') + 4), [...WHOLE.slice(0, 3), EARLY]],
    [
      'a raw ampersand',
      GOOD.replace('Straße', 'R&D & <![CDATA[a & b]]>'),
      [
        'R&D & a & b',
        2 * METERS,
        ',',
        'This is not well-formed XML: an & that stands for itself. What could be read was taken.',
      ],
    ],
    ['Latin-1 declared as UTF-8', Buffer.from(GOOD, 'latin1'), [...WHOLE.slice(0, 3), ENCODING]],
    ['UTF-8 declared as Latin-1', GOOD.replace('UTF-8', 'ISO-8859-1'), WHOLE],
    ['UTF-8 declared as UTF-16', GOOD.replace('UTF-8', 'UTF-16'), WHOLE],
    ['UTF-16 without a mark', Buffer.from(GOOD, 'utf16le').swap16(), WHOLE],
    ['decimal commas', GOOD.replace(/(lat|lon)="(-?\d+)\.(\d+)"/g, '$1="$2,$3"'), WHOLE],
    [
      'an empty point',
      GOOD.replace('<trkseg>', '<trkseg><trkpt lat="" lon=""/>'),
      [...WHOLE.slice(0, 3), 'One point without a place was left out.'],
    ],
    [
      'a receiver without a fix',
      GOOD.replace('<trkseg>', '<trkseg><trkpt lat="0" lon="0"/>'),
      [...WHOLE.slice(0, 3), 'One point without a place was left out.'],
    ],
  ])('are read despite %s', async (_what, content, expected) => {
    expect(await seen(content)).toEqual(expected);
  });

  it.each<[string, string]>([
    [
      'spaces after commas',
      kml('<Placemark><LineString><coordinates>-82.5, 35, 2 -82.5, 35.02, 2</coordinates></LineString></Placemark>'),
    ],
    [
      'a ring',
      kml('<Placemark><LinearRing><coordinates>-82.5,35 -82.5,35.01 -82.5,35</coordinates></LinearRing></Placemark>'),
    ],
    ['a bare geometry', '{"type":"LineString","coordinates":[[-82.5,35],[-82.5,35.02]]}'],
    [
      'a bare collection',
      '{"type":"GeometryCollection","geometries":[{"type":"LineString","coordinates":[[-82.5,35],[-82.5,35.02]]}]}',
    ],
  ])('may have %s', async (_what, content) => {
    expect(await seen(content)).toEqual(['my-drive', 2 * METERS, expect.anything(), '']);
  });
});

const CLIMB: FitPoint[] = [0, 1, 2, 3].map((at) => [35 + at / 100, -82.5, 500 + at, at * 2]);

describe('packed files and other formats', () => {
  it('are read from FIT, activities and courses', async () => {
    const activity = await track(fitFile({ points: CLIMB }), 'Morning.fit');
    expect([activity.title, activity.legs.reduce((sum, { duration }) => sum + duration, 0)]).toEqual(['Morning', 360]);
    expect(lineOfLegs(activity.legs).map(({ elevation }) => elevation)).toEqual([500, 501, 502, 503]);
    const course = fitFile({ points: CLIMB, name: 'Ridge', coursePoints: [['Gap', 35.01, -82.5]] });
    expect(await seen(course)).toEqual(['Ridge', 3 * METERS, ',Gap,', '']);
  });

  const tcx = `<TrainingCenterDatabase><Courses><Course><Name>C</Name><Track>${[0, 1, 2]
    .map(
      (at) =>
        `<Trackpoint><Position><LatitudeDegrees>${pointAt(at)}</LatitudeDegrees><LongitudeDegrees>-82.5</LongitudeDegrees></Position></Trackpoint>`,
    )
    .join('')}</Track></Course></Courses></TrainingCenterDatabase>`;

  it('are read from KMZ, ZIP and gzip', async () => {
    const map = kml(line('Map', 0, 2));
    const kmz = await zipped({ 'other.kml': kml(line('Other', 5, 6)), 'doc.kml': map });
    expect((await track(kmz)).lines.map(({ title }) => title)).toEqual(['Map', 'Other']);
    expect(await seen(await zipped({ 'readme.txt': 'hi', 'a/ride.gpx': GOOD }))).toEqual(WHOLE);
    expect(await seen(gzipSync(GOOD), 'ride.gpx.gz')).toEqual(WHOLE);
    expect(await seen(tcx, 'c.tcx')).toEqual(['C', 2 * METERS, ',', '']);
  });

  it('report what is left out of an archive', async () => {
    const { title, notes } = await track(await zipped({ 'a.gpx': GOOD, 'b.kml': kml('') }));
    expect([title, notes]).toEqual(['Straße', ['b.kml: There is no feature in it.']]);
  });

  it.each<[string, () => Promise<Buffer>, string]>([
    [
      'no route file',
      () => zipped({ 'a.txt': 'a' }),
      'There is no GPX, KML, TCX, FIT, ITN or GeoJSON file in this archive.',
    ],
    [
      'too many files',
      () => zipped(Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`${at}.txt`, '']))),
      'This ZIP archive has more than 1000 files.',
    ],
    ['a damaged end', async () => (await zipped({ 'a.gpx': GOOD })).subarray(0, 200), 'This ZIP archive is damaged.'],
    ['half of its gzip', async () => gzipSync(GOOD).subarray(0, 80), 'This file is damaged.'],
    ['the start of its FIT', async () => fitFile({ points: CLIMB }).subarray(0, 30), 'This FIT file is damaged.'],
    ['FIT without a place', async () => fitFile({ points: [] }), 'There is no feature in it.'],
  ])(
    'are rejected for %s',
    async (_what, make, refused) => {
      expect(await read(await make())).toEqual({ refused });
    },
    30_000,
  );
});

it('counts only the time in motion', async () => {
  const timed = (at: number, minute: number) =>
    `<trkpt lat="${pointAt(at)}" lon="-82.5"><time>${new Date(Date.UTC(2025, 4, 1, 8, minute)).toISOString()}</time></trkpt>`;
  const noise = '<trkpt lat="35.0201" lon="-82.5001"><time>2025-05-01T08:22:00Z</time></trkpt>';
  const { legs } = await track(
    gpx(trk('Rest', timed(0, 0) + timed(1, 1) + timed(2, 2) + noise + timed(2, 50) + timed(3, 51))),
  );
  expect(Math.round(legs.reduce((sum, { duration }) => sum + duration, 0))).toBe(180);
});

it('a sketch has the parts of its line and few of its points', async () => {
  const part = (lng: number) => Array.from({ length: 3_000 }, (_, index) => [lng, 35 + index / 10_000]);
  const geometry = { type: 'MultiLineString', coordinates: [part(-82), part(-75)] };
  const { sketch, isWhole } = await track(JSON.stringify({ type: 'Feature', properties: {}, geometry }));
  expect(isWhole).toBe(false);
  expect(partsOf(sketch)).toHaveLength(2);
  expect(sketch.length).toBeGreaterThan(1_000);
  expect(sketch.length).toBeLessThan(2_100);
});
