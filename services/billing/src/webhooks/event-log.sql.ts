import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import { z } from 'zod';
import type { ProviderEvent } from '../payments/provider-event.js';
import type { Outcome } from './stored-event.entity.js';

const BATCH = 100;
const KEPT_DAYS = 90;
/** Number of days for which the provider retries a webhook. */
const RETRIED_DAYS = 3;
const CLEAR_MAX = 10_000;

const EVENT = z.strictObject({ provider: z.string(), id: z.string() });
const POLL = z.strictObject({ polledUntil: z.date() });
const END = z.strictObject({ until: z.number() });

type EventKey = z.infer<typeof EVENT>;

/** No-op if the event is already stored. */
export async function insertEvent(
  connection: SqlConnection,
  provider: string,
  { id, type, occurredAt, snapshots, endedCustomer }: ProviderEvent,
): Promise<void> {
  const [first, ...more] = snapshots;
  await connection.query(
    `insert into provider_event (provider, id, type, occurred_at, snapshot, more_snapshots, ended_customer)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    [provider, id, type, occurredAt, first ? JSON.stringify(first) : null, JSON.stringify(more), endedCustomer],
  );
}

/**
 * Returns the time until which the provider ended everything of a customer, in the milliseconds of a subscription's
 * version; 0 if the customer never ended. Events state whole seconds, so the time is the end of one.
 */
export async function endedUntil(connection: SqlConnection, provider: string, userId: string): Promise<number> {
  const [end] = await queryRows(
    connection,
    END,
    `select coalesce(max(extract(epoch from occurred_at) * 1000 + 999), 0)::float8 as until
       from provider_event where ended_customer = $2 and provider = $1`,
    [provider, userId],
  );
  return end!.until;
}

/** @returns whether this call was the first to record an outcome. An event without effect no longer names a person. */
export async function recordOutcome(
  connection: SqlConnection,
  { provider, id }: EventKey,
  outcome: Outcome,
): Promise<boolean> {
  const recorded = await queryRows(
    connection,
    EVENT,
    `update provider_event set applied_at = clock_timestamp(), outcome = $3,
       snapshot = case when $3 = 'none' then null else snapshot end,
       more_snapshots = case when $3 = 'none' then '[]' else more_snapshots end,
       ended_customer = case when $3 = 'none' then null else ended_customer end
      where provider = $1 and id = $2 and applied_at is null returning provider, id`,
    [provider, id, outcome],
  );
  return recorded.length > 0;
}

/** Returns events whose first attempt failed, the oldest first, up to a batch. */
export function waitingEvents(connection: SqlConnection): Promise<EventKey[]> {
  return queryRows(
    connection,
    EVENT,
    `select provider, id from provider_event
      where applied_at is null and received_at < clock_timestamp() - interval '10 seconds'
      order by received_at limit ${BATCH}`,
  );
}

/** Returns events whose mail is not sent yet and not stale, up to a batch. */
export function unmailedEvents(connection: SqlConnection): Promise<EventKey[]> {
  return queryRows(
    connection,
    EVENT,
    `select provider, id from provider_event
      where outcome = 'mail' and mailed_at is null and applied_at > clock_timestamp() - interval '1 day'
      order by applied_at limit ${BATCH}`,
  );
}

/** Deletes events that were applied long ago: if one arrived again, it would be older than the known state. */
export async function deleteOldEvents(connection: SqlConnection): Promise<void> {
  await connection.query(
    `delete from provider_event where (provider, id) in (
       select provider, id from provider_event
        where applied_at < clock_timestamp() - make_interval(days => $1) limit $2)`,
    [KEPT_DAYS, CLEAR_MAX],
  );
}

/**
 * Returns the time up to which the provider's events are listed; before the first poll, as far back as it retries
 * webhooks.
 */
export async function polledUntil(connection: SqlConnection, provider: string): Promise<Date> {
  const [poll] = await queryRows(
    connection,
    POLL,
    `select coalesce((select polled_until from event_poll where provider = $1),
       clock_timestamp() - make_interval(days => $2)) as "polledUntil"`,
    [provider, RETRIED_DAYS],
  );
  return poll!.polledUntil;
}

/** Moves the mark forward, never back. Only a poll that stored every listed event calls this. */
export async function markPolled(connection: SqlConnection, provider: string, until: Date): Promise<void> {
  await connection.query(
    `insert into event_poll as p (provider, polled_until) values ($1, $2)
     on conflict (provider) do update set polled_until = greatest(p.polled_until, excluded.polled_until)`,
    [provider, until],
  );
}
