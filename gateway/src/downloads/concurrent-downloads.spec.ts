// Aim: downloads of the longest lines, however many, delay no other call; each ends with its reader.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { encodePolyline } from '@switchback/geo/polyline';
import { details, drive } from '@switchback/testing/fake-drives';
import { waitUntil } from '@switchback/testing/wait';
import { faultsOfShape, openGateway } from '../testing/open-gateway.js';

const POINTS = 190_000;
const FILE = '/api/drives/drive/long/export/gpx';
const SHORTER = '/api/drives/drive/shorter/export/kml';
const { gateway, drives, ask, close } = await openGateway();
let port: number;
const sockets: Socket[] = [];

beforeAll(async () => {
  for (const [id, length] of Object.entries({ long: POINTS, shorter: 20_000 })) {
    const path = encodePolyline(Array.from({ length }, (_, at) => ({ lat: at / 1e5, lng: (at % 90) / 1e5 })));
    const leg = details(drive()).directions!.legs[0]!;
    drives.add(drive({ id }), { path, directions: { source: 'track', legs: [{ ...leg, path }] } });
  }
  port = await gateway.listen(0, '127.0.0.1');
});
beforeEach(async () => {
  drives.calls.length = 0;
  // The last download ends its place after its last byte.
  await setImmediate();
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await close();
});

const trackPoints = (text: string) => text.match(/<trkpt /g)?.length;

/** Requests the file and reads no more of it than fits into the buffers. */
async function readLittle(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  await once(socket, 'connect');
  socket.write(`GET ${FILE} HTTP/1.1\r\nhost: a\r\n\r\n`);
  await once(socket, 'readable');
  return socket;
}

describe('forty downloads at once', () => {
  it('let a light call through before any of them ends', async () => {
    const ended: string[] = [];
    const downloads = Array.from({ length: 40 }, async () => {
      const answer = await ask(FILE);
      if (answer.status === 200) ended.push('download');
      return answer;
    });
    await waitUntil('a download to start', () => drives.calls.length > 0);
    await ask('/api/stats/drives');
    ended.push('light call');
    const answers = await Promise.all(downloads);
    expect(ended[0]).toBe('light call');
    const complete = answers.filter(({ status }) => status === 200);
    expect(complete.map(({ text }) => trackPoints(text))).toEqual([POINTS, POINTS, POINTS]);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.flatMap((answer) => [answer.status, ...faultsOfShape(answer)])).toEqual(Array(37).fill(429));
    expect(refused[0]!.json<{ message: string }>().message).toMatch(/other downloads/);
  });

  it('of many people are bounded together', async () => {
    const people = Array.from({ length: 20 }, (_, at) => ask({ url: SHORTER, remoteAddress: `10.0.0.${at}` }));
    const statuses = (await Promise.all(people)).map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...Array<number>(16).fill(200), ...Array<number>(4).fill(503)]);
  });
});

describe('a place for a download', () => {
  it('is free again once the file is complete, or was never made', async () => {
    for (let round = 0; round < 4; round += 1) {
      expect((await ask('/api/drives/drive/none/export/gpx')).status).toBe(404);
      expect((await ask(SHORTER)).status).toBe(200);
    }
  });

  it('is free again once its reader leaves', async () => {
    const readers = [await readLittle(), await readLittle(), await readLittle()];
    expect((await ask(SHORTER)).status).toBe(429);
    for (const reader of readers) reader.destroy();
    await waitUntil('a place to be free', async () => (await ask(SHORTER)).status === 200);
  });
});
