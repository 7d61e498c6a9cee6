// Aim: one person's files and lines, however many and however slow, neither refuse nor stop those of another.
import { beforeAll, expect, it } from '@jest/globals';
import { encodePolyline } from '@switchback/geo/polyline';
import { openEmbeddedPlaces } from '@switchback/platform/places/embedded-places';
import type { Places } from '@switchback/platform/places/places';
import { waitUntil } from '@switchback/testing/wait';
import { READ_TRACK, RouteFiles } from '../directions/route-file.js';
import { Heights } from '../elevation/heights.js';
import { LineMeasures } from './line-measures.js';

const TRACK = '<gpx><trk><trkseg><trkpt lat="47" lon="9"/><trkpt lat="47.1" lon="9.1"/></trkseg></trk></gpx>';
const LONG = Array.from({ length: 30_000 }, (_, at) => ({ lat: 47 + at / 1e5, lng: 9 + Math.sin(at / 50) / 100 }));

let places: Places;
/** Files in the order in which they were opened. */
const opened: string[] = [];
/** Ends a hostile file, which keeps its program busy until then. */
const ends: (() => void)[] = [];

async function* bodyOf(key: string): AsyncGenerator<Buffer> {
  opened.push(key);
  if (key.includes('hostile')) await new Promise<void>((resolve) => ends.push(resolve));
  yield Buffer.from(TRACK);
}

const storage = { get: async (key: string) => ({ body: bodyOf(key), contentType: 'application/gpx+xml' }) };
const files = new RouteFiles(storage as never);
const read = (name: string, person: string, signal?: AbortSignal) =>
  files.read({ upload: `uploads/${name}`, fileName: '' }, { person, signal });

beforeAll(async () => {
  places = await openEmbeddedPlaces();
});

it.each([4, 40])('%d hostile files of one person leave those of another a turn', async (count) => {
  const [left, before] = [new AbortController(), opened.length];
  const hostile = Array.from({ length: count }, (_, file) => read(`hostile${file}`, 'mallory', left.signal));
  const outcomes = Promise.allSettled(hostile);
  await waitUntil('the first file is read', () => ends.length > 0);

  const line = { path: encodePolyline(LONG), elevation: '', directionsSource: undefined, approximate: false };
  const measures = new LineMeasures(new Heights(null), places);
  const measured = await measures.measure({ ...line, turnOf: 'ann', heights: true, scenery: true }, {});
  expect(measured.scenery!.degreesPerKm).toBeGreaterThan(0);

  const imported = read('ann', 'ann');
  ends.pop()!();
  expect(await imported).toMatchObject({ track: { isWhole: true } });
  expect(opened.slice(before, before + 2)).toEqual(['uploads/hostile0', 'uploads/ann']);

  await waitUntil('the next file is read', () => ends.length > 0);
  left.abort(new Error('The caller has gone.'));
  ends.pop()!();
  const refused = (await outcomes)
    .filter((outcome) => outcome.status === 'rejected')
    .map(({ reason }) => reason as Error);
  const tooMany = refused.filter((reason) => 'error' in reason);
  expect(tooMany).toHaveLength(Math.max(0, count - 5));
  for (const reason of tooMany) expect(reason).toMatchObject({ error: 'tooManyRequests' });
});

it('a program that keeps the processor busy ends at its limit, and the next person takes the slot', async () => {
  const program = { ...READ_TRACK, from: import.meta.url, path: './spinning-process.fixture', cpuSeconds: 1 };
  const spinning = new RouteFiles(storage as never, program);
  const refused = spinning.read({ upload: 'uploads/spinning', fileName: '' }, { person: 'mallory' });
  const next = read('next', 'ann');
  await expect(refused).rejects.toThrow('The file is too large or too complex to be read.');
  expect(await next).toMatchObject({ track: { isWhole: true } });
}, 50_000);
