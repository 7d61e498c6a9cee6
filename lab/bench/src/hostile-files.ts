import { systemClock } from '@switchback/platform/clock';
import type { Catalogue } from './catalogue.js';
import { HttpClient } from './http-client.js';
import { openLoop } from './load.js';
import type { BenchContext } from './options.js';
import { Person, upload } from './person.js';
import type { RunningServer } from './processes.js';
import { limited, record } from './result.js';
import { spread } from './statistics.js';

const WAIT_MAX_MS = 500;
/** Light calls per second, from before the file is sent until after it is answered. */
const RATE = 50;
const LOOK_MS = 5_000;
const LINE = {
  type: 'LineString',
  coordinates: [
    [-82.5, 35.5],
    [-82.6, 35.6],
    [-82.7, 35.5],
  ],
};

const list = <T>(length: number, make: (index: number) => T): T[] => Array.from({ length }, (_, index) => make(index));
const feature = (geometry: object, properties = '{}') =>
  `{"type":"Feature","properties":${properties},"geometry":${JSON.stringify(geometry)}}`;
const near = (degrees: number, share: number) => Math.round(degrees * share * 1e5) / 1e5;

/** Files that used to block the event loop for seconds or exhaust the process's memory. */
const FILES: Record<string, () => string> = {
  'a star of lines': () =>
    feature({
      type: 'MultiLineString',
      coordinates: list(10_000, (ray) => [
        [-82.5, 35.5],
        [-82.5 + near(0.1, Math.cos(ray)), 35.5 + near(0.1, Math.sin(ray))],
      ]),
    }),
  '200,000 points over the globe': () =>
    feature({
      type: 'LineString',
      coordinates: list(200_000, (at) => [near(179, Math.sin(at * 1.7)), near(60, Math.sin(at * 2.3))]),
    }),
  'deep properties': () => feature(LINE, `{"a":${'['.repeat(1_500_000)}${']'.repeat(1_500_000)}}`),
  'a million properties': () => feature(LINE, `{${list(1_000_000, (at) => `"k${at}":${at}`).join()}}`),
  'as many attributes': () =>
    `<gpx><trk><trkseg><trkpt lat="35.5" lon="-82.5" ${list(900_000, (at) => `a${at}="1"`).join(' ')}/></trkseg></trk></gpx>`,
  'empty arrays': () => `[${'[],'.repeat(6_000_000)}[]]`,
};

/** P18: longest wait of a light call while a hostile file is processed. */
export async function measureHostileFiles(
  { rounds }: BenchContext,
  catalogue: Catalogue,
  product: RunningServer,
): Promise<void> {
  const http = new HttpClient(product.url, RATE);
  try {
    const person = await Person.join(catalogue, 'vandal', 'admin');
    const headers = await person.logIn(product.url);
    const light = () => http.ask({ method: 'GET', path: '/api/stats/drives' });
    for (const [what, make] of Object.entries(FILES)) {
      const file = make();
      const waits: number[] = [];
      const answers: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const calls = openLoop(RATE, LOOK_MS, light);
        const sentAtMs = systemClock.monotonicMs();
        await send(product.url, headers, file);
        answers.push(systemClock.monotonicMs() - sentAtMs);
        waits.push(Math.max(...(await calls)));
      }
      const ours = spread(waits);
      record({
        goal: 'P18',
        size: catalogue.label,
        measure: `longest light call beside ${what}`,
        ...limited(WAIT_MAX_MS, 'ms', { ours }),
        met: ours.high <= WAIT_MAX_MS,
        note: `the file is answered after ${Math.round(spread(answers).median)} ms`,
      });
    }
  } finally {
    http.close();
  }
}

async function send(base: string, headers: Record<string, string>, file: string): Promise<void> {
  const form = new FormData();
  form.append('file', new Blob([file], { type: 'application/json' }), 'route.json');
  const answer = await upload(`${base}/api/directions/from-file`, headers, form);
  await answer.arrayBuffer();
  if (![200, 400, 413].includes(answer.status)) throw new Error(`The response to the file was ${answer.status}.`);
}
