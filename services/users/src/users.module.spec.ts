import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Clock, systemClock } from '@switchback/platform/clock';
import { loadSettings } from '@switchback/platform/config/settings';
import type { Jobs } from '@switchback/platform/jobs/jobs';
import { startService } from '@switchback/platform/start/start-services';
import type { Rpc } from '@switchback/platform/rpc/call';
import type { EventBus, Subscription } from '@switchback/platform/events/bus';
import { type EncodedEvent, EventFactory, type Topic } from '@switchback/platform/events/event';
import { accountsTopic, contactTopic, drivesTopic } from '@switchback/platform/events/topics';
import { randomIds } from '@switchback/platform/ids';
import { bindInProcess } from '@switchback/platform/rpc/in-process';
import { AccountType } from '@switchback/proto/auth/v1/account';
import { DriveList, type UsersService, UsersServiceDefinition } from '@switchback/proto/users/v1/service';
import { TestClock } from '@switchback/testing/test-clock';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { FakeAuth } from '@switchback/testing/fake-auth';
import { FakeDrives } from '@switchback/testing/fake-drives';
import { fakePlaces } from '@switchback/testing/fake-places';
import { PromptJobs } from '@switchback/testing/prompt-jobs';
import { openTempStorage, type TempStorage } from '@switchback/testing/temp-storage';
import { testHost } from '@switchback/testing/test-host';
import { waitUntil } from '@switchback/testing/wait';
import { DataSource } from 'typeorm';
import { isReadingDone } from './facts/fact-reader.sql.js';
import { UPKEEP_JOB } from './upkeep.js';
import { as, driveEvent, join as joinUsers, peersOf, VISITOR } from './users.fixture.js';
import { users } from './service.js';
import { connectUsers } from './schema.js';
import { UsersRpc } from './users.rpc.js';

let database: TestDatabase;
let files: TempStorage;
let folder: string;

beforeAll(async () => {
  database = await createTestDatabase();
  files = await openTempStorage();
  folder = await mkdtemp(join(tmpdir(), 'users-'));
});
afterAll(async () => {
  await database.drop();
  await files.close();
  await rm(folder, { recursive: true });
});

/** Bus that records published events, and delivers events to its subscribers on demand. */
class LoopBus {
  readonly published: (EncodedEvent & { topic: string })[] = [];
  private readonly subscriptions: Subscription<unknown>[] = [];

  subscribe: EventBus['subscribe'] = async (subscription) =>
    void this.subscriptions.push(subscription as Subscription<unknown>);

  publish: EventBus['publish'] = async ({ name }, events) => {
    this.published.push(...events.map((event) => ({ ...event, topic: name })));
  };

  async deliver<T>(topic: Topic<T>, subject: string, version: number, payload: T): Promise<void> {
    const event = new EventFactory({ source: 'spec', clock: systemClock, ids: randomIds }).create({
      type: 'spec',
      subject,
      version,
      payload: topic.codec.decode(topic.codec.encode(payload)),
    });
    for (const { handler } of this.subscriptions.filter((subscription) => subscription.topic.name === topic.name))
      await handler([event], { signal: new AbortController().signal });
  }
}

interface Given {
  jobs?: PromptJobs;
  clock?: Clock;
  drives?: FakeDrives;
}

async function start(
  bus: LoopBus,
  { jobs = new PromptJobs(), clock = systemClock, drives = new FakeDrives() }: Given = {},
) {
  const host = testHost({
    clock,
    settings: loadSettings({ DATA_DIR: folder }),
    database: async () => ({ url: database.url }),
    bus: async () => bus as unknown as EventBus,
    jobs: async () => jobs as unknown as Jobs,
    places: async () => fakePlaces(),
    storage: async () => files.storage,
    peer: peersOf({ auth: new FakeAuth(), drives }),
  });
  const { context, implementation } = await startService(host, users);
  const rpc = implementation as unknown as Rpc<UsersService>;
  const client = bindInProcess<UsersService>(UsersServiceDefinition, rpc, { timeoutMs: 5_000, roundTrip: true });
  return { source: context.get(DataSource), client, rpc: context.get(UsersRpc), close: () => host.closers.close() };
}

/** Reads the mails to the staff from their files. */
async function mailed(): Promise<string> {
  const names = await readdir(join(folder, 'mail'));
  return (await Promise.all(names.map((name) => readFile(join(folder, 'mail', name), 'utf8')))).join('\n');
}

describe('the users module', () => {
  it('sweeps its leftovers every hour, also those of another process', async () => {
    const times: string[] = [];
    const jobs = Object.assign(new PromptJobs(), {
      schedule: ({ name }: { name: string }, cron: string) => void times.push(`${name} ${cron}`),
    });
    const clock = new TestClock();
    const app = await start(new LoopBus(), { jobs, clock });
    await files.storage.put('uploads/old.bin', [Buffer.from('old')], { contentType: 'image/png', maxBytes: 9 });
    clock.advance(61 * 60_000);
    await jobs.enqueue(UPKEEP_JOB, null);
    expect(await files.storage.list({ prefix: 'uploads/', max: 10 })).toEqual([]);
    expect(times).toEqual(['users.upkeep 17 * * * *']);
    await app.close();
  });

  it('serves calls over the wire form, consumes events and publishes its own', async () => {
    // Aim: wired up as in the product, a person can list a drive known from an event, and all three events are
    // published.
    const bus = new LoopBus();
    const app = await start(bus);
    const { rpc, client } = app;
    await bus.deliver(drivesTopic, 'd1', 1, driveEvent({ id: 'd1', distance: 2_000 }));
    await joinUsers({ rpc }, 'ann', 'free');
    await bus.deliver(accountsTopic, 'ann', 2, {
      userId: 'ann',
      rev: 2,
      deleted: undefined,
      saved: { accountType: AccountType.ACCOUNT_TYPE_HERO, enabled: true },
    });
    const list = DriveList.DRIVE_LIST_COMPLETED;
    const { user } = await client.listDrive({ driveId: 'd1', list, listed: true }, as('ann'));
    expect(user).toMatchObject({ username: 'ann', lists: { completed: ['d1'] }, drivenStats: { distance: 2_000 } });
    const { summary } = await client.getSummary({ userId: 'ann' }, VISITOR);
    expect(summary!.accountType).toBe(AccountType.ACCOUNT_TYPE_HERO);
    const typed = { name: 'Ann', email: 'ann@example.com', reason: 'other', message: 'Hello' };
    const contact = { ...typed, idempotency: undefined };
    await client.receiveContact(contact, VISITOR);
    await waitUntil('the events on the bus', () => bus.published.length === 3);
    expect(bus.published.map(({ topic }) => topic).sort()).toEqual([
      'users.contact.v1',
      'users.popularity.v1',
      'users.user.v1',
    ]);
    const { subject: id, payload } = bus.published.find(({ topic }) => topic === contactTopic.name)!;
    await bus.deliver(contactTopic, id, 1, contactTopic.codec.decode(payload));
    expect(await mailed()).toContain('Hello');
    await bus.deliver(accountsTopic, 'ann', 3, { userId: 'ann', rev: 3, saved: undefined, deleted: {} });
    await expect(client.getUser({}, as('ann'))).rejects.toMatchObject({ error: 'invalidSession' });
    await app.close();
    expect(app.source.isInitialized).toBe(false);
  });

  it('reads the existing drives once', async () => {
    // Aim: in a product that ran for a long time before there were accounts, every drive can be listed, and the next
    // start reads none.
    await withoutFacts();
    const requests: string[] = [];
    const states = [driveEvent({ id: 'old1' }), driveEvent({ id: 'old2' })];
    const drives = new FakeDrives();
    drives.listStates = async ({ pageToken }) => {
      requests.push(pageToken);
      return pageToken === ''
        ? { states: [states[0]!], nextPageToken: 'next' }
        : { states: [states[1]!], nextPageToken: '' };
    };
    const app = await start(new LoopBus(), { drives });
    const { rpc, client, source } = app;
    await waitUntil('the drives to be read', () => requests.length === 2);
    await joinUsers({ rpc }, 'bob');
    for (const driveId of ['old1', 'old2'])
      await client.listDrive({ driveId, list: DriveList.DRIVE_LIST_SAVED, listed: true }, as('bob'));
    await waitUntil('the reading to be noted', () => isReadingDone(source));
    await app.close();
    const again = await start(new LoopBus(), { drives });
    await again.close();
    expect(requests).toEqual(['', 'next']);
  });
});

async function withoutFacts(): Promise<void> {
  const source = await connectUsers({ url: database.url });
  await source.query('truncate facts_read');
  await source.destroy();
}
