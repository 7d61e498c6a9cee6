// Aim: the map reads an operator's street tiles in ranges, and an unusable file is reported at startup.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { faultsOfShape, openGateway, type OpenGateway } from '../testing/open-gateway.js';
import { pmtiles } from './pmtiles.fixture.js';

const folder = mkdtempSync(join(tmpdir(), 'streets-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: Buffer | string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const ARCHIVE = pmtiles(Buffer.from('tile '.repeat(1_000)));
const SIZE = ARCHIVE.length;

describe('street tiles', () => {
  let gateway: OpenGateway;
  let url: string;
  beforeAll(async () => {
    gateway = await openGateway({ environment: { BASEMAP_FILE: file('colorado.pmtiles', ARCHIVE) } });
    const { map } = (await gateway.ask('/api/settings')).json<{ map: { streets: { url: string; bounds: object } } }>();
    expect(map.streets.bounds).toEqual({ west: -109, south: 37, east: -102, north: 41 });
    url = map.streets.url;
  });
  afterAll(() => gateway.close());

  it.each([
    [`bytes=0-6`, 206, `bytes 0-6/${SIZE}`, 'PMTiles'],
    ['bytes=-5', 206, `bytes ${SIZE - 5}-${SIZE - 1}/${SIZE}`, 'tile '],
    [`bytes=${SIZE - 5}-99999999`, 206, `bytes ${SIZE - 5}-${SIZE - 1}/${SIZE}`, 'tile '],
    [`bytes=${SIZE - 5}-`, 206, `bytes ${SIZE - 5}-${SIZE - 1}/${SIZE}`, 'tile '],
  ])('are sent by the range %s', async (range, status, contentRange, text) => {
    const answer = await gateway.ask({ url, headers: { range, 'accept-encoding': 'gzip' } });
    expect([answer.status, answer.headers['content-range'], answer.text]).toEqual([status, contentRange, text]);
    expect(answer.headers['content-length']).toBe(String(text.length));
  });

  it('are sent whole to a client that names no range, and described to HEAD', async () => {
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await gateway.ask({ method, url });
      expect(answer.status).toBe(200);
      expect(answer.headers).toMatchObject({ 'content-length': String(SIZE), 'accept-ranges': 'bytes' });
      expect(answer.text === '').toBe(method === 'HEAD');
    }
  });

  it('are refused beyond the end, and not sent again to a client that has them', async () => {
    const beyond = await gateway.ask({ url, headers: { range: `bytes=${SIZE}-` } });
    expect([beyond.status, beyond.headers['content-range'], faultsOfShape(beyond)]).toEqual([
      416,
      `bytes */${SIZE}`,
      [],
    ]);
    const { etag } = (await gateway.ask({ method: 'HEAD', url })).headers;
    for (const known of [etag, `W/${etag}`, `"a", ${etag}`, `"a",W/${etag}`, '*']) {
      const again = await gateway.ask({ url, headers: { 'if-none-match': known } });
      expect([again.status, again.text]).toEqual([304, '']);
    }
    const changed = await gateway.ask({ url, headers: { range: 'bytes=0-6', 'if-range': '"another"' } });
    expect(changed.status).toBe(200);
  });
});

it.each([
  'bytes=5-1',
  'bytes=-',
  'bytes=',
  'bytes',
  'bytes=a-b',
  'bytes=0-1,5-6',
  'bytes=0-0,-1',
  'bytes=-0',
  'bytes=0-9999999999999999999',
  'bytes=0x0-0x10',
  'bytes=-1-5',
  'items=0-5',
])('refuses the range %s instead of sending the archive', async (range) => {
  const { ask, close } = await openGateway({ environment: { BASEMAP_FILE: file('ranges.pmtiles', ARCHIVE) } });
  try {
    const answer = await ask({ url: '/streets.pmtiles', headers: { range } });
    expect([answer.status, answer.headers['content-range'], faultsOfShape(answer)]).toEqual([
      416,
      `bytes */${SIZE}`,
      [],
    ]);
  } finally {
    await close();
  }
});

it('counts ranges of the archive, apart from the calls', async () => {
  const environment = { BASEMAP_FILE: file('counted.pmtiles', ARCHIVE), READ_LIMIT_PER_MINUTE: '3' };
  const { ask, close } = await openGateway({ environment });
  try {
    const read = () => ask({ url: '/streets.pmtiles?v=1', headers: { range: 'bytes=0-6' } });
    const answers = [await read(), await read(), await read(), await read()];
    expect(answers.map(({ status }) => status)).toEqual([206, 206, 206, 429]);
    expect([Number(answers[3]?.headers['retry-after']) > 0, faultsOfShape(answers[3]!)]).toEqual([true, []]);
    expect((await ask('/api/settings')).status).toBe(200);
  } finally {
    await close();
  }
});

it('has no street tiles without a file', async () => {
  const { ask, close } = await openGateway();
  try {
    expect((await ask('/streets.pmtiles')).status).toBe(404);
    expect((await ask('/api/settings')).json()).toMatchObject({ map: { streets: null } });
  } finally {
    await close();
  }
});

const damaged = Buffer.from(ARCHIVE);
damaged.fill(0, 130, 200);
const raster = Buffer.from(ARCHIVE);
raster[99] = 2;
it.each([
  [join(folder, 'nowhere'), /BASEMAP_FILE names a file that cannot be read/],
  [folder, /BASEMAP_FILE names a file that cannot be read/],
  [file('empty.pmtiles', ''), /must be a PMTiles archive/],
  [file('text.pmtiles', 'PMTiles '.repeat(100)), /must be of version 3/],
  [file('damaged.pmtiles', damaged), /damaged archive/],
  [file('raster.pmtiles', raster), /must contain vector tiles/],
  [file('other.pmtiles', pmtiles(Buffer.from('a'), ['transportation'])), /must be a base map of Protomaps/],
])('rejects %s at start', async (path, message) => {
  await expect(openGateway({ environment: { BASEMAP_FILE: path } })).rejects.toThrow(message);
});
