import type { Event } from '@switchback/platform/events/event';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';

/** Creates the table of events already applied. */
export async function createInbox(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table inbox (
      consumer text not null,
      event_id uuid not null,
      primary key (consumer, event_id)
    )`);
}

/**
 * Runs `effect` on the events that this consumer has not seen yet and records them, in one transaction, so that
 * redelivered events are applied only once. Preserves the order of events; does not call the effect if no event is new.
 * @returns the number of new events.
 */
export async function applyOnce<T>(
  dataSource: DataSource,
  consumer: string,
  events: Event<T>[],
  effect: (manager: EntityManager, freshEvents: Event<T>[]) => Promise<void>,
): Promise<number> {
  if (events.length === 0) return 0;
  // Sorted, so that two deliveries of overlapping batches wait for each other instead of deadlocking.
  const ids = [...new Set(events.map((event) => event.id))].sort();
  return dataSource.transaction(async (manager) => {
    const rows: { event_id: string }[] = await manager.query(
      `insert into inbox (consumer, event_id) select $1, unnest($2::uuid[]) on conflict do nothing returning event_id`,
      [consumer, ids],
    );
    const fresh = new Set(rows.map((row) => row.event_id));
    // Deleting each id drops a duplicate within the same batch.
    const freshEvents = events.filter((event) => fresh.delete(event.id));
    if (freshEvents.length > 0) await effect(manager, freshEvents);
    return freshEvents.length;
  });
}
