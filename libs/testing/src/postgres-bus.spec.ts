// Aim: the PostgreSQL bus honors the contract of the port, on the real engine.
import { PostgresBus } from '@switchback/platform/events/postgres-bus';
import { busConformance, type BusMember, type BusUnderTest } from './bus-conformance.js';
import { busFollowConformance } from './bus-follow-conformance.js';
import { busUpgradeConformance } from './bus-upgrade-conformance.js';
import { TcpProxy } from './tcp-proxy.js';

const makeBus = async (databaseUrl: string): Promise<BusUnderTest> => {
  const members: { bus: PostgresBus; proxy: TcpProxy }[] = [];
  return {
    join: async (crashHook): Promise<BusMember> => {
      const { proxy, url } = await TcpProxy.forUrl(databaseUrl);
      const bus = await PostgresBus.connect(
        { url, connectTimeoutMs: 2_000 },
        { stopTimeoutMs: 100, ...(crashHook && { crashHook }) },
      );
      members.push({ bus, proxy });
      // To the database, a killed process is a set of closed connections.
      return { bus, kill: () => proxy.cut() };
    },
    close: async () => {
      await Promise.all(
        members.map(async ({ bus, proxy }) => {
          await bus.stop();
          await proxy.close();
        }),
      );
    },
  };
};

busConformance('The PostgreSQL bus', makeBus);
busFollowConformance('The PostgreSQL bus', makeBus);
busUpgradeConformance('The PostgreSQL bus', makeBus);
