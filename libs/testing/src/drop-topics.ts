import { KafkaClients } from '@switchback/platform/events/kafka/kafka-client';

const DELETE_TIMEOUT_MS = 5_000;

/** Deletes every topic with this prefix, even if in use: the remains of a run on a shared cluster. */
export async function dropTopics(brokers: string[], prefix: string): Promise<void> {
  const client = (await KafkaClients.load({ brokers })).open();
  const admin = client.kafka.admin();
  try {
    await admin.connect();
    const topics = (await admin.listTopics()).filter((name) => name.startsWith(prefix));
    if (topics.length > 0) await admin.deleteTopics({ topics, timeout: DELETE_TIMEOUT_MS });
    await admin.disconnect();
  } finally {
    client.destroy();
  }
}
