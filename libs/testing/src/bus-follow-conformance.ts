import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { randomIds } from '@switchback/platform/ids';
import type { BusMember, BusUnderTest } from './bus-conformance.js';
import { type Count, countEvent, countTopic, encoded } from './bus-fixtures.js';
import { createTestDatabase, type TestDatabase } from './database.js';
import { waitUntil as waitAtMost } from './wait.js';

// Guards against hangs: an engine takes seconds to admit the first reader.
const WAIT_MS = 40_000;

const waitUntil = (what: string, condition: () => boolean | Promise<boolean>) => waitAtMost(what, condition, WAIT_MS);

/** A process that follows a topic, and the events it received. */
interface Following {
  member: BusMember;
  given: number[];
}

/** Conformance suite for processes that follow a topic without a group. */
export function busFollowConformance(name: string, makeBus: (databaseUrl: string) => Promise<BusUnderTest>): void {
  describe(`${name} lets processes follow a topic`, () => {
    let [database, broker]: [TestDatabase?, BusUnderTest?] = [];
    let topic = countTopic('');

    beforeEach(async () => {
      database = await createTestDatabase();
      topic = countTopic(`following.count.${randomIds.uuid()}`);
      broker = await makeBus(database.url);
    });
    afterEach(async () => {
      await broker?.close();
      await database?.drop();
    });

    const publish = (member: BusMember, ...numbers: number[]) =>
      member.bus.publish(
        topic,
        encoded(
          topic,
          numbers.map((n) => countEvent('key', n)),
        ),
      );
    const follow = async (onEvent: (count: Count) => void = () => undefined): Promise<Following> => {
      const [member, given] = [await broker!.join(), [] as number[]];
      await member.bus.start();
      await member.bus.follow(topic, ({ payload }) => {
        onEvent(payload);
        given.push(payload.n);
      });
      return { member, given };
    };
    /** Waits until each reader receives published events: an engine may admit a reader some time after its request. */
    const settle = async (publisher: BusMember, followings: Following[]) => {
      await waitUntil('the readers to be let in', async () => {
        await publish(publisher, 0);
        return followings.every(({ given }) => given.includes(0));
      });
    };

    it('so that each gets all later events, in order, and no earlier ones', async () => {
      const publisher = await broker!.join();
      await publish(publisher, 1, 2, 3);
      const followings = [await follow(), await follow()];
      await settle(publisher, followings);
      const numbers = Array.from({ length: 1_200 }, (_, index) => 10 + index);
      await publish(publisher, ...numbers);
      for (const { given } of followings) {
        await waitUntil('the last one', () => given.includes(1_209));
        expect(given.filter((n) => n !== 0)).toEqual(numbers);
      }
    });

    it('and continues after an event that one of them cannot read or handle', async () => {
      const publisher = await broker!.join();
      const picky = await follow(({ n }) => {
        if (n === 13) throw new Error('Not this one.');
      });
      await settle(publisher, [picky]);
      await publisher.bus.publish(topic, [{ ...countEvent('key', 12), payload: Buffer.from('garbled') }]);
      await publish(publisher, 13, 14);
      await waitUntil('the last one', () => picky.given.includes(14));
      expect(picky.given).not.toContain(13);
    });

    it('without leaving a group behind', async () => {
      const publisher = await broker!.join();
      const { member, given } = await follow();
      await settle(publisher, [{ member, given }]);
      expect(await publisher.bus.stats()).toEqual([]);
      await member.bus.stop();
      const before = given.length;
      await publish(publisher, 15);
      const after = await follow();
      await settle(publisher, [after]);
      expect([given.length, after.given.includes(15)]).toEqual([before, false]);
      expect(await publisher.bus.stats()).toEqual([]);
    });
  });
}
