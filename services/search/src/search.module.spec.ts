// Aim: on Elasticsearch the service starts, waits and recovers by itself: no drive is lost, and calls that need no
// index still work.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { systemClock } from '@switchback/platform/clock';
import { loadSettings } from '@switchback/platform/config/settings';
import { EventFactory } from '@switchback/platform/events/event';
import { PostgresBus } from '@switchback/platform/events/postgres-bus';
import { drivesTopic } from '@switchback/platform/events/topics';
import { randomIds } from '@switchback/platform/ids';
import type { RpcOf } from '@switchback/platform/nest/rpc-controller';
import type { Closers } from '@switchback/platform/process/closers';
import { startService } from '@switchback/platform/start/start-services';
import type { Rpc } from '@switchback/platform/rpc/call';
import type { SearchServiceDefinition } from '@switchback/proto/search/v1/service';
import type { DriveEvent } from '@switchback/proto/drives/v1/events';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import {
  dropIndexes,
  ELASTICSEARCH_URL,
  freshIndexPrefix,
  WITHOUT_ELASTICSEARCH,
} from '@switchback/testing/elasticsearch';
import { fakePlaces } from '@switchback/testing/fake-places';
import { runSeed, seededRandom } from '@switchback/testing/random';
import { TEST_KEY } from '@switchback/testing/grpc';
import { testHost } from '@switchback/testing/test-host';
import { TcpProxy } from '@switchback/testing/tcp-proxy';
import { waitUntil } from '@switchback/testing/wait';
import { catalogue, listingOf, noFilters } from './index/catalogue.fixture.js';
import { INDEX_GROUP } from './consumers/index.consumer.js';
import { search } from './service.js';

const seed = runSeed();
const TIMEOUT_MS = 120_000;
const CALL = { requestId: 'spec', caller: null };
const isThere = ELASTICSEARCH_URL !== '';
const factory = new EventFactory({ source: 'drives', clock: systemClock, ids: randomIds });

interface Started {
  rpc: RpcOf<typeof SearchServiceDefinition>;
  closers: Closers;
}

/** Returns public drives, as published by the drives service. */
function publicDrives(count: number, of: number): DriveEvent[] {
  return catalogue(count, of, seededRandom(of)).map((event) => ({
    ...event,
    saved: {
      ...event.saved!,
      sharedWith: [],
      summary: { ...event.saved!.summary!, privacy: 'public', status: 'approved' },
    },
  }));
}

(isThere ? describe : describe.skip)(isThere ? `SearchModule (SEED=${seed})` : WITHOUT_ELASTICSEARCH, () => {
  const prefix = freshIndexPrefix();
  const drives = publicDrives(30, seed);
  let [database, proxy, bus, service]: [TestDatabase?, TcpProxy?, PostgresBus?, Started?] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    const through = await TcpProxy.forUrl(ELASTICSEARCH_URL);
    proxy = through.proxy;
    bus = await PostgresBus.connect({ url: database.url });
    const engine = { ELASTICSEARCH_URL: through.url, ELASTICSEARCH_PREFIX: prefix, ELASTICSEARCH_REPLICAS: '0' };
    const host = testHost({
      settings: loadSettings({ ...engine, SERVICE_KEY: TEST_KEY }),
      // An index in Elasticsearch needs no database.
      bus: () => Promise.resolve(bus!),
      places: () => Promise.resolve(fakePlaces()),
      peer: <Contract>() => Promise.resolve(listingOf(drives) as unknown as Rpc<Contract>),
    });
    const { implementation } = await startService(host, search);
    service = { rpc: implementation as unknown as RpcOf<typeof SearchServiceDefinition>, closers: host.closers };
    await bus.start();
  }, TIMEOUT_MS);
  afterAll(async () => {
    await bus?.stop();
    await service?.closers.close();
    await proxy?.close();
    await dropIndexes(prefix);
    await database?.drop();
  }, TIMEOUT_MS);

  const rpc = () => service!.rpc;
  const searchAll = () =>
    rpc().search(
      {
        filters: noFilters(),
        fields: ['title'],
        sort: 'stars',
        bookmark: undefined,
        includeCount: true,
        have: [],
        facets: undefined,
      },
      CALL,
    );
  /** Returns the number of drives found; null while the search is unavailable. */
  const count = () =>
    searchAll().then(
      ({ resultsCount }) => resultsCount,
      () => null,
    );
  const found = (expected: number) =>
    waitUntil(`${expected} drives to be found`, async () => (await count()) === expected, TIMEOUT_MS / 2);
  const publish = (events: readonly DriveEvent[]) =>
    bus!.publish(
      drivesTopic,
      events.map((payload) => {
        const event = factory.create({ type: 'drive.saved', subject: payload.id, version: payload.rev, payload });
        return { ...event, payload: drivesTopic.codec.encode(event.payload) };
      }),
    );
  const figures = async () => (await bus!.stats()).find(({ group }) => group === INDEX_GROUP)!;
  /**
   * Waits until no event is pending: a drive may be found a moment before its event is acknowledged, and an outage at
   * that moment would delay the event too.
   */
  const noneWait = () => waitUntil('no event to wait', async () => (await figures()).lag === 0);

  // A new installation, or one that switches from another index, gets every existing drive automatically.
  it(
    'creates a missing index',
    async () => {
      await found(30);
      await publish(publicDrives(5, seed + 1));
      await found(35);
      await noneWait();
    },
    TIMEOUT_MS,
  );

  // Events wait in the bus, none becomes a dead letter, and places are found meanwhile.
  it(
    'waits for an unavailable engine',
    async () => {
      proxy!.cut();
      await publish(publicDrives(5, seed + 2));
      await expect(searchAll()).rejects.toMatchObject({ error: 'unavailable' });
      await expect(rpc().getCountries({}, CALL)).resolves.toBeDefined();
      await waitUntil('the events to wait', async () => (await figures()).lag === 5);
      await expect(searchAll()).rejects.toMatchObject({ error: 'unavailable' });
      proxy!.restore();
      await found(40);
      await noneWait();
      expect(await figures()).toMatchObject({ deadLetters: 0 });
    },
    TIMEOUT_MS,
  );

  // An operator's mistake costs the time of a rebuild; changes made during it are included.
  it(
    'recreates a deleted index',
    async () => {
      await dropIndexes(prefix);
      await expect(searchAll()).rejects.toMatchObject({ error: 'unavailable' });
      const late = publicDrives(3, seed + 3);
      await publish(late);
      await found(33);
      await noneWait();
      expect(await figures()).toMatchObject({ deadLetters: 0 });
    },
    TIMEOUT_MS,
  );
});
