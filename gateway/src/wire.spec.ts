import { connect } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import type { ApiError } from '@switchback/contracts/errors';
import { TestClock } from '@switchback/testing/test-clock';
import { waitUntil } from '@switchback/testing/wait';
import { openGateway } from './testing/open-gateway.js';

const clock = new TestClock();
const { gateway, lines, close } = await openGateway({ clock });
let port = 0;

beforeAll(async () => {
  port = await gateway.listen(0, '127.0.0.1');
});
afterAll(close);

/** Sends raw bytes and returns the response up to the close of the connection. */
function exchange(...pieces: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      for (const piece of pieces) socket.write(piece);
    });
    let received = '';
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => (received += text));
    socket.on('end', () => {
      socket.end();
      resolve(received);
    });
    socket.on('error', reject);
  });
}

function errorIn(response: string): { status: number; error: ApiError } {
  const [head = '', body = ''] = response.split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), error: JSON.parse(body) as ApiError };
}

const CLOSE = 'host: x\r\nconnection: close\r\n';

describe('malformed requests', () => {
  it.each([
    ['no HTTP', 'hello\r\n\r\n', 400, 'ERROR-00017'],
    ['an unknown method', 'DRIVE /api/settings HTTP/1.1\r\nhost: x\r\n\r\n', 400, 'ERROR-00017'],
    ['a header without a name', 'GET /api/settings HTTP/1.1\r\nhost: x\r\n: y\r\n\r\n', 400, 'ERROR-00017'],
    [
      'two lengths',
      'POST /api/drives/search HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
      400,
      'ERROR-00017',
    ],
    [
      'length and chunks',
      'POST /api/drives/search HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n',
      400,
      'ERROR-00017',
    ],
    [
      'headers too large',
      `GET /api/settings HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`,
      431,
      'ERROR-00014',
    ],
    ['an address too long', `GET /api/settings?${'y'.repeat(90_000)} HTTP/1.1\r\n${CLOSE}\r\n`, 414, 'ERROR-00015'],
    ['a tunnel', `CONNECT elsewhere:443 HTTP/1.1\r\n${CLOSE}\r\n`, 400, 'ERROR-00017'],
    [
      'a coding in addition to chunks',
      `POST /api/drives/search HTTP/1.1\r\n${CLOSE}content-type: application/json\r\ntransfer-encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
      400,
      'ERROR-00017',
    ],
    ['an unknown expectation', `GET /api/nothing HTTP/1.1\r\n${CLOSE}expect: 200-ok\r\n\r\n`, 404, 'ERROR-00006'],
    ['two hosts', 'GET /api/settings HTTP/1.1\r\nhost: x\r\nHost: y\r\nconnection: close\r\n\r\n', 400, 'ERROR-00017'],
    ['no host', 'GET /api/settings HTTP/1.1\r\nconnection: close\r\n\r\n', 400, 'ERROR-00017'],
  ])('return the common error format for %s', async (_name, bytes, status, code) => {
    // Aim: refusals by Node itself, before there is a request, look like all other refusals.
    const answer = errorIn(await exchange(bytes));
    expect(answer).toMatchObject({ status, error: { type: status, code, additional: {} } });
  });

  it('are logged with one line each', () => {
    // Aim: operators see input that never became a request.
    expect(lines.filter((line) => line.includes('(unreadable)')).length).toBeGreaterThan(4);
  });

  it('with an endless body count as too large', async () => {
    // Aim: a stream without a length is cut at the limit, not read to its end.
    const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
    const head = `POST /api/drives/search HTTP/1.1\r\n${CLOSE}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`;
    const answer = errorIn(await exchange(head, ...Array.from({ length: 16 }, () => chunk)));
    expect(answer).toMatchObject({ status: 413, error: { code: 'ERROR-00004' } });
  });
});

describe('a response to an unreadable request', () => {
  it('is not cached and cannot be misinterpreted', async () => {
    // Aim: answers to Node's parser errors have the same headers as all other answers.
    const [head = ''] = (await exchange('hello\r\n\r\n')).toLowerCase().split('\r\n\r\n');
    expect(head.split('\r\n')).toEqual(
      expect.arrayContaining(['cache-control: no-store', 'x-content-type-options: nosniff']),
    );
  });
});

describe('a slow body', () => {
  it('times out with the whole request', async () => {
    // Aim: a client cannot hold a connection open for long by sending a byte now and then.
    const head = `POST /api/drives/search HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`;
    const call = exchange(head);
    const passing = setInterval(() => clock.advance(5_000), 20);
    const answer = errorIn(await call);
    clearInterval(passing);
    expect(answer).toMatchObject({ status: 408, error: { code: 'ERROR-00016' } });
  });
});

describe('a connection', () => {
  it('of a client that reads no response is closed', async () => {
    // Aim: unread answers do not hold memory forever.
    const server = gateway.app.getHttpServer();
    expect(server.timeout).toBe(60_000);
    server.timeout = 200;
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined).pause();
    socket.write('GET /api/openapi.json HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(100));
    const count = () =>
      new Promise<number>((resolve) => server.getConnections((_error, connections) => resolve(connections)));
    await waitUntil('the connection to be open', async () => (await count()) > 0);
    await waitUntil('the connection to end', async () => (await count()) === 0);
    server.timeout = 60_000;
    socket.destroy();
  });

  it('is one of a bounded number per IP address', async () => {
    // Aim: one client cannot exhaust the connections; closing one makes room for another.
    const other = await openGateway();
    const otherPort = await other.gateway.listen(0, '127.0.0.1');
    const sockets = Array.from({ length: 520 }, () => connect(otherPort, '127.0.0.1').on('error', () => undefined));
    const ended = () => sockets.filter((socket) => socket.closed).length;
    for (const socket of sockets) socket.resume();
    await waitUntil('those beyond the bound to be closed', () => ended() === 8);
    const get = () => fetch(`http://127.0.0.1:${otherPort}/api/settings`, { headers: { connection: 'close' } });
    await expect(get()).rejects.toThrow();
    for (const socket of sockets) socket.destroy();
    await waitUntil('room', async () => (await get().catch(() => null))?.status === 200);
    await other.close();
  });
});

describe('compression', () => {
  it('is used for responses over 1 KB, with the best accepted encoding', async () => {
    // Aim: large answers are compressed, small ones are not.
    const get = (path: string, accepted = 'gzip, br') =>
      request(`http://127.0.0.1:${port}`).get(path).set('accept-encoding', accepted);
    const large = await get('/api/openapi.json').expect(200).expect('content-encoding', 'br');
    expect(large.body).toMatchObject({ openapi: '3.1.0' });
    const best = await get('/api/openapi.json', 'gzip, deflate, br, zstd')
      .buffer()
      .parse((stream, done) => void buffer(stream as unknown as Readable).then((bytes) => done(null, bytes)));
    expect(best.headers['content-encoding']).toBe('zstd');
    expect(JSON.parse(zstdDecompressSync(best.body as Buffer).toString())).toEqual(large.body);
    expect((await get('/api/settings').expect(200)).headers).not.toHaveProperty('content-encoding');
  });
});
