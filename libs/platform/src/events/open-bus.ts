import type { Clock } from '../clock.js';
import type { Settings } from '../config/settings.js';
import type { DatabaseSettings } from '../db/database.js';
import type { EventBus } from './bus.js';
import type { KafkaBusOptions } from './kafka/kafka-bus.js';
import { PostgresBus } from './postgres-bus.js';

const HOUR_MS = 3_600_000;

export interface BusDependencies {
  /** Called only by a bus that lives in the database. */
  database: () => Promise<DatabaseSettings>;
  clock: Clock;
  /** Called for each failure of the bus's background work, which recovers on its own. */
  onError?: (error: unknown) => void;
}

/** Opens the event bus that the settings select: Kafka if they name its brokers, else PostgreSQL. */
export async function openBus(settings: Settings, { database, clock, onError }: BusDependencies): Promise<EventBus> {
  const options = { clock, ...(onError && { onError }) };
  const brokers = settings.KAFKA_BROKERS;
  if (!brokers) return PostgresBus.connect(await database(), options);
  const { KafkaBus } = await import('./kafka/kafka-bus.js');
  return KafkaBus.open({ ...options, brokers, ...kafkaOptions(settings) });
}

function kafkaOptions(settings: Settings): Omit<KafkaBusOptions, 'brokers'> {
  const { KAFKA_PREFIX: prefix, KAFKA_CLIENT_ID: clientId, KAFKA_REPLICATION: replication } = settings;
  const { KAFKA_RETENTION_HOURS: hours, KAFKA_SASL_MECHANISM: mechanism } = settings;
  const { KAFKA_USERNAME: username, KAFKA_PASSWORD: password } = settings;
  return {
    ssl: settings.KAFKA_SSL === 'on',
    ...(prefix !== undefined && { prefix }),
    ...(clientId !== undefined && { clientId }),
    ...(replication !== undefined && { replication }),
    ...(hours !== undefined && { retentionMs: hours * HOUR_MS }),
    ...(mechanism && username && password && { sasl: { mechanism, username, password } }),
  };
}
