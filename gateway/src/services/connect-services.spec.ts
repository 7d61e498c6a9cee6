// Aim: in front of remote services, the gateway behaves as with local ones, whatever happens to them.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MemoryLimits } from '@switchback/platform/limits/memory/memory-limits';
import { systemClock } from '@switchback/platform/clock';
import { loadSettings } from '@switchback/platform/config/settings';
import { Closers } from '@switchback/platform/process/closers';
import { createMetrics } from '@switchback/platform/telemetry/metrics';
import { DrivesServiceDefinition } from '@switchback/proto/drives/v1/service';
import { SearchServiceDefinition } from '@switchback/proto/search/v1/service';
import { drive, FakeDrives } from '@switchback/testing/fake-drives';
import { FakeSearch } from '@switchback/testing/fake-search';
import { listen, type ListeningService, TEST_KEY } from '@switchback/testing/grpc';
import { TcpProxy } from '@switchback/testing/tcp-proxy';
import { testHost } from '@switchback/testing/test-host';
import { waitUntil } from '@switchback/testing/wait';
import type { InjectOptions } from 'fastify';
import { createGateway, type Gateway } from '../gateway.js';
import { connectServices } from './connect-services.js';

/** Response time of a dependency that is slow but not down: F15 of the goals. */
const SLOW_MS = 5_000;
const CUT_OFF_MS = 2_000;
/** Upper bound on a busy machine; a request that waited would take at least until the cut-off. */
const AT_ONCE_MS = 1_000;

const drives = new FakeDrives();
const search = new FakeSearch();
const closers = new Closers();
const metrics = createMetrics('gateway');
const [searchCall, drivesCall] = [
  { method: 'POST', url: '/api/drives/search' },
  { method: 'GET', url: '/api/drives/drive/d1/details' },
] as const;
let drivesService: ListeningService;
let wire: TcpProxy;
let gateway: Gateway;

beforeAll(async () => {
  drives.add(drive());
  drivesService = await listen(DrivesServiceDefinition, drives);
  const searchService = await listen(SearchServiceDefinition, search);
  wire = await TcpProxy.start({ host: '127.0.0.1', port: searchService.port });
  const settings = loadSettings({
    READ_LIMIT_PER_MINUTE: '0',
    SERVICE_KEY: TEST_KEY,
    DRIVES_ADDRESS: drivesService.address,
    SEARCH_ADDRESS: `127.0.0.1:${wire.port}`,
    // Never called here, but the gateway waits for these services at startup.
    AUTH_ADDRESS: drivesService.address,
    USERS_ADDRESS: drivesService.address,
  });
  const host = testHost({ settings, closers, metrics, limits: async () => new MemoryLimits(systemClock) });
  gateway = await createGateway(host, await connectServices(host));
  for (const service of [searchService, drivesService]) closers.add(() => service.close());
  closers.add(() => wire.close());
  closers.add(() => gateway.close());
});
afterAll(async () => {
  await closers.close();
  metrics.close();
});

/** Returns an answer with its duration. */
async function timed(options: InjectOptions) {
  const since = performance.now();
  const { statusCode, headers, body } = await gateway.inject(options);
  return { status: statusCode, headers, body, ms: performance.now() - since };
}

describe('a call through the gateway', () => {
  it('reaches the service, and its response reaches the client unchanged', async () => {
    search.drivesJson = '[{"id":"d1","title":"Überlandstraße"}]';
    const { status, body } = await timed(searchCall);
    expect([status, body]).toEqual([200, `{"drives":${search.drivesJson},"bookmark":null,"hashes":[]}`]);
    expect((await timed({ url: '/api/drives/drive/nope/details' })).status).toBe(404);
  });

  it('carries no forged identity of a client', async () => {
    // Aim: client headers never pass the gateway, including those of our own protocol between processes.
    const headers = {
      'x-user-id': 'u-1',
      'x-caller': '{"userId":"u-1","accountType":"admin"}',
      'x-account-type': 'admin',
      'switchback-identity': 'e30.e30',
      'grpc-timeout': '1n',
      'product-error-bin': 'e30=',
      caller: 'u-1',
      'x-forwarded-user': 'u-1',
      'x-request-id': 'r-7\u007f{"caller":1}',
    };
    drives.calls.length = 0;
    const { status } = await timed({ ...drivesCall, headers });
    expect(status).toBe(200);
    expect(drives.calls).toHaveLength(1);
    expect(drives.calls[0]?.caller).toBeNull();
    expect(drives.calls[0]?.requestId).toMatch(/^[\w.-]{1,64}$/);
    expect(JSON.stringify(drives.calls)).not.toMatch(/u-1|admin/);
  });
});

describe('a slow service', () => {
  it('is cut off, then skipped, then used again when it recovers, without affecting the rest', async () => {
    // Aim: F15. One slow service fails its own calls with 503, and affects no other call.
    wire.slow(SLOW_MS);
    const slow = await Promise.all(Array.from({ length: 6 }, () => timed(searchCall)));
    for (const { status, ms } of slow) {
      expect(status).toBe(503);
      expect(ms).toBeLessThan(CUT_OFF_MS + AT_ONCE_MS * 2);
    }
    const refused = await timed(searchCall);
    expect(refused.status).toBe(503);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(refused.ms).toBeLessThan(AT_ONCE_MS);
    expect(await metrics.page()).toContain('rpc_breaker_state{dependency="search",service="gateway"} 2');
    for (let call = 0; call < 20; call += 1) {
      const other = await timed(drivesCall);
      expect(other.status).toBe(200);
      expect(other.ms).toBeLessThan(AT_ONCE_MS);
    }
    wire.slow(0);
    await waitUntil('the search to be asked again', async () => (await timed(searchCall)).status === 200, 30_000);
    expect(await metrics.page()).toContain('rpc_breaker_state{dependency="search",service="gateway"} 0');
  });

  it('is a 503 for its own calls only if it fails completely', async () => {
    await drivesService.close();
    const away = await timed(drivesCall);
    expect([away.status, Number(away.headers['retry-after']) > 0]).toEqual([503, true]);
    expect((await timed(searchCall)).status).toBe(200);
  });
});
