// Aim: any upload as a route file is read or refused with a reason, in a child process and within limits.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { openTempStorage, type TempStorage } from '@switchback/testing/temp-storage';
import { RouteFiles } from './route-file.js';

const UPLOAD = 'uploads/route.bin';
const LINE = {
  type: 'LineString',
  coordinates: [
    [-82.5, 35.5],
    [-82.6, 35.6],
    [-82.7, 35.5],
  ],
};
const BYTES_MAX = 20_000_000;

let files: TempStorage;
let routes: RouteFiles;
beforeAll(async () => {
  files = await openTempStorage();
  routes = new RouteFiles(files.storage);
});
afterAll(() => files.close());

async function read(text: string) {
  const options = { contentType: 'application/octet-stream', maxBytes: BYTES_MAX };
  await files.storage.put(UPLOAD, [Buffer.from(text)], options);
  return routes.read({ upload: UPLOAD, fileName: '' }, { person: 'ann' }).then(
    (found) => 'track' in found && { legs: found.track.legs.length, waypoints: found.track.waypoints.length },
    ({ error, message }: { error: string; message: string }) => ({ error, message }),
  );
}

const feature = (geometry: object, properties = '{}') =>
  `{"type":"Feature","properties":${properties},"geometry":${JSON.stringify(geometry)}}`;
const star = (rays: number) => ({
  type: 'MultiLineString',
  coordinates: Array.from({ length: rays }, (_, ray) => [
    [-82.5, 35.5],
    [-82.5 + Math.cos(ray) / 10, 35.5 + Math.sin(ray) / 10],
  ]),
});
const point = (attributes: number) =>
  `<trkpt lat="35.5" lon="-82.5" ${Array.from({ length: attributes }, (_, at) => `a${at}="1"`).join(' ')}/>`;
const timed = (count: number) =>
  Array.from({ length: count }, (_, at) => {
    const [lat, lon] = [(46 + at / 5e4).toFixed(6), (8 + Math.sin(at / 50) / 1e3).toFixed(6)];
    const time = new Date(1.7e12 + at * 1_000).toISOString().replace('.000', '');
    return `<trkpt lat="${lat}" lon="${lon}"><ele>${800 + (at % 900)}.5</ele><time>${time}</time></trkpt>`;
  }).join('');
const gpx = (points: string) => `<gpx><trk><trkseg>${points}<trkpt lat="35.6" lon="-82.6"/></trkseg></trk></gpx>`;
const unreadable = (message: string) => ({ error: 'routeFileUnreadable', message });

it.each<[string, () => string, object]>([
  ['a line', () => feature(LINE), { legs: 2, waypoints: 3 }],
  ['a track', () => gpx(point(2)), { legs: 1, waypoints: 2 }],
  ['a recording of 190,000 points', () => gpx(timed(190_000)), { legs: 1, waypoints: 2 }],
  [
    'deep properties',
    () => feature(LINE, `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`),
    { legs: 2, waypoints: 3 },
  ],
  ['a star of 1,000 rays', () => feature(star(1_000)), { legs: 8, waypoints: 9 }],
  ['a star of 1,001 rays', () => feature(star(1_001)), unreadable('It has more than 1,000 parts.')],
  [
    'an element with 1,001 attributes',
    () => gpx(point(999)),
    unreadable('An element has more than 1000 attributes. What follows was not read.'),
  ],
  [
    'properties that take 300 MB of memory',
    () => feature(LINE, `{"a":[${'{},'.repeat(6_000_000)}{}]}`),
    unreadable('The file is too large or too complex to be read.'),
  ],
])('reads %s, or gives the reason', async (_what, make, expected) => {
  expect(await read(make())).toEqual(expected);
});
