// Aim: an operator sees one trace from a request down to its statements, and from a write to its effects in other
// services.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { importedDrive } from '@switchback/drives/drives.fixture';
import { DriveImports } from '@switchback/drives/import/drive-imports';
import { drives } from '@switchback/drives/service';
import { createGateway, type Gateway } from '@switchback/gateway/gateway';
import type { Clients } from '@switchback/gateway/services/clients';
import { systemClock } from '@switchback/platform/clock';
import { loadSettings } from '@switchback/platform/config/settings';
import { MemoryLimits } from '@switchback/platform/limits/memory/memory-limits';
import { PostgresBus } from '@switchback/platform/events/postgres-bus';
import type { Jobs } from '@switchback/platform/jobs/jobs';
import { startService } from '@switchback/platform/start/start-services';
import { Closers } from '@switchback/platform/process/closers';
import type { Rpc, ServiceDefinition } from '@switchback/platform/rpc/call';
import { connectGrpc } from '@switchback/platform/rpc/grpc/client';
import { bindInProcess } from '@switchback/platform/rpc/in-process';
import { inSpan, recordSpans } from '@switchback/platform/telemetry/tracing';
import { isTransient } from '@switchback/platform/transient';
import { type DrivesService as DrivesContract, DrivesServiceDefinition } from '@switchback/proto/drives/v1/service';
import { type SearchService, SearchServiceDefinition } from '@switchback/proto/search/v1/service';
import { search } from '@switchback/search/service';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { fakeClients } from '@switchback/testing/fakes';
import { fakePlaces } from '@switchback/testing/fake-places';
import { listen, TEST_KEY, testKeys } from '@switchback/testing/grpc';
import { countingJob, openTestJobs } from '@switchback/testing/jobs-fixtures';
import { PromptJobs } from '@switchback/testing/prompt-jobs';
import { openTempStorage, type TempStorage } from '@switchback/testing/temp-storage';
import { FakeRoads } from '@switchback/testing/fake-roads';
import { testHost } from '@switchback/testing/test-host';
import { waitUntil } from '@switchback/testing/wait';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SECRET = 'canary7secret';

const exporter = new InMemorySpanExporter();
let endRecording: () => void;
let database: TestDatabase;
let bus: PostgresBus;
let services: { drives: Rpc<DrivesContract>; search: Rpc<SearchService>; writes: DriveImports };
/**
 * Calls the services in this process; `gatewayApart` calls the same services through ports, as separate processes do.
 */
let gateway: Gateway;
let files: TempStorage;
let gatewayApart: Gateway;
const closers = new Closers();

const place = () => ({ databaseUrl: database.url });

function gatewayOver(clients: Clients): Promise<Gateway> {
  const limits = async () => new MemoryLimits(systemClock);
  return createGateway(testHost({ limits, storage: async () => files.storage }), clients);
}

/** Connects a client to the implementation through a port. */
async function clientThroughPort<Service>(definition: ServiceDefinition, implementation: Rpc<Service>) {
  const service = await listen(definition, implementation);
  closers.add(() => service.close());
  const options = { addresses: [service.address], keys: testKeys(), timeoutMs: 2_000 };
  const { client, close } = connectGrpc<Service>(definition, options);
  closers.add(() => Promise.resolve(close()));
  return client;
}

beforeAll(async () => {
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  endRecording = recordSpans(provider, new AsyncLocalStorageContextManager());
  database = await createTestDatabase();
  // On a busy machine a connection may take too long, and the bus tries again.
  const fail = (error: unknown) => {
    if (!isTransient(error)) throw error;
  };
  bus = await PostgresBus.connect({ url: database.url }, { clock: systemClock, onError: fail });
  files = await openTempStorage();
  const peers = new Map<string, object>([['roads', new FakeRoads()]]);
  const peer = <Contract>(name: string) => Promise.resolve(peers.get(name) as Rpc<Contract>);
  const host = {
    settings: loadSettings({ DEMO: 'off', SERVICE_KEY: TEST_KEY }),
    database: async () => ({ url: database.url }),
    bus: async () => bus,
    places: async () => fakePlaces(),
    jobs: async () => new PromptJobs() as unknown as Jobs,
    storage: async () => files.storage,
    peer,
    closers,
  };
  const started = await startService(testHost(host), drives);
  const written = started.implementation as unknown as Rpc<DrivesContract>;
  peers.set('drives', written);
  const found = await startService(testHost(host), search);
  services = {
    drives: written,
    search: found.implementation as unknown as Rpc<SearchService>,
    writes: started.context.get(DriveImports),
  };
  await bus.start();
  const options = { timeoutMs: 2_000, roundTrip: true };
  const fakes = fakeClients();
  gateway = await gatewayOver({
    ...fakes,
    drives: bindInProcess<DrivesContract>(DrivesServiceDefinition, services.drives, options),
    search: bindInProcess<SearchService>(SearchServiceDefinition, services.search, options),
  });
  gatewayApart = await gatewayOver({
    ...fakes,
    drives: await clientThroughPort<DrivesContract>(DrivesServiceDefinition, services.drives),
    search: await clientThroughPort<SearchService>(SearchServiceDefinition, services.search),
  });
}, 120_000);

afterAll(async () => {
  await gateway.close();
  await gatewayApart.close();
  await bus.stop();
  await closers.close();
  await database.drop();
  await files.close();
  endRecording();
});

beforeEach(() => exporter.reset());

const idOf = (span: ReadableSpan) => span.spanContext().spanId;
const traceOf = (span: ReadableSpan) => span.spanContext().traceId;
const finished = () => exporter.getFinishedSpans();

/** Returns the span names from this span up to the outermost recorded one. */
function lineage(span: ReadableSpan): string[] {
  const parent = finished().find((candidate) => idOf(candidate) === span.parentSpanContext?.spanId);
  return [span.name, ...(parent ? lineage(parent) : [])];
}

const searchFor = (headers: Record<string, string>, through = gateway) =>
  through.inject({ method: 'POST', url: `/api/drives/search?q=${SECRET}&includeCount=true`, payload: {}, headers });

describe('a search', () => {
  it("is one trace from the request to its statements, below the client's span", async () => {
    expect((await searchFor({ traceparent: `00-${TRACE}-b7ad6b7169203331-01` })).statusCode).toBe(200);
    await waitUntil('the span of the request', () => finished().some(({ name }) => name.startsWith('POST ')));
    expect(new Set(finished().map(traceOf))).toEqual(new Set([TRACE]));
    const request = finished().find(({ name }) => name === 'POST /api/drives/search');
    expect(request?.parentSpanContext?.spanId).toBe('b7ad6b7169203331');
    const statements = finished().filter(({ name }) => name.endsWith(' search'));
    expect(statements.length).toBeGreaterThan(0);
    for (const statement of statements)
      expect(lineage(statement)).toEqual([statement.name, 'search.v1.SearchService/Search', 'POST /api/drives/search']);
  });

  it('is one trace also across processes', async () => {
    const { statusCode } = await searchFor({ traceparent: `00-${TRACE}-b7ad6b7169203331-01` }, gatewayApart);
    expect(statusCode).toBe(200);
    await waitUntil('the span of the request', () => finished().some(({ name }) => name.startsWith('POST ')));
    expect(new Set(finished().map(traceOf))).toEqual(new Set([TRACE]));
    const call = 'search.v1.SearchService/Search';
    const statements = finished().filter(({ name }) => name.endsWith(' search'));
    expect(statements.length).toBeGreaterThan(0);
    for (const statement of statements)
      expect(lineage(statement)).toEqual([statement.name, call, call, 'POST /api/drives/search']);
  });

  it.each([
    '',
    'x',
    `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
    `01-${TRACE}-b7ad6b7169203331-01`,
    `00-${TRACE}-b7ad6b7169203331-01'; drop table drive`,
  ])('starts its own trace if the client sends %j', async (traceparent) => {
    await searchFor({ traceparent });
    await waitUntil('the span of the request', () => finished().some(({ name }) => name.startsWith('POST ')));
    expect(new Set(finished().map(traceOf)).size).toBe(1);
    expect(traceOf(finished()[0]!)).not.toBe(TRACE);
  });

  it('records nothing that the client sent', async () => {
    await searchFor({ 'user-agent': SECRET, 'x-request-id': SECRET });
    await gateway.inject({ url: `/api/drives/drive/${SECRET}/details` });
    await waitUntil('both requests', () => finished().filter(({ name }) => name.includes(' /api')).length === 2);
    const told = finished().map(({ name, attributes, events, status }) => ({ name, attributes, events, status }));
    expect(JSON.stringify(told)).not.toContain(SECRET);
  });
});

describe('writes', () => {
  it('are each one trace through outbox, bus and consumer, also in a shared batch', async () => {
    const traces = Array.from({ length: 40 }, (_, index) => (index + 1).toString(16).padStart(32, 'a'));
    await Promise.all(
      traces.map((trace, index) =>
        inSpan({ name: 'write', kind: 'server', parent: `00-${trace}-b7ad6b7169203331-01` }, () =>
          services.writes.importDrives([importedDrive({ id: `d${index}`, title: `Drive ${index}` })]),
        ),
      ),
    );
    const consumed = () => finished().filter(({ name }) => name === 'consume drives.drive.v1');
    await waitUntil('every event', () => new Set(consumed().map(traceOf)).size === traces.length);
    for (const trace of traces) {
      const names = finished().flatMap((span) => (traceOf(span) === trace ? [span.name] : []));
      expect(names).toEqual(
        expect.arrayContaining(['write', 'INSERT drives', 'publish drives.drive.v1', 'consume drives.drive.v1']),
      );
    }
    // The consumer of the cards may finish an event before that of the index: a span is exported only once it has
    // ended.
    const indexed = () => finished().filter(({ name }) => name === 'INSERT search');
    const isConsumed = (statement: ReadableSpan) => lineage(statement).includes('consume drives.drive.v1');
    await waitUntil(
      'the index to be written by its consumer',
      () => indexed().length > 0 && indexed().every(isConsumed),
    );
    const leads = new Set(consumed().map(idOf));
    for (const { links } of consumed()) for (const { context } of links) expect(leads).toContain(context.spanId);
  });
});

describe('jobs', () => {
  it('belong to the trace that enqueued them, whichever process runs them', async () => {
    const kind = countingJob('testing.traced');
    const [enqueuer, worker] = [await openTestJobs(place()), await openTestJobs(place())];
    closers.add(() => worker.stop());
    closers.add(() => enqueuer.stop());
    worker.work(kind, async () => {
      await services.writes.importDrives([importedDrive({ id: 'traced' })]);
    });
    await worker.start();
    await inSpan({ name: 'write', kind: 'server', parent: `00-${TRACE}-b7ad6b7169203331-01` }, () =>
      enqueuer.enqueue(kind, { n: 1 }),
    );
    await waitUntil('the job', () => finished().some(({ name }) => name === 'job testing.traced'));
    const job = finished().find(({ name }) => name === 'job testing.traced')!;
    expect(lineage(job)).toEqual(['job testing.traced', 'write']);
    const statements = finished().filter(({ name }) => name === 'INSERT drives');
    expect(statements.map((statement) => lineage(statement)[1])).toContain('job testing.traced');
  });
});
