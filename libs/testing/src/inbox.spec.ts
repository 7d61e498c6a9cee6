// Aim: the inbox gives each event one effect, and rolls back with a failed effect.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { connectService } from '@switchback/platform/db/database';
import type { DataSource } from 'typeorm';
import { countEvents, CountingTables1764000000000 } from './bus-fixtures.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { applyOnce } from './inbox.js';

describe('The inbox', () => {
  let [database, dataSource]: [TestDatabase?, DataSource?] = [];
  const source = () => dataSource!;
  beforeAll(async () => {
    database = await createTestDatabase();
    const model = { entities: [], migrations: [CountingTables1764000000000] };
    dataSource = await connectService({ url: database.url }, 'counting', model);
  });
  beforeEach(() => source().query('truncate inbox'));
  afterAll(async () => {
    await dataSource?.destroy();
    await database?.drop();
  });

  const nothing = () => Promise.resolve();

  it('accepts each event once per consumer, also within a batch and concurrently', async () => {
    const events = countEvents(2, 5);
    const counts = await Promise.all([
      applyOnce(source(), 'mails', [...events, ...events], nothing),
      applyOnce(source(), 'mails', events.toReversed(), nothing),
    ]);
    expect(counts.toSorted()).toEqual([0, events.length]);
    expect(await applyOnce(source(), 'sums', events, nothing)).toBe(events.length);
  });

  it('forgets events whose effect failed', async () => {
    const events = countEvents(1, 3);
    const failing = applyOnce(source(), 'mails', events, () => Promise.reject(new Error('no mail today')));
    await expect(failing).rejects.toThrow('no mail today');
    expect(await applyOnce(source(), 'mails', events, nothing)).toBe(events.length);
  });
});
