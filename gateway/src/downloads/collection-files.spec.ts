// Aim: a collection, or one day of a trip, downloads as lines for devices and maps, and a trip's days as a calendar.
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiError } from '@switchback/contracts/errors';
import { encodePolyline } from '@switchback/geo/polyline';
import { ProductError } from '@switchback/platform/errors';
import { TestClock } from '@switchback/testing/test-clock';
import { collection, COLLECTION_SECRET } from '@switchback/testing/fake-collections';
import { details, drive } from '@switchback/testing/fake-drives';
import { faultsOfShape, openGateway } from '../testing/open-gateway.js';

const clock = new TestClock();
const { ask, drives, close } = await openGateway({ clock });
afterAll(close);

const TRIP = '/api/collections/collection/c1';
const [A, B, C] = [
  [35.5, -82.6],
  [35.6, -82.5],
  [35.7, -82.4],
].map(([lat, lng]) => ({ lat: lat!, lng: lng! })) as [Point, Point, Point];
interface Point {
  lat: number;
  lng: number;
}

const way = (from: number, approximate: boolean, path: string) => {
  return { from, start: A, end: B, distance: 1_000, duration: 60, path, approximate };
};

beforeEach(() => {
  drives.add(drive({ id: 'ridge', title: 'Ridge <&> Bend', distance: 40_000, duration: 3_000 }), {
    path: encodePolyline([A, B]),
    pointsOfInterest: [{ label: 'Lookout', location: B }],
  });
  drives.add(drive({ id: 'creek', title: 'Creek Road', distance: 10_000, duration: 1_200 }));
  drives.add(drive({ id: 'hidden', title: 'Canary Pass', privacy: 'private' }));
  const items = [
    { driveId: 'ridge', note: 'Fuel at the "mill";\nthen coffee, \u0007too.', day: 1 },
    { driveId: 'creek', note: '', day: 1 },
    { driveId: 'd1', note: '', day: 2 },
    { driveId: 'hidden', note: '', day: 2 },
  ];
  drives.addCollection(collection({ items }));
  drives.addCollection(collection({ id: 'plain', items, start: '', days: 0 }));
  drives.addCollection(collection({ id: 'undated', items, start: '', days: 2 }));
  drives.addCollection(collection({ id: 'far', items, start: '9999-12-31' }));
  drives.addCollection(collection({ id: 'unplanned', items: [{ driveId: 'd1', note: '', day: 0 }] }));
  drives.ways.set('c1', [way(0, false, encodePolyline([B, C])), way(1, true, encodePolyline([C, A]))]);
});

/** Returns the texts of an element in order. */
const texts = (xml: string, element: string) =>
  [...xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, 'g'))].map(([, text]) => text);

describe('a GPX file', () => {
  it('has a track for each drive, with its note, and for each way; a straight one says so', async () => {
    const answer = await ask(`${TRIP}/gpx`);
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/gpx+xml; charset=utf-8']);
    expect(answer.headers['content-disposition']).toContain('filename="Blue-Ridge-weekend.gpx"');
    const [, ...tracks] = answer.text.split('<trk>');
    expect(tracks.map((track) => texts(track, 'name')[0])).toEqual([
      'Ridge &lt;&amp;&gt; Bend',
      'To Creek Road',
      'Creek Road',
      'To Blue Ridge Parkway (straight line, not a road)',
      'Blue Ridge Parkway',
    ]);
    expect(tracks[0]).toContain('<desc>Fuel at the &quot;mill&quot;;\nthen coffee, too.</desc>');
    expect(tracks[1]).toMatch(/lat="35\.6" lon="-82\.5"\/>\s*<trkpt lat="35\.7" lon="-82\.4"/);
  });

  // Aim: a device guides along the part that is driven, in its direction.
  it('has the parts of drives that are driven, in the order of travel', async () => {
    drives.add(drive({ id: 'long', title: 'Long Road', distance: 20_000 }), {
      path: encodePolyline([A, B, C]),
      pointsOfInterest: [
        { label: 'Lookout', location: A },
        { label: 'Mill', location: C },
      ],
    });
    const half = { reversed: true, stretch: { from: 10_000, to: 20_000 } };
    const items = [
      { driveId: 'ridge', note: '', day: 1, part: { reversed: true } },
      { driveId: 'long', note: '', day: 1, part: half },
    ];
    drives.addCollection(collection({ id: 'parts', items }));
    const { text } = await ask('/api/collections/collection/parts/gpx');
    const [head, ...tracks] = text.split('<trk>');
    const lats = tracks.map((track) => Array.from(track.matchAll(/<trkpt lat="([\d.]+)"/g), ([, lat]) => Number(lat)));
    expect(tracks.map((track) => texts(track, 'name')[0])).toEqual([
      'Ridge &lt;&amp;&gt; Bend, the other way',
      'Long Road, 6.2 mi (10 km) to 12.4 mi (20 km), the other way',
    ]);
    expect(lats[0]).toEqual([B.lat, A.lat]);
    expect([lats[1]![0], lats[1]!.at(-1)! > A.lat && lats[1]!.at(-1)! < C.lat]).toEqual([C.lat, true]);
    expect(texts(head!, 'name')).toContain('Mill');
    expect(texts(head!, 'name').filter((name) => name === 'Lookout')).toHaveLength(1);
  });

  // Aim: a place of a trip is a waypoint to navigate to, and a line of the day's plan.
  it('has the places of the trip as waypoints, as the calendar lists them', async () => {
    const place = { label: 'Hotel <&> Bend', location: C };
    const items = [
      { driveId: 'ridge', note: '', day: 1 },
      { driveId: '', note: 'Check in.', day: 1, place },
    ];
    drives.addCollection(collection({ id: 'night', items }));
    const gpx = (await ask('/api/collections/collection/night/gpx')).text;
    expect(gpx).toMatch(/<wpt lat="35\.7" lon="-82\.4">\s*<name>Hotel &lt;&amp;&gt; Bend<\/name>/);
    expect(gpx.match(/<trk>/g)).toHaveLength(1);
    const kml = (await ask('/api/collections/collection/night/kml')).text;
    expect(kml).toContain('<name>Hotel &lt;&amp;&gt; Bend</name>');
    expect(kml).not.toContain('<coordinates></coordinates>');
    const calendar = (await ask('/api/collections/collection/night/ics')).text.replaceAll('\r\n ', '');
    expect(calendar).toContain('2. Hotel <&> Bend\\nCheck in.');
  });

  it('has all waypoints before the first track, as the schema requires', async () => {
    const { text } = await ask(`${TRIP}/gpx`);
    const elements = [...text.matchAll(/<(metadata|wpt|trk)[ >]/g)].map(([, name]) => name);
    expect(elements).toEqual(['metadata', ...Array<string>(7).fill('wpt'), ...Array<string>(5).fill('trk')]);
    expect(text).toContain('<name>Lookout</name><type>poi</type>');
    expect(text.trimEnd().endsWith('</gpx>')).toBe(true);
  });

  it('of a day has its drives only, and the day in its name', async () => {
    const answer = await ask(`${TRIP}/gpx?day=2`);
    expect(answer.headers['content-disposition']).toBe(
      `attachment; filename="Blue-Ridge-weekend-day-2.gpx"; filename*=UTF-8''Blue%20Ridge%20weekend%2C%20day%202.gpx`,
    );
    const [head, ...tracks] = answer.text.split('<trk>');
    expect(texts(head!, 'name')[0]).toBe('Blue Ridge weekend, day 2');
    expect(tracks.map((track) => texts(track, 'name')[0])).toEqual([
      'To Blue Ridge Parkway (straight line, not a road)',
      'Blue Ridge Parkway',
    ]);
  });

  it('by a secret is the same', async () => {
    const url = '/api/collections/secret/export/gpx';
    const bySecret = await ask({ url, method: 'POST', payload: { secret: COLLECTION_SECRET, day: 1 } });
    expect(bySecret.text).toBe((await ask(`${TRIP}/gpx?day=1`)).text);
    const ended = await ask({ url, method: 'POST', payload: { secret: 'x'.repeat(22) } });
    expect([ended.status, ended.json<ApiError>().code]).toEqual([404, 'ERROR-00100']);
  });

  it.each(['gpx', 'kml', 'ics'])('or %s reveals nothing of a hidden drive', async (format) => {
    const { status, text } = await ask(`${TRIP}/${format}`);
    expect([status, text.includes('Canary'), text.includes('hidden')]).toEqual([200, false, false]);
  });

  it('is refused whole if a drive cannot be loaded, rather than sent without it', async () => {
    const { getDetails } = drives;
    drives.getDetails = async (request, call) => {
      if (request.id === 'creek') throw new ProductError('unavailable');
      return getDetails(request, call);
    };
    const answer = await ask(`${TRIP}/kml`);
    drives.getDetails = getDetails;
    expect([answer.status, faultsOfShape(answer)]).toEqual([503, []]);
    expect(answer.headers['content-disposition']).toBeUndefined();
  });
});

it('a KML file has a folder for each drive, and the ways between them', async () => {
  const answer = await ask(`${TRIP}/kml`);
  expect(answer.headers['content-type']).toBe('application/vnd.google-earth.kml+xml; charset=utf-8');
  expect(answer.text.match(/<Folder>\s*<name>(Ridge|Creek|Blue)/g)).toHaveLength(3);
  expect(answer.text).toContain('<coordinates>-82.6,35.5 -82.5,35.6</coordinates>');
  expect(answer.text).toMatch(/<name>To Creek Road<\/name>\s*<LineString>/);
  expect(answer.text).toMatch(/<name>To Blue Ridge Parkway \(straight line, not a road\)<\/name>\s*<LineString>/);
});

describe('a large collection', () => {
  const long = encodePolyline(Array.from({ length: 100_000 }, (_, index) => ({ lat: index / 1e5, lng: 0 })));
  const addTrip = (items: { driveId: string; note: string; day: number }[], days: number) =>
    drives.addCollection(collection({ id: 'large', items, start: '', days }));
  const item = (driveId: string, day: number) => ({ driveId, note: '', day });
  const LARGE = '/api/collections/collection/large';

  beforeEach(() => {
    drives.ways.delete('large');
    for (const id of ['l1', 'l2', 'l3']) {
      const leg = details(drive({ id })).directions!.legs[0]!;
      drives.add(drive({ id, title: id }), {
        path: long,
        directions: { source: 'track', legs: [{ ...leg, path: long }] },
      });
    }
  });

  it.each(['gpx', 'kml'])('downloads by the day as %s, not at once', async (format) => {
    addTrip(
      [1, 2].flatMap((day) => ['l1', 'l2', 'l3'].map((id) => item(id, day))),
      2,
    );
    const whole = await ask(`${LARGE}/${format}`);
    expect([whole.status, faultsOfShape(whole)]).toEqual([400, []]);
    expect(whole.json<ApiError>().fields).toMatchObject({
      day: { message: 'The file would have more than 500,000 points. Please download one day at a time.' },
    });
    expect(whole.headers['content-disposition']).toBeUndefined();
    expect((await ask(`${LARGE}/${format}?day=2`)).status).toBe(200);
  });

  it('without days names the other way', async () => {
    addTrip(
      ['l1', 'l2', 'l3', 'l1', 'l2', 'l3'].map((id) => item(id, 0)),
      0,
    );
    expect((await ask(`${LARGE}/gpx`)).json<ApiError>().fields).toMatchObject({
      items: { message: 'The file would have more than 500,000 points. Please download its drives one by one.' },
    });
  });

  it('counts the ways, too', async () => {
    addTrip(
      ['l1', 'l2', 'l3', 'l1', 'l2'].map((id) => item(id, 1)),
      1,
    );
    expect((await ask(`${LARGE}/gpx`)).status).toBe(200);
    drives.ways.set('large', [way(0, false, encodePolyline([B, C]))]);
    expect((await ask(`${LARGE}/gpx`)).status).toBe(400);
  });

  it('counts the ways to places', async () => {
    const inn = { driveId: '', note: '', day: 1, place: { label: 'Inn', location: C } };
    addTrip([...['l1', 'l2', 'l3', 'l1', 'l2'].map((id) => item(id, 1)), inn], 1);
    expect((await ask(`${LARGE}/gpx`)).status).toBe(200);
    drives.ways.set('large', [way(4, false, encodePolyline([B, C]))]);
    expect((await ask(`${LARGE}/gpx`)).status).toBe(400);
  });

  it('loads each drive once, however often it holds it, and no more than it can send', async () => {
    const loaded: string[] = [];
    const { getDetails } = drives;
    drives.getDetails = async (request, call) => {
      loaded.push(request.id);
      return getDetails(request, call);
    };
    addTrip(
      Array.from({ length: 60 }, (_, index) => item(index % 2 === 0 ? 'ridge' : 'creek', index + 1)),
      60,
    );
    expect((await ask(`${LARGE}/gpx`)).text.split('<trk>')).toHaveLength(61);
    expect(loaded).toEqual(['ridge', 'creek']);
    addTrip(
      Array.from({ length: 60 }, (_, index) => item('l1', index + 1)),
      60,
    );
    expect((await ask(`${LARGE}/gpx`)).status).toBe(400);
    expect(loaded).toEqual(['ridge', 'creek', 'l1']);
    drives.getDetails = getDetails;
  });
});

describe('a calendar', () => {
  /** Returns the lines of an iCalendar file, unfolded. */
  const linesOf = (text: string) => text.replaceAll('\r\n ', '').split('\r\n');
  const valuesOf = (text: string, name: string) =>
    linesOf(text).flatMap((line) => (line.startsWith(name) ? [line.slice(line.indexOf(':') + 1)] : []));

  it('has an event for each day with drives, in dates without times', async () => {
    const answer = await ask(`${TRIP}/ics`);
    expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8');
    expect(valuesOf(answer.text, 'SUMMARY')).toEqual([
      'Blue Ridge weekend\\, day 1 of 2',
      'Blue Ridge weekend\\, day 2 of 2',
    ]);
    expect(valuesOf(answer.text, 'DTSTART;VALUE=DATE')).toEqual(['20260502', '20260503']);
    expect(valuesOf(answer.text, 'DTEND;VALUE=DATE')).toEqual(['20260503', '20260504']);
    expect(valuesOf(answer.text, 'UID')).toEqual(['c1-day-1@drives.example', 'c1-day-2@drives.example']);
    expect(valuesOf(answer.text, 'URL')[0]).toBe('https://drives.example/collection/c1');
  });

  it('lists the drives of a day in order, with figures and notes', async () => {
    const { text } = await ask(`${TRIP}/ics?day=1`);
    expect(valuesOf(text, 'DESCRIPTION')).toEqual([
      [
        '1. Ridge <&> Bend: 24.9 mi (40 km)\\, ~50 min',
        'Fuel at the "mill"\\;',
        'then coffee\\, too.',
        '',
        'To Creek Road: 0.6 mi (1 km)\\, 1 min',
        '',
        '2. Creek Road: 6.2 mi (10 km)\\, ~20 min',
        '',
        'In all\\, including connections: 31.7 mi (51 km)\\, ~1 h 11 min',
        '',
        'https://drives.example/collection/c1',
      ].join('\\n'),
    ]);
  });

  it('escapes the name of the trip wherever it appears', async () => {
    drives.addCollection(collection({ name: 'Ridge; Bend, \\Loop' }));
    const { text } = await ask(`${TRIP}/ics`);
    for (const name of ['NAME', 'X-WR-CALNAME']) expect(valuesOf(text, name)).toEqual(['Ridge\\; Bend\\, \\\\Loop']);
    expect(valuesOf(text, 'SUMMARY')[0]).toBe('Ridge\\; Bend\\, \\\\Loop\\, day 1 of 2');
  });

  it('keeps its lines short and whole, in any script', async () => {
    drives.addCollection(collection({ name: '箱根🚗'.repeat(33) }));
    const { text, headers } = await ask(`${TRIP}/ics`);
    const lengths = text.split('\r\n').map((line) => Buffer.byteLength(line));
    expect([Math.max(...lengths) <= 75, text.includes('\uFFFD')]).toEqual([true, false]);
    expect(headers['content-disposition']).toContain('filename="trip.ics"');
  });

  it('by a secret spreads no address', async () => {
    const payload = { secret: COLLECTION_SECRET };
    const { text } = await ask({ url: '/api/collections/secret/export/ics', method: 'POST', payload });
    expect([valuesOf(text, 'SUMMARY').length, text.includes('https://'), text.includes(COLLECTION_SECRET)]).toEqual([
      2,
      false,
      false,
    ]);
  });
});

describe('a download is rejected', () => {
  it.each([
    ['plain/gpx?day=1', 'day', 'Only trips have days.'],
    ['c1/kml?day=3', 'day', 'The trip has 2 days.'],
    ['c1/ics?day=3', 'day', 'The trip has 2 days.'],
    ['c1/gpx?day=0', 'day', 'Must be between 1 and 60.'],
    ['c1/gpx?day=1.5', 'day', 'Must be a number.'],
    ['plain/ics', 'start', 'Set a start date first.'],
    ['undated/ics', 'start', 'Set a start date first.'],
    ['unplanned/ics', 'items', 'Plan a drive for a day first.'],
    ['far/ics', 'start', 'A calendar ends with the year 9999. Choose an earlier start date.'],
  ])('for %s', async (path, field, message) => {
    const answer = await ask(`/api/collections/collection/${path}`);
    expect([answer.status, faultsOfShape(answer)]).toEqual([400, []]);
    expect(answer.json<ApiError>().fields).toMatchObject({ [field]: { message } });
    expect(answer.headers['content-disposition']).toBeUndefined();
  });

  it('if there is no such collection', async () => {
    expect((await ask('/api/collections/collection/none/gpx')).json<ApiError>().code).toBe('ERROR-00102');
  });
});
