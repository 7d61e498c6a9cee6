// Aim: uploads may be slow, stalled ones soon free their slot, and no sender's stalled uploads block other people.
import { request as httpRequest } from 'node:http';
import { connect, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { TestClock } from '@switchback/testing/test-clock';
import { waitUntil } from '@switchback/testing/wait';
import { openGateway } from '../testing/open-gateway.js';

const clock = new TestClock();
const { gateway, auth, users, storage, close } = await openGateway({
  clock,
  environment: { UPLOADS_PER_ADDRESS: '1000', TRUST_PROXY: '1' },
});
const CRLF = '\r\n';
const URL = '/api/users/user/ada/profile';
const PICTURE = `--b${CRLF}content-disposition: form-data; name="avatar"; filename="a"${CRLF}content-type: image/png${CRLF}${CRLF}`;
const field = (name: string, value: string) =>
  `--b${CRLF}content-disposition: form-data; name="${name}"${CRLF}${CRLF}${value}${CRLF}`;
const END = `${CRLF}--b--${CRLF}`;
const opened: Socket[] = [];
let port = 0;

beforeAll(async () => {
  port = await gateway.listen(0, '127.0.0.1');
  auth.add('ada');
  users.add('ada');
});
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy();
  await waitUntil('all to be gone', async () => (await connections()) === 0);
});
afterAll(close);

function connections(): Promise<number> {
  const server = gateway.app.getHttpServer() as Server;
  return new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
}

interface Sent {
  socket: Socket;
  answer: Promise<string>;
}

/** Starts an upload and stalls. */
function startUpload(headers: string[], start: string): Sent {
  const socket = connect(port, '127.0.0.1');
  opened.push(socket);
  const lines = [`POST ${URL} HTTP/1.1`, 'host: x', 'content-type: multipart/form-data; boundary=b', ...headers];
  socket.write([...lines, 'transfer-encoding: chunked', '', ''].join(CRLF) + chunk(start));
  return { socket, answer: text(socket).catch(() => '') };
}

const chunk = (piece: string | Buffer) =>
  `${Buffer.byteLength(piece).toString(16)}${CRLF}${piece.toString('latin1')}${CRLF}`;

/** Uploads a small, complete picture. */
function upload(headers: Record<string, string>, parts: string[]): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        port,
        host: '127.0.0.1',
        path: URL,
        method: 'POST',
        agent: false,
        headers: { 'content-type': 'multipart/form-data; boundary=b', ...headers },
      },
      (response) => resolve(response.resume().statusCode),
    );
    request.on('error', reject).end(parts.join(''));
  });
}

describe('stalled anonymous uploads', () => {
  it('leave capacity for a member, and for visitors at other IP addresses', async () => {
    const token = auth.openSession('ada');
    const attackers = Array.from({ length: 16 }, () => startUpload(['x-forwarded-for: 192.0.2.1'], PICTURE + 'x'));
    const refused: number[] = [];
    for (const { answer } of attackers) void answer.then((received) => refused.push(statusOf(received)));
    await waitUntil('all but two to be refused', () => refused.length === 14);
    expect(new Set(refused)).toEqual(new Set([429]));
    expect(await upload({ authorization: `Bearer ${token}` }, [PICTURE, 'x', END])).toBe(200);
    expect(await upload({}, [field('token', token), PICTURE, 'x', END])).toBe(200);
    const last = [PICTURE, 'x', CRLF, field('token', token), `--b--${CRLF}`];
    expect(await upload({ 'x-forwarded-for': '192.0.2.2' }, last)).toBe(200);
    expect(await upload({ 'x-forwarded-for': '192.0.2.1' }, last)).toBe(429);
  });

  it('leave capacity for members, from however many IP addresses they come', async () => {
    for (let index = 0; index < 20; index += 1) startUpload([`x-forwarded-for: 192.0.2.${index}`], PICTURE + 'x');
    await waitUntil('all to have come', async () => (await connections()) === 20);
    expect(await upload({ authorization: `Bearer ${auth.openSession('ada')}` }, [PICTURE, 'x', END])).toBe(200);
  });
});

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);

const keys = async () => (await (await storage()).list({ prefix: 'uploads/', max: 100 })).map(({ key }) => key);

describe('an upload', () => {
  it.each([
    ['stalls', 0],
    ['drips', 1_000],
  ])('that %s ends within half a minute, and leaves nothing behind', async (_name, bytesPerSecond) => {
    const sent = startUpload([`authorization: Bearer ${auth.openSession('ada')}`], PICTURE + 'x');
    const passing = setInterval(() => {
      if (bytesPerSecond > 0 && sent.socket.writable) sent.socket.write(chunk(Buffer.alloc(bytesPerSecond)));
      clock.advance(1_000);
    }, 50);
    const [before, beganMs] = [await keys(), clock.monotonicMs()];
    expect(statusOf(await sent.answer)).toBe(408);
    clearInterval(passing);
    expect(clock.monotonicMs() - beganMs).toBeLessThan(30_000);
    expect(await keys()).toEqual(before);
  });
});
