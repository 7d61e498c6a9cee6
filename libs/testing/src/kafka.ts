import type { Admin } from 'kafkajs';
import { randomIds } from '@switchback/platform/ids';
import { KafkaBus, type KafkaBusOptions } from '@switchback/platform/events/kafka/kafka-bus';
import { KafkaClients } from '@switchback/platform/events/kafka/kafka-client';
import { TcpProxy } from './tcp-proxy.js';
import { waitUntil } from './wait.js';

/** A killed member stays in its group until its session times out. */
const SESSIONS_OVER_MS = 30_000;

/** Brokers for tests, from the environment; empty if there are none. */
export const KAFKA_BROKERS = (process.env['KAFKA_BROKERS'] ?? '').split(',').filter((broker) => broker !== '');

/** Title of a skipped suite that needs Kafka. */
export const WITHOUT_KAFKA = 'skipped: KAFKA_BROKERS names no broker';

/** Shortest timings that a broker allows by default. */
export const QUICK_GROUPS = { sessionTimeoutMs: 6_000, heartbeatMs: 300, rebalanceTimeoutMs: 6_000 };

/** Returns a unique prefix, so that a cluster can be shared. */
export function freshPrefix(): string {
  return `test-${randomIds.uuid()}.`;
}

/** Opens a bus on the brokers of the environment, with all connections through a proxy that a test can cut. */
export async function openTestKafkaBus(options: Partial<KafkaBusOptions>): Promise<{ bus: KafkaBus; proxy: TcpProxy }> {
  const [host = '', port = ''] = (KAFKA_BROKERS[0] ?? '').split(':');
  const proxy = await TcpProxy.start({ host, port: Number(port) });
  const route = () => ({ host: '127.0.0.1', port: proxy.port });
  const bus = await KafkaBus.open({
    brokers: KAFKA_BROKERS,
    route,
    timing: QUICK_GROUPS,
    stopTimeoutMs: 1_000,
    ...options,
  });
  return { bus, proxy };
}

/** Returns the topics and groups with this prefix. */
export function listKafka(prefix: string): Promise<{ topics: string[]; groups: string[] }> {
  return withAdmin((admin) => namesIn(admin, prefix));
}

/** Deletes topics and groups with this prefix, as an operator would after removing a product. */
export function dropKafkaPrefix(prefix: string): Promise<void> {
  return withAdmin(async (admin) => {
    const { topics } = await namesIn(admin, prefix);
    if (topics.length > 0) await admin.deleteTopics({ topics });
    const areGone = async () => {
      const { groups } = await namesIn(admin, prefix);
      if (groups.length === 0) return true;
      await admin.deleteGroups(groups).catch(allowMembers);
      return false;
    };
    await waitUntil(`the groups of ${prefix} to be without members`, areGone, SESSIONS_OVER_MS);
  });
}

async function withAdmin<T>(work: (admin: Admin) => Promise<T>): Promise<T> {
  const client = (await KafkaClients.load({ brokers: KAFKA_BROKERS })).open();
  const admin = client.kafka.admin();
  try {
    await admin.connect();
    return await work(admin);
  } finally {
    await admin.disconnect();
    client.destroy();
  }
}

async function namesIn(admin: Admin, prefix: string): Promise<{ topics: string[]; groups: string[] }> {
  const [topics, { groups }] = [await admin.listTopics(), await admin.listGroups()];
  const isOwn = (name: string) => name.startsWith(prefix);
  return {
    topics: topics.filter(isOwn).sort(),
    groups: groups
      .map(({ groupId }) => groupId)
      .filter(isOwn)
      .sort(),
  };
}

function allowMembers(error: unknown): void {
  if (!(error instanceof Error) || error.name !== 'KafkaJSDeleteGroupsError') throw error;
}
