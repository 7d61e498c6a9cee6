// Aim: the Kafka bus honors the contract of the port, on the real engine.
import { describe, expect } from '@jest/globals';
import type { KafkaBus } from '@switchback/platform/events/kafka/kafka-bus';
import { busConformance, type BusMember, type BusUnderTest } from './bus-conformance.js';
import { busFollowConformance } from './bus-follow-conformance.js';
import { busUpgradeConformance } from './bus-upgrade-conformance.js';
import { freshPrefix, KAFKA_BROKERS, listKafka, openTestKafkaBus, WITHOUT_KAFKA } from './kafka.js';
import type { TcpProxy } from './tcp-proxy.js';

const haveKafka = KAFKA_BROKERS.length > 0;

const makeBus = async (): Promise<BusUnderTest> => {
  const prefix = freshPrefix();
  const members: { bus: KafkaBus; proxy: TcpProxy }[] = [];
  return {
    join: async (crashHook): Promise<BusMember> => {
      const { bus, proxy } = await openTestKafkaBus({ prefix, ...(crashHook && { crashHook }) });
      members.push({ bus, proxy });
      // To the broker, a killed process is a set of closed connections.
      return { bus, kill: () => proxy.cut() };
    },
    close: async () => {
      await Promise.all(
        members.map(async ({ bus, proxy }) => {
          await bus.stop();
          await proxy.close();
        }),
      );
      expect((await listKafka(prefix)).groups.filter((group) => group.includes('follower'))).toEqual([]);
    },
  };
};

(haveKafka ? describe : describe.skip)(haveKafka ? 'On Kafka' : WITHOUT_KAFKA, () => {
  busConformance('The Kafka bus', makeBus);
  busFollowConformance('The Kafka bus', makeBus);
  busUpgradeConformance('The Kafka bus', makeBus);
});
