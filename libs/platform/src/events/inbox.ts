import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import type { Event } from './event.js';

/** For a consuming service's first migration: which events had their effect already. */
export async function createInbox(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table inbox (
      consumer text not null,
      event_id uuid not null,
      seen_at timestamptz not null default clock_timestamp(),
      primary key (consumer, event_id)
    )`);
  await runner.query('create index inbox_seen_at on inbox using brin (seen_at)');
}

export async function dropInbox(runner: QueryRunner): Promise<void> {
  await runner.query('drop table inbox');
}

/**
 * Runs `effect` on those events that this consumer has not had yet, and records them, in one transaction: however often
 * an event comes, its effect is there once. Events keep their order; the effect is not called when none is fresh.
 * @returns how many were fresh.
 */
export async function applyOnce<T>(
  dataSource: DataSource,
  consumer: string,
  events: Event<T>[],
  effect: (manager: EntityManager, freshEvents: Event<T>[]) => Promise<void>,
): Promise<number> {
  if (events.length === 0) return 0;
  // Sorted, so that two deliveries of overlapping batches wait for each other instead of locking each other out.
  const ids = [...new Set(events.map((event) => event.id))].sort();
  return dataSource.transaction(async (manager) => {
    const rows: { event_id: string }[] = await manager.query(
      `insert into inbox (consumer, event_id) select $1, unnest($2::uuid[]) on conflict do nothing returning event_id`,
      [consumer, ids],
    );
    const fresh = new Set(rows.map((row) => row.event_id));
    // Removing as we go drops a second copy within the same batch.
    const freshEvents = events.filter((event) => fresh.delete(event.id));
    if (freshEvents.length > 0) await effect(manager, freshEvents);
    return freshEvents.length;
  });
}

/**
 * Forgets events seen longer ago than `retentionMs`, which must exceed how long the bus keeps them.
 * @returns how many it forgot, at most `max`.
 */
export async function sweepInbox(dataSource: DataSource, retentionMs: number, max = 10_000): Promise<number> {
  const [, count]: [unknown, number] = await dataSource.query(
    `delete from inbox where ctid = any (array(
       select ctid from inbox where seen_at < now() - $1 * interval '1 millisecond' limit $2))`,
    [retentionMs, max],
  );
  return count;
}
