// Aim: places that people entered become stops with their names; turns, and places without coordinates, do not.
import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { readTrack } from './read-track.js';
import { fitFile } from '@switchback/tracks/formats/fit.fixture';
import { gpx, kml, readAll } from '@switchback/tracks/files/track-files.fixture';

async function placesOf(content: string | Buffer): Promise<string[]> {
  return (await readAll(content)).flatMap((item) => ('place' in item ? [item.place.name] : []));
}

/** Returns the stops of a file without a line, as "name lat lng", and the notes. */
async function stopsOf(content: string): Promise<{ stops: string[]; notes: string[] } | { refused: string }> {
  const read = await readTrack(Readable.from([Buffer.from(content)]));
  if (!('stops' in read)) return { refused: 'refused' in read ? read.refused : 'a track' };
  const stops = read.stops.stops.map(({ label, location: { lat, lng } }) => `${label} ${lat} ${lng}`);
  return { stops, notes: read.stops.notes };
}

describe('turns', () => {
  const wpt = (name: string, inside = '') => `<wpt lat="35.1" lon="-82.5"><name>${name}</name>${inside}</wpt>`;

  it.each([
    ['a type', wpt('1', '<type>Left</type>') + wpt('Tea', '<type>Food</type>')],
    ['a symbol', wpt('1', '<sym>Slight_Right</sym>') + wpt('Tea', '<sym>Flag, Blue</sym>')],
    ['a code', wpt('1', '<extensions><x:turn>TSHL</x:turn></extensions>') + wpt('Tea')],
    [
      'a name',
      ['left', 'U-turn', 'Slight L', 'sharp right', 'Straight', 'Keep left'].map((name) => wpt(name)).join('') +
        wpt('Tea'),
    ],
    ['an instruction', wpt('Turn right onto Mill Road') + wpt('Continue straight at the church') + wpt('Tea')],
  ])('are not places of GPX: by %s', async (_what, content) => {
    expect(await placesOf(gpx(content))).toEqual(['Tea']);
  });

  it('are not places of a GPX route, whose line still leads through them', async () => {
    const rtept = (lat: number, name: string) =>
      `<rtept lat="${lat}" lon="-82.5"><name>${name}</name><type>${name}</type></rtept>`;
    const items = await readAll(gpx(`<rte>${rtept(35, 'Tea')}${rtept(35.1, 'Left')}${rtept(35.2, 'View')}</rte>`));
    expect(items.flatMap((item) => ('place' in item ? [item.place.name] : []))).toEqual(['Tea', 'View']);
    expect(items.at(-1)).toMatchObject({ feature: { geometry: { coordinates: [{ length: 3 }] } } });
  });

  it.each([
    'Leftover Café',
    'Right Bank',
    'Straight Fork',
    'L.',
    'Keep',
    'Take Five',
    'Turnpike',
    'Makeright',
    'T-Lodge',
  ])('are not confused with the name %s', async (name) => {
    expect(await placesOf(gpx(wpt(name)))).toEqual([name]);
  });

  it('are not places of TCX', async () => {
    const point = (name: string, type: string) =>
      `<CoursePoint><Name>${name}</Name><Position><LatitudeDegrees>35</LatitudeDegrees><LongitudeDegrees>-82.5` +
      `</LongitudeDegrees></Position><PointType>${type}</PointType></CoursePoint>`;
    const points = point('1', 'Left') + point('Tea', 'Food') + point('Straight', 'Generic') + point('View', 'Generic');
    expect(
      await placesOf(`<TrainingCenterDatabase><Courses><Course>${points}</Course></Courses></TrainingCenterDatabase>`),
    ).toEqual(['Tea', 'View']);
  });

  it('are not places of FIT', async () => {
    // Numbers of the profile: summit, left, right, slight left, sharp right, u-turn, left fork, food.
    const kinds = [1, 6, 7, 19, 22, 23, 16, 4];
    const coursePoints = kinds.map((kind) => [`point ${kind}`, 35.1, -82.5, kind] as [string, number, number, number]);
    const points = [35, 35.1].map((lat, at) => [lat, -82.5, 500, at] as [number, number, number, number]);
    expect(await placesOf(fitFile({ name: 'Course', points, coursePoints }))).toEqual(['point 1', 'point 4']);
  });

  it('are not places of KML', async () => {
    const point = (name: string) =>
      `<Placemark><name>${name}</name><Point><coordinates>-82.5,35</coordinates></Point></Placemark>`;
    expect(await placesOf(kml(point('Turn left onto US 64') + point('Tea')))).toEqual(['Tea']);
  });
});

const point = (properties: object, [lng, lat]: [number, number]) => ({
  type: 'Feature',
  properties,
  geometry: { type: 'Point', coordinates: [lng, lat] },
});
const collection = (...features: object[]) => JSON.stringify({ type: 'FeatureCollection', features });

describe('places saved in Google Maps', () => {
  it('have the names of Takeout of any year', async () => {
    const places = [
      { Title: 'Tea House', Location: { Address: '1 Lane' } },
      { Location: { 'Business Name': 'Made Up Gap', Address: '2 Lane' } },
      { location: { name: 'Falls', address: '3 Lane' } },
      { location: { address: '4 Lane' } },
      { name: 'Home', address: '5 Lane' },
    ];
    const content = collection(...places.map((properties, at) => point(properties, [-82, 35 + at])));
    expect(await placesOf(content)).toEqual(['Tea House', 'Made Up Gap', 'Falls', '4 Lane', 'Home']);
  });

  it('are left out at 0,0, with a note', async () => {
    const [tea, gap] = [point({ name: 'Tea' }, [-82, 35]), point({ name: 'Gap' }, [-82, 36])];
    const nowhere = (name: string) => point({ name }, [0, 0]);
    expect(await stopsOf(collection(tea, nowhere('a'), gap))).toEqual({
      stops: ['Tea 35 -82', 'Gap 36 -82'],
      notes: ['One place without coordinates was left out.'],
    });
    expect(await stopsOf(collection(nowhere('a'), tea, gap, nowhere('b')))).toMatchObject({
      notes: ['2 places without coordinates were left out.'],
    });
    expect(await stopsOf(collection(tea, nowhere('a')))).toEqual({ refused: 'It has no line, only 2 places.' });
  });

  it('are kept at 0,0 if another place is near', async () => {
    expect(await stopsOf(collection(point({ name: 'Buoy' }, [0, 0]), point({ name: 'Ship' }, [1, 1])))).toEqual({
      stops: ['Buoy 0 0', 'Ship 1 1'],
      notes: [],
    });
  });
});

it('places at 0,0 are left out next to a line, too', async () => {
  const track = '<trk><name>A</name><trkseg><trkpt lat="35" lon="-82"/><trkpt lat="35.1" lon="-82"/></trkseg></trk>';
  const read = await readTrack(
    Readable.from([Buffer.from(gpx(`<wpt lat="0" lon="0"><name>Nowhere</name></wpt>${track}`))]),
  );
  expect(read).toMatchObject({ track: { notes: ['One place without coordinates was left out.'] } });
});

describe('an itinerary of TomTom', () => {
  it('has its stops, in order and with their names', async () => {
    const lines = [
      '-8255150|3559510|Tea House|4|',
      '',
      'a comment',
      '-8246000|3531870|Straße 5|0|',
      '1200|-5|Équateur|2|',
    ];
    expect(await stopsOf(lines.join('\r\n'))).toEqual({
      stops: ['Tea House 35.5951 -82.5515', 'Straße 5 35.3187 -82.46', 'Équateur -0.00005 0.012'],
      notes: [],
    });
  });

  it('may have many stops, windows-1252 and no flags', async () => {
    const many = Array.from({ length: 12 }, (_, at) => `-82500${at % 10}0|350${10 + at}00|Café ${at}|`);
    const read = await readTrack(Readable.from([Buffer.from(many.join('\n'), 'latin1')]), 'tour.itn');
    expect(read).toMatchObject({ stops: { stops: { length: 9, 0: { label: 'Café 0' }, 8: { label: 'Café 11' } } } });
  });

  it('is read in any chunks', async () => {
    const lines = '-8255150|3559510|Tea|4|\r\n-8246000|3531870|Gap|2|';
    for (const bytes of [1, 3, 24, 25]) {
      const places = (await readAll(lines, bytes)).flatMap((item) => ('place' in item ? [item.place.name] : []));
      expect(places).toEqual(['Tea', 'Gap']);
    }
  });
});

describe('a file with a trip but no line', () => {
  const TIMELINE =
    'This is an export of Google Timeline: a history of places, not a route. Export the trip as GPX or KML.';

  it.each<[string, unknown]>([
    ['Android', { semanticSegments: [{ startTime: 'a', timelinePath: [{ point: '35.6°, -82.55°', time: 'a' }] }] }],
    ['Android, signals first', { rawSignals: [{ position: { LatLng: '35.6°, -82.5°' } }], semanticSegments: [] }],
    [
      'iOS',
      [{ endTime: 'b', startTime: 'a', visit: { hierarchyLevel: '0', topCandidate: { placeLocation: 'geo:35,-82' } } }],
    ],
    [
      'iOS, a path first',
      [{ startTime: 'a', timelinePath: [{ point: 'geo:35,-82', durationMinutesOffsetFromStartTime: '1' }] }],
    ],
    ['a month of Takeout', { timelineObjects: [{ activitySegment: { startLocation: { latitudeE7: 356000000 } } }] }],
    ['Records.json', { locations: [{ latitudeE7: 356000000, longitudeE7: -825500000, timestamp: 'a' }] }],
  ])('is named: Google Timeline of %s', async (_what, content) => {
    for (const indent of [0, 2]) {
      expect(await stopsOf(JSON.stringify(content, null, indent))).toEqual({ refused: TIMELINE });
    }
  });

  it('is named: KML with addresses instead of coordinates', async () => {
    const address = (name: string) => `<Placemark><name>${name}</name><address>1 Lane, Asheville</address></Placemark>`;
    expect(await stopsOf(kml(address('Tea') + address('Gap')))).toEqual({
      refused: 'These places have addresses without coordinates and were left out: “Tea”, “Gap”.',
    });
    const line =
      '<Placemark><name>Way</name><LineString><coordinates>-82,35 -82,36</coordinates></LineString></Placemark>';
    const read = await readTrack(Readable.from([Buffer.from(kml(address('Tea') + line))]));
    expect(read).toMatchObject({
      track: { notes: ['These places have addresses without coordinates and were left out: “Tea”.'] },
    });
  });
});
