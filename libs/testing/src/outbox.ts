import type { Topic } from '@switchback/platform/events/event';
import type { DataSource } from 'typeorm';

/** Returns the events of one topic in a service's outbox, oldest first. */
export async function outboxOfTopic<T>(source: Pick<DataSource, 'query'>, { name, codec }: Topic<T>): Promise<T[]> {
  const rows = await source.query<{ payload: Buffer }[]>(
    'select payload from outbox where topic = $1 order by position',
    [name],
  );
  return rows.map(({ payload }) => codec.decode(payload));
}
