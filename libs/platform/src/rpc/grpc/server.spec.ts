// Aim: a service on a port serves authorized processes, within limits, and reveals nothing to any other caller.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Client, credentials, Metadata, type ServiceError, status } from '@grpc/grpc-js';
import { DrivesServiceDefinition, GetStatsResponse } from '@switchback/proto/drives/v1/service';
import {
  HealthCheckRequest,
  HealthCheckResponse,
  HealthCheckResponse_ServingStatus as Serving,
} from '@switchback/proto/grpc/health/v1/health';
import { systemClock } from '../../clock.js';
import { createHealth, type Health } from '../../health/health.js';
import { createLogger } from '../../telemetry/logger.js';
import { createMetrics, type Metrics } from '../../telemetry/metrics.js';
import type { AnyMethod, Call } from '../call.js';
import { IdentityKeys } from '../identity.js';
import { GrpcServer } from './server.js';

const KEY = 'a'.repeat(32);
const STATS = '/drives.v1.DrivesService/GetStats';
const CHECK = '/grpc.health.v1.Health/Check';
const identities = new IdentityKeys([KEY], systemClock);
const NOTHING = new Uint8Array();
const signed = (keys = identities, method = STATS, request = NOTHING) => keys.sign({ caller: null }, method, request);
/** Signs like a machine whose clock is this far ahead. */
const ahead = (ms: number) => signed(new IdentityKeys([KEY], { now: () => new Date(Date.now() + ms) }));

let lines: string[];
let calls: Call[];
let answer: AnyMethod;
let health: Health;
let metrics: Metrics;
let server: GrpcServer;
let client: Client;

beforeEach(async () => {
  [lines, calls] = [[], []];
  answer = () => Promise.resolve({ count: 7, distance: 0, duration: 0, states: 0, countries: 0 });
  const method: AnyMethod = (request, call) => {
    calls.push(call);
    return answer(request, call);
  };
  const implementation = Object.fromEntries(Object.keys(DrivesServiceDefinition.methods).map((key) => [key, method]));
  health = createHealth({ keepMs: 0 });
  metrics = createMetrics('drives');
  const logger = createLogger({ service: 'drives', level: 'info', sink: { write: (line) => void lines.push(line) } });
  const parts = { definition: DrivesServiceDefinition, implementation, keys: identities, health, metrics, logger };
  server = new GrpcServer({ ...parts, callsMax: 2 });
  client = new Client(`127.0.0.1:${await server.listen(0, '127.0.0.1')}`, credentials.createInsecure(), {
    'grpc.use_local_subchannel_pool': 1,
  });
});
afterEach(async () => {
  client.close();
  await server.close();
  metrics.close();
});

/** Sends a call like a foreign program would. */
function ask(path: string, headers: Record<string, string>, message: Uint8Array = NOTHING): Promise<Buffer> {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(headers)) metadata.set(name, value);
  return new Promise((resolve, reject) => {
    const pass = (bytes: Buffer) => bytes;
    const options = { deadline: Date.now() + 5_000 };
    client.makeUnaryRequest(path, pass, pass, Buffer.from(message), metadata, options, (error, bytes) =>
      error ? reject(error) : resolve(bytes ?? Buffer.alloc(0)),
    );
  });
}

const refusal = (path: string, headers: Record<string, string>, message?: Uint8Array): Promise<ServiceError> =>
  ask(path, headers, message).then(
    () => Promise.reject(new Error('It was answered.')),
    (error: ServiceError) => error,
  );

describe('the caller', () => {
  it('is the one that another process vouches for', async () => {
    const bytes = await ask(STATS, { 'switchback-identity': signed(), 'switchback-request': 'r-1' });
    expect(GetStatsResponse.decode(bytes).count).toBe(7);
    expect(calls).toMatchObject([{ requestId: 'r-1', caller: null }]);
  });

  it.each<[string, Record<string, string>]>([
    ['nothing', {}],
    ['a forged identity', { 'switchback-identity': 'e30.e30' }],
    [
      'an identity signed with another key',
      { 'switchback-identity': signed(new IdentityKeys(['b'.repeat(32)], systemClock)) },
    ],
    ['an identity for another method', { 'switchback-identity': signed(identities, '/drives.v1.DrivesService/X') }],
    ['an expired identity', { 'switchback-identity': ahead(-60_000) }],
    ['an identity from the future', { 'switchback-identity': ahead(60_000) }],
    ['headers that resemble one', { 'x-user-id': 'u-1', 'x-caller': 'admin', authorization: 'Bearer x' }],
  ])('is rejected with %s', async (_what, headers) => {
    // Aim: a direct call is rejected before the service's code runs.
    expect(await refusal(STATS, headers)).toMatchObject({ code: status.UNAUTHENTICATED });
    expect(calls).toEqual([]);
    expect(lines.join()).toContain('without a valid identity');
  });

  it('is rejected with the identity of another request', async () => {
    // Aim: a captured identity cannot be reused for a different request.
    const request = GetStatsResponse.encode({ count: 1, distance: 0, duration: 0, states: 0, countries: 0 }).finish();
    const headers = { 'switchback-identity': signed(identities, STATS, request) };
    expect(await refusal(STATS, headers, NOTHING)).toMatchObject({ code: status.UNAUTHENTICATED });
    expect(calls).toEqual([]);
    await ask(STATS, headers, request);
    expect(calls).toHaveLength(1);
  });

  it('comes from the identity alone', async () => {
    await ask(STATS, { 'switchback-identity': signed(), 'x-user-id': 'u-1', 'x-caller': 'admin', caller: 'u-1' });
    expect(calls[0]?.caller).toBeNull();
  });
});

describe('the response', () => {
  it('reveals no internal error, which the log contains', async () => {
    answer = () => Promise.reject(new Error('connect ECONNREFUSED db.internal:5432'));
    const { code, details, metadata } = await refusal(STATS, { 'switchback-identity': signed() });
    expect(code).toBe(status.INTERNAL);
    expect(details + JSON.stringify(metadata.toJSON())).not.toMatch(/db\.internal|ECONN|at /);
    expect(lines.join()).toContain('db.internal');
  });

  it('is bounded: too long messages and too many concurrent calls are rejected', async () => {
    const message = new Uint8Array(1024 * 1024 + 1);
    const long = await refusal(STATS, { 'switchback-identity': signed(identities, STATS, message) }, message);
    expect(long.code).toBe(status.RESOURCE_EXHAUSTED);
    const release = Promise.withResolvers<unknown>();
    answer = () => release.promise;
    const asked = [1, 2].map(() => ask(STATS, { 'switchback-identity': signed() }));
    const third = refusal(STATS, { 'switchback-identity': signed() });
    expect((await third).code).toBe(status.UNAVAILABLE);
    release.resolve({ count: 1, distance: 0, duration: 0, states: 0, countries: 0 });
    expect(await Promise.all(asked)).toHaveLength(2);
  });

  it('does not include a description of the service', async () => {
    for (const version of ['v1', 'v1alpha']) {
      const path = `/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`;
      expect((await refusal(path, { 'switchback-identity': signed() })).code).toBe(status.UNIMPLEMENTED);
    }
  });

  it('is counted by method and outcome', async () => {
    await ask(STATS, { 'switchback-identity': signed() });
    await refusal(STATS, {});
    const page = await metrics.page();
    for (const code of ['OK', 'UNAUTHENTICATED'])
      expect(page).toContain(
        `rpc_server_calls_total{rpc="drives.v1.DrivesService",method="GetStats",code="${code}",service="drives"} 1`,
      );
  });
});

describe('its health', () => {
  const check = async (service: string) =>
    HealthCheckResponse.decode(await ask(CHECK, {}, HealthCheckRequest.encode({ service }).finish())).status;

  it('needs no identity, for the process and for the service', async () => {
    expect([await check(''), await check('drives.v1.DrivesService')]).toEqual([Serving.SERVING, Serving.SERVING]);
    const other = HealthCheckRequest.encode({ service: 'other' }).finish();
    expect((await refusal(CHECK, {}, other)).code).toBe(status.NOT_FOUND);
  });

  it('follows the dependencies of the service, and ends with draining', async () => {
    let isThere = false;
    health.add('database', () => (isThere ? Promise.resolve() : Promise.reject(new Error('away'))));
    expect(await check('')).toBe(Serving.NOT_SERVING);
    isThere = true;
    expect(await check('')).toBe(Serving.SERVING);
    health.drain();
    expect(await check('')).toBe(Serving.NOT_SERVING);
  });

  it('is streamed to watchers, without delaying the shutdown', async () => {
    // Aim: a watching balancer diverts traffic before calls fail, and the server does not wait for it to disconnect.
    const told: Serving[] = [];
    const stream = client.makeServerStreamRequest(
      '/grpc.health.v1.Health/Watch',
      (request: HealthCheckRequest) => Buffer.from(HealthCheckRequest.encode(request).finish()),
      (bytes) => HealthCheckResponse.decode(bytes),
      { service: '' },
      new Metadata(),
    );
    const ended = new Promise((resolve) => stream.on('end', resolve));
    await new Promise<void>((resolve) =>
      stream.on('data', ({ status: now }: HealthCheckResponse) => {
        told.push(now);
        resolve();
      }),
    );
    await server.close();
    await ended;
    expect(told).toEqual([Serving.SERVING, Serving.NOT_SERVING]);
  });
});
