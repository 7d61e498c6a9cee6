// Aim: one caller with the longest drive, the largest collection or hostile files leaves the product usable for everyone
// else: each call is answered, or refused with an error of the API.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { encodePolyline } from '@switchback/geo/polyline';
import { Api } from '../support/api.js';
import { Mailbox } from '../support/mailbox.js';
import { joinAs, type Person } from '../support/people.js';
import { type RunningProduct, startProduct } from '../support/product.js';

// A product of its own: the attacks would use up the turns of other specs.
test.describe.configure({ mode: 'serial', timeout: 120_000 });

/** Guards against hangs: `npm run bench` measures how long calls take. */
const TIMEOUT_MS = 60_000;
/** A saved line keeps at most half of these points. */
const DRAWN = 2 * LIMITS.storedPointsMax;
const AT_ONCE = 40;

let folder: string;
let product: RunningProduct;
let api: Api;
let mallory: Person;
let ann: Person;
let driveId: string;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  folder = mkdtempSync(join(tmpdir(), 'switchback attacks '));
  const data = join(folder, 'data');
  product = await startProduct(data, { DEMO: 'off' });
  api = new Api(product.url);
  const mailbox = new Mailbox(join(data, 'mail'));
  mallory = await joinAs(api, mailbox, 'hero', product.environment);
  ann = await joinAs(api, mailbox, 'hero', product.environment);
  driveId = await drawLongest();
});
test.afterAll(async () => {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Answer {
  status: number;
  text: string;
  /** The header; NaN without one. */
  retryAfterSeconds: number;
}

async function send(method: string, path: string, body?: object | FormData): Promise<Answer> {
  const answer = await fetch(product.url + path, {
    method,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    ...(body instanceof FormData
      ? { body }
      : body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  return toAnswer(answer);
}

async function toAnswer(response: Response): Promise<Answer> {
  const retryAfterSeconds = Number(response.headers.get('retry-after') ?? NaN);
  return { status: response.status, text: await response.text(), retryAfterSeconds };
}

/** Saves a drive whose line changes its direction at every point. @returns its id. */
async function drawLongest(): Promise<string> {
  const points = Array.from({ length: DRAWN }, (_, at) => ({ lat: 35 + at / 1e5, lng: -82 + (at % 2) / 2e4 }));
  const [start, end] = [points[0]!, points.at(-1)!];
  const leg = { start: { location: start }, end: { location: end }, distance: 1, duration: 1 };
  const details = {
    title: 'As Long as It Gets',
    privacy: 'private',
    waypoints: [start, end].map((location) => ({ label: 'An End', value: { location } })),
    directions: { source: 'track', legs: [{ ...leg, path: encodePolyline(points) }] },
  };
  let id = '';
  // A busy machine may not measure it within the deadline of the call.
  await expect(async () => {
    const { status, text } = await send('PUT', '/api/drives/drive', { token: mallory.token, details });
    expect(status, text).toBe(201);
    id = (JSON.parse(text) as { driveId: string }).driveId;
  }).toPass({ timeout: TIMEOUT_MS });
  return id;
}

/** Checks that a call was refused with an error of the API that says when to try again. */
function expectBusy({ status, text, retryAfterSeconds }: Answer): void {
  expect([429, 503], text).toContain(status);
  expect(retryAfterSeconds, text).toBeGreaterThan(0);
  expect(JSON.parse(text)).toMatchObject({
    code: expect.stringMatching(/^ERROR-\d+$/),
    title: expect.stringMatching(/./),
    message: expect.stringMatching(/./),
    // A service that is too busy to answer at all names no time: the header does.
    ...(status === 429 && { additional: { retryAfterSeconds: expect.any(Number) } }),
  });
}

test('forty downloads of the longest drive leave light calls their answers', { tag: '@once' }, async () => {
  const made = await api.call('PUT', `/api/drives/drive/${driveId}/secret-link`, { days: 7 }, mallory.token);
  const { secret } = made.body.link as { secret: string };
  let isOver = false;
  const download = () => send('POST', '/api/drives/secret/export/gpx', { secret });
  const downloads = Promise.all(Array.from({ length: AT_ONCE }, download)).finally(() => (isOver = true));
  const light: number[] = [];
  while (!isOver) light.push((await send('GET', '/api/stats/drives')).status);
  expect(new Set(light)).toEqual(new Set([200]));

  const files = (await downloads).filter(({ status }) => status === 200);
  for (const { text } of files) expect(text.trimEnd().endsWith('</gpx>')).toBe(true);
  expect(files[0]?.text.match(/<trkpt /g)).toHaveLength(LIMITS.storedPointsMax);
  for (const refused of (await downloads).filter(({ status }) => status !== 200)) expectBusy(refused);
});

test('a collection whose file would be too large is downloaded by day', { tag: '@once' }, async () => {
  const days = Math.floor(LIMITS.filePointsMax / LIMITS.storedPointsMax) + 1;
  const items = Array.from({ length: days }, (_, at) => ({ driveId, note: '', day: at + 1 }));
  const trip = { name: 'Again and again', start: '2026-05-02', days };
  const create = (drives: object[]) =>
    api.call('PUT', '/api/collections/collection', { collection: { ...trip, items: drives } }, mallory.token);
  const twice = await create([items[0]!, items[0]!]);
  expect([twice.status, Object.keys(twice.body.fields ?? {})]).toEqual([400, [expect.stringContaining('items')]]);

  const { status, body } = await create(items);
  expect(status, JSON.stringify(body)).toBe(201);
  const { id } = body.collection as { id: string };
  const file = async (query: string) => {
    const headers = { authorization: `Bearer ${mallory.token}` };
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    return toAnswer(await fetch(`${product.url}/api/collections/collection/${id}/gpx${query}`, { headers, signal }));
  };
  const whole = await file('');
  expect([whole.status, whole.text]).toEqual([400, expect.stringContaining('Please download one day at a time.')]);
  const day = await file('?day=2');
  // The drive, after the connection from the end of the day before.
  expect([day.status, day.text.match(/<trk>/g)?.length]).toEqual([200, 2]);
});

const list = <T>(length: number, make: (at: number) => T): T[] => Array.from({ length }, (_, at) => make(at));
const geoJson = (geometry: object) => JSON.stringify({ type: 'Feature', properties: {}, geometry });

/** Files that take long, or much memory, to be read. */
const HOSTILE: Readonly<Record<string, () => string | Buffer<ArrayBuffer>>> = {
  'star.geojson': () =>
    geoJson({
      type: 'MultiLineString',
      coordinates: list(10_000, (ray) => [
        [-82.5, 35.5],
        [-82.5 + Math.cos(ray) / 10, 35.5 + Math.sin(ray) / 10],
      ]),
    }),
  'attributes.gpx': () =>
    `<gpx><trk><trkseg><trkpt lat="35.5" lon="-82.5" ${list(900_000, (at) => `a${at}="1"`).join(' ')}/></trkseg></trk></gpx>`,
  'folders.kml': () => `<kml>${'<Folder>'.repeat(500_000)}</kml>`,
  'bomb.gpx.gz': () => gzipSync(Buffer.concat([Buffer.from('<gpx>'), Buffer.alloc(300_000_000, ' ')])),
};

function readFile({ token }: Person, name: string, content: string | Buffer<ArrayBuffer>): Promise<Answer> {
  const form = new FormData();
  form.append('token', token);
  form.append('file', new Blob([content]), name);
  return send('POST', '/api/directions/from-file', form);
}

test('hostile files of one person leave another person’s file its turn', { tag: '@once' }, async () => {
  const hostile = Object.entries(HOSTILE).map(([name, make]) => readFile(mallory, name, make()));
  const track = '<gpx><trk><trkseg><trkpt lat="47" lon="9"/><trkpt lat="47.1" lon="9.1"/></trkseg></trk></gpx>';
  const { status, text } = await readFile(ann, 'sunday.gpx', track);
  expect(status, text).toBe(200);
  expect((JSON.parse(text) as { directions: { source: string } }).directions.source).toBe('track');
  for (const answer of await Promise.all(hostile)) {
    if (answer.status === 429) expectBusy(answer);
    else expect(answer, answer.text).toMatchObject({ status: 400, text: expect.stringContaining('"ERROR-') });
  }
});
