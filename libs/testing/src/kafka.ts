import { randomIds } from '@switchback/platform/ids';
import { KafkaBus, type KafkaBusOptions } from '@switchback/platform/events/kafka/kafka-bus';
import { TcpProxy } from './tcp-proxy.js';

/** The brokers tests may use, from the environment; none where it names none. */
export const KAFKA_BROKERS = (process.env['KAFKA_BROKERS'] ?? '').split(',').filter((broker) => broker !== '');

/** For the title of a suite that needs Kafka. */
export const WITHOUT_KAFKA = 'skipped: KAFKA_BROKERS names no broker';

/** As quick as a broker allows by default. */
export const QUICK_GROUPS = { sessionTimeoutMs: 6_000, heartbeatMs: 300, rebalanceTimeoutMs: 6_000 };

/** Names nobody else uses, so that a cluster can be shared. */
export function freshPrefix(): string {
  return `test-${randomIds.uuid()}.`;
}

/** A bus on the brokers of the environment, all its connections through a wire that a test can cut. */
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
