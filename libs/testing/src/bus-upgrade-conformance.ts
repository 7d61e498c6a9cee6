import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Event } from '@switchback/platform/events/event';
import { redriveAfterUpgrade } from '@switchback/platform/events/redrive-after-upgrade';
import { randomIds } from '@switchback/platform/ids';
import type { BusUnderTest } from './bus-conformance.js';
import { backlogOf, consume, type Count, countEvents, countTopic, encoded, Recorder } from './bus-fixtures.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { waitUntil as waitAtMost } from './wait.js';

// Guards against hangs: an engine takes seconds to admit the first reader.
const WAIT_MS = 40_000;
const GROUP = 'readers';

const waitUntil = (what: string, condition: () => boolean | Promise<boolean>) => waitAtMost(what, condition, WAIT_MS);

/** Conformance suite for the dead letters of another release. */
export function busUpgradeConformance(name: string, makeBus: (databaseUrl: string) => Promise<BusUnderTest>): void {
  describe(`${name} after an upgrade`, () => {
    let [database, broker]: [TestDatabase?, BusUnderTest?] = [];
    let topic = countTopic('');

    beforeEach(async () => {
      database = await createTestDatabase();
      topic = countTopic(`upgraded.count.${randomIds.uuid()}`);
      broker = await makeBus(database.url);
    });
    afterEach(async () => {
      await broker?.close();
      await database?.drop();
    });

    it('redrives the dead letters of another release once after an upgrade', async () => {
      // Aim: a rollback leaves dead letters that the older release could not apply; after the upgrade they are applied
      // without a command, and those that this release cannot apply either stay, however often it starts.
      const { bus } = await broker!.join();
      const isPoison = ({ version }: Event<Count>) => version === 4;
      const before = new Recorder(() => {
        throw new Error('The column is missing.');
      });
      const retry = { attempts: 1 };
      await consume(bus, { topic, group: GROUP, handler: before.handler, retry, build: 'older' });
      const events = countEvents(1, 4);
      await bus.publish(topic, encoded(topic, events));
      await waitUntil(
        'the dead letters',
        async () => (await backlogOf(bus, topic.name, GROUP))?.deadLetters === events.length,
      );
      await bus.stop();

      const { bus: upgraded } = await broker!.join();
      let failures = 0;
      const after = new Recorder((batch) => {
        if (!batch.some(isPoison)) return;
        failures += 1;
        throw new Error('This event is poison.');
      });
      const subscription = { topic, group: GROUP, handler: after.handler, retry, build: 'newer' };
      await consume(upgraded, subscription);
      await redriveAfterUpgrade(upgraded, [subscription]);
      await waitUntil('the events to be applied', () => after.has(events.slice(0, 3)));
      await waitUntil('the poison', async () => (await backlogOf(upgraded, topic.name, GROUP))?.deadLetters === 1);
      const isAside = async () => {
        const [letter] = await upgraded.deadLetters({ topic: topic.name, group: GROUP, max: 10 });
        return letter?.cause.includes('poison') ?? false;
      };
      await waitUntil('the poison to be a dead letter again', isAside);
      const failed = failures;
      await redriveAfterUpgrade(upgraded, [subscription]);
      expect(await upgraded.redrive({ topic: topic.name, group: GROUP, max: 10, exceptBuild: 'newer' })).toBe(0);
      expect(failures).toBe(failed);
    });
  });
}
