// Aim: a caller who reaches a service's port without a key gets nothing: no answer, no crash, no memory.
import { once } from 'node:events';
import { type ClientHttp2Session, connect, type OutgoingHttpHeaders } from 'node:http2';
import { connect as connectTcp } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { AnyMethod, Call } from '@switchback/platform/rpc/call';
import { AuthServiceDefinition, SignUpRequest } from '@switchback/proto/auth/v1/service';
import { listen, type ListeningService, testKeys } from './grpc.js';
import { type Random, seededRandom } from './random.js';
import { waitUntil } from './wait.js';

const SIGN_UP = '/auth.v1.AuthService/SignUp';
const ACCOUNT = '/auth.v1.AuthService/GetAccount';
/** gRPC status codes on the wire: https://grpc.io/docs/guides/status-codes */
const status = { OK: 0, RESOURCE_EXHAUSTED: 8, UNIMPLEMENTED: 12, INTERNAL: 13, UNAUTHENTICATED: 16 };
const NOTHING = Buffer.alloc(0);
/** Enough to fill each stream of a connection many times over. */
const CALLS = 2_000;
const CONNECTIONS = 300;
const CONNECTIONS_AT_ONCE = 20;

let service: ListeningService;
let session: ClientHttp2Session | undefined;
let taken: Call[];

beforeEach(async () => {
  taken = [];
  const answer: AnyMethod = (_request, call) => {
    taken.push(call);
    // The minimum for any answer here to be encodable.
    return Promise.resolve({ consents: [] });
  };
  const methods = Object.keys(AuthServiceDefinition.methods);
  service = await listen(AuthServiceDefinition, Object.fromEntries(methods.map((key) => [key, answer])));
  reconnect();
});
afterEach(async () => {
  session?.destroy();
  await service.close();
});

/** Frames a message for gRPC. */
function framed(message: Uint8Array, isCompressed = false): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(isCompressed ? 1 : 0, 0);
  head.writeUInt32BE(message.byteLength, 1);
  return Buffer.concat([head, message]);
}

function headersFor(path: string, more: OutgoingHttpHeaders = {}): OutgoingHttpHeaders {
  return { ':method': 'POST', ':path': path, te: 'trailers', 'content-type': 'application/grpc', ...more };
}

/**
 * Sends these bytes as the body of a call; `isOpen` leaves it unfinished.
 *
 * @returns the gRPC status; undefined if the stream was aborted.
 */
function send(headers: OutgoingHttpHeaders, body: Uint8Array, isOpen = false): Promise<number | undefined> {
  return new Promise((resolve) => {
    const stream = session!.request(headers);
    let code: number | undefined;
    const read = (given: Record<string, unknown>) => {
      if (given['grpc-status'] !== undefined) code = Number(given['grpc-status']);
    };
    stream.on('response', read).on('trailers', read).resume();
    stream.on('error', () => undefined);
    stream.on('end', () => isOpen && stream.close());
    stream.on('close', () => resolve(code));
    if (isOpen) stream.write(body);
    else stream.end(body);
  });
}

const signed = (path: string, request: Uint8Array) => testKeys().sign({ caller: null }, path, request);
const vouched = (path: string, request: Uint8Array, more: OutgoingHttpHeaders = {}) =>
  headersFor(path, { 'switchback-identity': signed(path, request), ...more });

function reconnect(): void {
  session?.destroy();
  session = connect(`http://${service.address}`);
  session.on('error', () => undefined);
}

async function expectToServe(): Promise<void> {
  reconnect();
  expect(await send(vouched(ACCOUNT, NOTHING), framed(NOTHING))).toBe(status.OK);
}

describe('a replayed call', () => {
  const signUp = (email: string) =>
    SignUpRequest.encode({ email, password: 'p', username: 'u', origin: undefined }).finish();
  const request = signUp('someone@example.org');

  it('has no effect a second time, if it changes data', async () => {
    const headers = vouched(SIGN_UP, request);
    expect(await send(headers, framed(request))).toBe(status.OK);
    expect(await send(headers, framed(request))).toBe(status.UNAUTHENTICATED);
    expect(taken).toHaveLength(1);
  });

  it('cannot be redirected to other content or another method', async () => {
    const other = signUp('other@example.org');
    const headers = vouched(SIGN_UP, request);
    expect(await send(headers, framed(other))).toBe(status.UNAUTHENTICATED);
    expect(await send({ ...headers, ':path': ACCOUNT }, framed(request))).toBe(status.UNAUTHENTICATED);
    expect(taken).toEqual([]);
  });

  it('is accepted if it only reads, as gRPC retries it when a connection breaks', async () => {
    const headers = vouched(ACCOUNT, NOTHING);
    for (let time = 0; time < 2; time += 1) expect(await send(headers, framed(NOTHING))).toBe(status.OK);
  });
});

describe('an unauthenticated caller', () => {
  it('is rejected before a message is read', async () => {
    // Aim: without a key, a client cannot make the service buffer or decompress its data.
    const half = framed(Buffer.alloc(512 * 1024)).subarray(0, 1_000);
    expect(await send(headersFor(ACCOUNT), half, true)).toBe(status.UNAUTHENTICATED);
  });

  it('gets no response for an unknown method', async () => {
    for (const path of ['/auth.v1.AuthService/Nothing', '/x', '/', '/auth.v1.AuthService/%00', `/${'x'.repeat(9_000)}`])
      expect(await send(headersFor(path), framed(NOTHING))).toBe(status.UNIMPLEMENTED);
  });

  it('cannot send unlimited headers', async () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`x-${index}`, 'x'.repeat(1_000)]));
    const code = await send(headersFor(ACCOUNT, many), framed(NOTHING));
    expect([undefined, status.UNAUTHENTICATED]).toContain(code);
    expect(taken).toEqual([]);
    await expectToServe();
  });
});

describe('a message', () => {
  it('is limited in size after decompression', async () => {
    // Aim: a few kilobytes cannot become gigabytes.
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const headers = vouched(ACCOUNT, bomb, { 'grpc-encoding': 'gzip' });
    expect(await send(headers, framed(bomb, true))).toBe(status.RESOURCE_EXHAUSTED);
    await expectToServe();
  });

  it('that is malformed ends only its own call', async () => {
    const garbage = Buffer.from([0xff, 0xff, 0xff, 0xff, 0xff]);
    expect(await send(vouched(ACCOUNT, garbage), framed(garbage))).toBe(status.INTERNAL);
    const twice = Buffer.concat([framed(NOTHING), framed(NOTHING)]);
    expect(await send(vouched(ACCOUNT, NOTHING), twice)).toBe(status.UNIMPLEMENTED);
    expect(await send(vouched(ACCOUNT, NOTHING), NOTHING)).toBe(status.UNIMPLEMENTED);
    await expectToServe();
  });
});

/** Returns a malformed call: each part correct, wrong or missing. */
function oddCall(random: Random): [OutgoingHttpHeaders, Buffer] {
  const bytes = Buffer.from(Array.from({ length: random.below(64) }, () => random.below(256)));
  const path = random.pick([
    SIGN_UP,
    ACCOUNT,
    '/grpc.health.v1.Health/Check',
    '/grpc.health.v1.Health/Watch',
    '/x.Y/Z',
  ]);
  const token = signed(path, bytes);
  const identity = random.pick([
    'none',
    '',
    '.',
    'x'.repeat(2_000),
    bytes.toString('base64'),
    bytes.toString('base64url'),
    token.slice(1 + random.below(token.length - 1)),
    token.replace('.', '..'),
    token.slice(0, -1),
  ]);
  const headers = headersFor(path, {
    'content-type': random.pick(['application/grpc', 'application/grpc+proto', 'application/grpc+x']),
    'grpc-encoding': random.pick(['identity', 'gzip', 'deflate', 'br', '']),
    'grpc-timeout': random.pick(['5S', '1n', '99999999H', '-1S', 'x', '']),
    ...(identity !== 'none' && { 'switchback-identity': identity }),
    'product-error-bin': random.pick(['', '%%%', bytes.toString('base64')]),
  });
  const body = framed(bytes, random.chance(0.5));
  if (random.chance(0.3)) body.writeUInt32BE(random.pick([0, 1, 0xff_ff_ff_ff, 1024 * 1024]), 1);
  return [headers, body.subarray(0, random.chance(0.3) ? random.below(body.length + 1) : body.length)];
}

describe('arbitrary input', () => {
  const seed = Number(process.env['SEED'] ?? 13);
  const random = seededRandom(seed);

  it(`as a call: the service continues, and its code never runs (SEED=${seed})`, async () => {
    for (let sent = 0; sent < CALLS; sent += 50) {
      const batch = Array.from({ length: 50 }, () => {
        const [headers, body] = oddCall(random);
        // Watches and unfinished calls end when we close.
        return send(headers, body, true);
      });
      const left = Promise.all(batch);
      await new Promise<void>((resolve) => session!.ping(() => resolve()));
      reconnect();
      await left;
    }
    expect(taken).toEqual([]);
    await expectToServe();
  });

  it(`as bytes: the service continues (SEED=${seed})`, async () => {
    const preface = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0', 'latin1');
    const frame = () => {
      const length = random.below(64);
      const head = [0, random.below(2), length, random.below(12), random.below(256), 0, 0, 0, random.below(8)];
      return Buffer.from([...head, ...Array.from({ length }, () => random.below(256))]);
    };
    const attack = async () => {
      const socket = connectTcp(service.port, '127.0.0.1');
      const closed = once(socket, 'close').catch(() => undefined);
      socket.on('error', () => undefined).resume();
      const frames = Array.from({ length: 1 + random.below(10) }, frame);
      socket.end(Buffer.concat(random.chance(0.9) ? [preface, ...frames] : frames));
      await closed;
    };
    for (let begun = 0; begun < CONNECTIONS; begun += CONNECTIONS_AT_ONCE)
      await Promise.all(Array.from({ length: CONNECTIONS_AT_ONCE }, attack));
    await waitUntil('the service to answer', async () => {
      await expectToServe();
      return true;
    });
  });
});
