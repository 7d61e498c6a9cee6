import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadSettings } from '@switchback/platform/config/settings';
import type { EventBus, Subscription } from '@switchback/platform/events/bus';
import type { EncodedEvent } from '@switchback/platform/events/event';
import { drivesTopic } from '@switchback/platform/events/topics';
import type { Jobs } from '@switchback/platform/jobs/jobs';
import type { RpcOf } from '@switchback/platform/nest/rpc-controller';
import { startService } from '@switchback/platform/start/start-services';
import type { Call, Rpc } from '@switchback/platform/rpc/call';
import { bindInProcess } from '@switchback/platform/rpc/in-process';
import { cardHash, driveCardOf } from '@switchback/platform/wire/drive-card';
import { type DrivesService as DrivesContract, DrivesServiceDefinition } from '@switchback/proto/drives/v1/service';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { FakeRoads } from '@switchback/testing/fake-roads';
import { fakePlaces } from '@switchback/testing/fake-places';
import { PromptJobs } from '@switchback/testing/prompt-jobs';
import { openTempStorage, type TempStorage } from '@switchback/testing/temp-storage';
import { testHost } from '@switchback/testing/test-host';
import { waitUntil } from '@switchback/testing/wait';
import { DataSource } from 'typeorm';
import { importedDrive, openDrives } from './drives.fixture.js';
import { DriveImports } from './import/drive-imports.js';
import { drives } from './service.js';

const call: Call = { requestId: 'r-1', caller: null };

let database: TestDatabase;
let files: TempStorage;

beforeAll(async () => {
  database = await createTestDatabase();
  files = await openTempStorage();
});
afterAll(async () => {
  await database.drop();
  await files.close();
});

async function start(published: EncodedEvent[], jobs = new PromptJobs()) {
  const subscriptions: Subscription<unknown>[] = [];
  const subscribe = async (subscription: Subscription<unknown>) => void subscriptions.push(subscription);
  const publish: EventBus['publish'] = async ({ name }, events) => {
    published.push(...events);
    for (const { handler, topic } of subscriptions.filter((subscription) => subscription.topic.name === name)) {
      const decoded = events.map((event) => ({ ...event, payload: topic.codec.decode(event.payload) }));
      await handler(decoded, { signal: new AbortController().signal });
    }
  };
  const host = testHost({
    settings: loadSettings({ DEMO: 'off' }),
    database: () => Promise.resolve({ url: database.url }),
    // The service needs only publish and subscribe.
    bus: () => Promise.resolve({ publish, subscribe } as unknown as EventBus),
    jobs: () => Promise.resolve(jobs as unknown as Jobs),
    places: () => Promise.resolve(fakePlaces()),
    storage: () => Promise.resolve(files.storage),
    peer: <Contract>() => Promise.resolve(new FakeRoads() as unknown as Rpc<Contract>),
  });
  const { context, implementation } = await startService(host, drives);
  const rpc = implementation as unknown as RpcOf<typeof DrivesServiceDefinition>;
  return {
    service: context.get(DriveImports),
    source: context.get(DataSource),
    rpc,
    close: () => host.closers.close(),
  };
}

describe('the drives module', () => {
  it('serves calls over the wire form and publishes imports', async () => {
    // Aim: with the product's composition, an import reaches callers and the bus, and both get the same drive.
    const published: EncodedEvent[] = [];
    const app = await start(published);
    await app.service.importDrives([importedDrive()]);
    const client = bindInProcess<DrivesContract>(DrivesServiceDefinition, app.rpc, {
      timeoutMs: 2_000,
      roundTrip: true,
    });
    const { drives } = await client.getPopular({ limit: 5 }, call);
    const { drive } = await client.getDetails({ id: drives[0]!.id }, call);
    expect(await client.getSummaries({ ids: [drives[0]!.id] }, call)).toEqual({ drives });
    expect((await client.getNearby({ location: { lat: 35, lng: -82 }, limit: 5 }, call)).drives).toEqual(drives);
    expect((await client.getWorldRanking({ limit: 5 }, call)).drives).toEqual([]);
    expect((await client.getStats({}, call)).count).toBe(1);
    expect((await client.getDirections({ id: drives[0]!.id }, call)).directions).toEqual(drive!.directions);
    await waitUntil('the event on the bus', () => published.length === 1);
    expect(published[0]).toMatchObject({ type: 'drive.saved', source: 'drives', subject: drives[0]!.id, version: 1 });
    const states = (await client.listStates({ pageToken: '', limit: 10, ids: [] }, call)).states;
    expect(states).toEqual([drivesTopic.codec.decode(published[0]!.payload)]);
    await app.close();
  });

  it('returns the card of a drive, and stores it', async () => {
    // Aim: with its own drawing and storage, the card named by its content reaches callers over the wire.
    const app = await start([]);
    await app.service.importDrives([importedDrive({ id: 'drawn' })]);
    const client = bindInProcess<DrivesContract>(DrivesServiceDefinition, app.rpc, {
      timeoutMs: 20_000,
      roundTrip: true,
    });
    const { drives } = await client.getPopular({ limit: 5 }, call);
    const summary = drives.find(({ title }) => title === 'Drive drawn');
    const hash = cardHash(driveCardOf(summary!, 'Switchback'));
    expect(await client.getCard({ id: summary!.id, hash: 'other' }, call)).toEqual({ hash, png: Buffer.alloc(0) });
    const { png } = await client.getCard({ id: summary!.id, hash }, call);
    expect(png.toString('latin1', 1, 4)).toBe('PNG');
    await app.close();
    const stored = await files.storage.list({ prefix: `og/drives/${summary!.id}/`, max: 10 });
    expect(stored.map(({ size }) => size)).toEqual([png.length]);
  });

  it('has the card drawn before the first request', async () => {
    // Aim: a change comes back as an event, which becomes a job, which leaves only the current card.
    const jobs = new PromptJobs();
    const app = await start([], jobs);
    // Jobs that derive tags and heights run at each start.
    const done = () => jobs.done.filter((key) => /^(?!v).*\.\d+$/.test(key));
    const keys = async () => (await files.storage.list({ prefix: 'og/', max: 10 })).map(({ key }) => key);
    const before = await keys();
    await app.service.importDrives([importedDrive({ id: 'job' })]);
    await waitUntil('the card', () => done().length === 1, 30_000);
    const [first, ...others] = (await keys()).filter((key) => !before.includes(key));
    expect(others).toEqual([]);
    expect(done()[0]).toBe(`${first?.split('/')[2]}.1`);
    await app.service.importDrives([importedDrive({ id: 'job', title: 'Another' })]);
    await waitUntil('the next card', () => done().length === 2);
    const now = (await keys()).filter((key) => !before.includes(key));
    expect(now).toHaveLength(1);
    expect(now[0]).not.toBe(first);
    await app.close();
  });

  it('publishes at its next start the remaining events of a stopped one', async () => {
    // Aim: events of an import that ran while the product was stopped are published at its start.
    const beside = await openDrives(database.url, fakePlaces());
    await beside.service.importDrives([importedDrive({ id: 'late', title: 'Late' })]);
    await beside.close();
    const published: EncodedEvent[] = [];
    const app = await start(published);
    await waitUntil('the event on the bus', () => published.length === 1);
    await app.close();
    expect(drivesTopic.codec.decode(published[0]!.payload).saved!.summary!.title).toBe('Late');
  });

  it('closes the database when it stops', async () => {
    // Aim: after a stop no connection remains that would keep the process or the database from ending.
    const app = await start([]);
    const { source } = app;
    await app.close();
    expect(source.isInitialized).toBe(false);
  });

  it('serves collections over the wire form', async () => {
    // Aim: with the product's composition, a trip comes back as it was sent, also by its link, with its ways.
    const app = await start([]);
    const line: [number, number][] = [
      [-82.5, 36.5],
      [-82.4, 36.6],
    ];
    const far = line.map(([lng, lat]): [number, number] => [lng, lat + 1]);
    await app.service.importDrives([importedDrive({ id: 'near', line }), importedDrive({ id: 'far', line: far })]);
    const client = bindInProcess<DrivesContract>(DrivesServiceDefinition, app.rpc, {
      timeoutMs: 10_000,
      roundTrip: true,
    });
    const { drives } = await client.getNearby({ location: { lat: 36.5, lng: -82.5 }, limit: 2 }, call);
    const items = { items: drives.map(({ id }, index) => ({ driveId: id, note: 'Fuel.', day: index })) };
    const form = { name: 'Weekend', description: '', privacy: 'private', items, start: '2027-06-05', days: 2 };
    const own: Call = { ...call, caller: { userId: 'ann', accountType: 'hero' } };
    const { collection } = await client.createCollection({ form, idempotency: undefined }, own);
    const { link } = await client.createCollectionLink({ id: collection!.id, days: 7 }, own);
    const { secret } = link!;
    expect(collection!.items).toEqual(items.items.toReversed());
    expect(await client.getSecretCollection({ secret }, call)).toEqual({ collection });
    const { ways } = await client.getWays({ id: '', secret }, call);
    expect(ways).toMatchObject([{ from: 0, approximate: false }]);
    expect(await client.getWays({ id: collection!.id, secret: '' }, own)).toEqual({ ways });
    const listed = { ...collection, items: collection!.items.map(({ driveId, day }) => ({ driveId, day })) };
    expect(await client.listCollections({ userId: 'ann', bookmark: '' }, own)).toEqual({
      collections: [listed],
      bookmark: '',
    });
    await app.close();
  });
});
