// Aim: a client refused while still sending a large body gets the answer, and none can hold the connection for long.
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, request as httpRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiError } from '@switchback/contracts/errors';
import { answerAndDrain } from '../http/drain.js';
import { openGateway } from '../testing/open-gateway.js';

const { gateway, auth, users, lines, close } = await openGateway();
const CRLF = '\r\n';
const BODY_BYTES = 15_000_000;
const PIECE = Buffer.alloc(65_536);
const URL = '/api/users/user/ada/profile';
const FORM = { 'content-type': 'multipart/form-data; boundary=b' };
let port = 0;
let token = '';

beforeAll(async () => {
  port = await gateway.listen(0, '127.0.0.1');
  auth.add('ada');
  users.add('ada');
  token = auth.openSession('ada');
});
afterAll(close);

const head = (type: string) =>
  `--b${CRLF}content-disposition: form-data; name="avatar"; filename="a"${CRLF}content-type: ${type}${CRLF}${CRLF}`;

/** Sends a body of `BODY_BYTES` as a browser does: all of it before reading the answer. */
async function sendWhole(path: string, headers: OutgoingHttpHeaders, start = '') {
  const request = httpRequest({
    port,
    host: '127.0.0.1',
    path,
    method: 'POST',
    headers: { 'content-length': BODY_BYTES, ...headers },
  });
  const answered = new Promise<IncomingMessage>((resolve, reject) =>
    request.on('response', resolve).on('error', reject),
  );
  request.write(start);
  let left = BODY_BYTES - start.length;
  while (left > 0) {
    const piece = PIECE.subarray(0, Math.min(left, PIECE.length));
    left -= piece.length;
    await new Promise<void>((resolve, reject) => request.write(piece, (error) => (error ? reject(error) : resolve())));
  }
  request.end();
  const answer = await answered;
  return { status: answer.statusCode, error: JSON.parse(await text(answer)) as ApiError };
}

describe('a large body that is rejected early', () => {
  it.each<[string, () => OutgoingHttpHeaders, string, number]>([
    ['a picture of a wrong type', () => ({ ...FORM, authorization: `Bearer ${token}` }), head('image/svg+xml'), 415],
    ['a picture with a dead token', () => ({ ...FORM, authorization: 'Bearer none' }), head('image/jpeg'), 401],
    [
      'a picture for another person',
      () => ({ ...FORM, authorization: `Bearer ${auth.openSession('bob')}` }),
      head('image/png'),
      403,
    ],
    ['JSON over 1 MB', () => ({ 'content-type': 'application/json' }), '{"a":"', 413],
    ['an unknown format', () => ({ 'content-type': 'text/csv' }), 'a,b', 415],
  ])('%s is read completely, and gets a response', async (_name, headers, start, status) => {
    auth.add('bob');
    for (const connection of ['close', 'keep-alive'])
      expect(await sendWhole(URL, { ...headers(), connection }, start)).toMatchObject({
        status,
        error: { type: status },
      });
  });

  it.each([
    ['of a form', `content-type: ${FORM['content-type']}${CRLF}authorization: Bearer none`, head('image/png')],
    ['of JSON', 'content-type: application/json', '{"a":"'],
  ])('is cut off if it never ends: %s', async (_name, headers, start) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    let sent = 0;
    socket.setEncoding('utf8').on('data', (piece: string) => (received += piece));
    const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()).on('error', () => undefined));
    socket.write(
      `POST ${URL} HTTP/1.1${CRLF}host: x${CRLF}content-length: 9000000000${CRLF}${headers}${CRLF}${CRLF}${start}`,
    );
    const more = () => {
      if (socket.destroyed) return;
      sent += PIECE.length;
      socket.write(PIECE, (error) => error ?? more());
    };
    more();
    await closed;
    expect(received).toMatch(/^HTTP\/1\.1 4(01|13) /);
    expect(received).toMatch(/"type":4(01|13)/);
    expect(sent).toBeLessThan(60_000_000);
  });

  it('is logged like every request', () => {
    expect(
      lines.filter((line) => line.includes('"status":401') && line.includes('{id}/profile')).length,
    ).toBeGreaterThan(1);
  });
});

describe('draining', () => {
  it.each([
    ['stops in the middle', { bytesMax: 1e9, msMax: 60_000, idleMsMax: 50 }, 1],
    ['goes on for too long', { bytesMax: 1e9, msMax: 100, idleMsMax: 60_000 }, Infinity],
    ['sends too much', { bytesMax: 200_000, msMax: 60_000, idleMsMax: 60_000 }, Infinity],
  ])('closes the connection of a client that %s', async (_name, limits, pieces) => {
    const server = createServer((request, response) => answerAndDrain(request, response, 'no', limits));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()).on('error', () => undefined));
    socket.resume();
    socket.write(`POST / HTTP/1.1${CRLF}host: x${CRLF}content-length: 9000000000${CRLF}${CRLF}`);
    let left = pieces;
    const more = () => {
      if (left-- > 0 && !socket.destroyed) socket.write(PIECE, (error) => error ?? more());
    };
    more();
    await closed;
    await new Promise((resolve) => server.close(resolve));
    expect(server.listening).toBe(false);
  });
});
