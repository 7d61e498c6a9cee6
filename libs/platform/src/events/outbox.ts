import type { ClientBase } from 'pg';
import type { EntityManager, QueryRunner } from 'typeorm';
import type { EncodedEvent, Event, Topic } from './event.js';
import { OutboxNews } from './outbox-news.js';

/** Columns of every event table, in this order. */
export const EVENT_COLUMNS = 'id, type, source, time, subject, version, trace, request_id, payload';
/** Expressions that read {@link EVENT_COLUMNS} from rows `e` of {@link EVENT_ARRAYS}. */
export const EVENT_VALUES =
  'e.id, e.type, e.source, e.time, e.subject, e.version, e.trace, e.request_id, substring($1::bytea from e.first for e.length)';
/** Arrays to unnest under the names {@link EVENT_NAMES}, with {@link eventParameters} as the first parameters. */
export const EVENT_ARRAYS =
  '$2::uuid[], $3::text[], $4::text[], $5::timestamptz[], $6::text[], $7::bigint[], $8::text[], $9::text[], $10::int[], $11::int[]';
export const EVENT_NAMES = 'id, type, source, time, subject, version, trace, request_id, first, length';

/**
 * Asynchronous commit, to add to a statement's FROM or USING list: its commit does not wait for the disk, and a server
 * crash may undo it. Use only if the sole cost is a redelivery.
 */
export const ASYNC_COMMIT = `(select set_config('synchronous_commit', 'off', true)) as async_commit`;

/** Prepared once per connection: planning costs more than execution, and every write would pay for it. */
const APPEND = {
  name: 'append to outbox',
  text: `insert into outbox (${EVENT_COLUMNS}, topic)
    select ${EVENT_VALUES}, $12 from unnest(${EVENT_ARRAYS}) as e (${EVENT_NAMES})`,
};

/** For a service's first migration: creates the outbox table, where events wait to be published. */
export async function createOutbox(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table outbox (
      position bigint generated always as identity primary key,
      topic text not null,
      id uuid not null,
      type text not null,
      source text not null,
      time timestamptz not null,
      subject text not null,
      version bigint not null,
      trace text,
      request_id text,
      payload bytea not null,
      written_at timestamptz not null default clock_timestamp()
    )`);
  // Rows live for milliseconds: trigger vacuum by turnover, not by table size.
  await runner.query(`alter table outbox set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000)`);
}

export async function dropOutbox(runner: QueryRunner): Promise<void> {
  await runner.query('drop table outbox');
}

/**
 * Writes events together with the change that they describe, in one statement of the caller's transaction. Change the
 * aggregate's row first: its lock makes two writers of one key append in the order in which they change it.
 * @throws Error outside a transaction: the event could then outlive a failed change.
 */
export async function appendToOutbox<T>(manager: EntityManager, topic: Topic<T>, events: Event<T>[]): Promise<void> {
  const runner = manager.queryRunner;
  if (!runner?.isTransactionActive)
    throw new Error('Events must be stored in the transaction of the change that they describe.');
  if (events.length === 0) return;
  const encoded = events.map((event) => ({ ...event, payload: topic.codec.encode(event.payload) }));
  const client = (await runner.connect()) as ClientBase;
  await client.query({ ...APPEND, values: [...eventParameters(encoded), topic.name] });
  OutboxNews.of(manager.connection).mark(runner);
}

/**
 * Returns the parameters $1 to $11 of a statement with {@link EVENT_ARRAYS}. Payloads travel as one blob that the
 * statement slices: an array of them would be hex-encoded here and parsed again on the server.
 */
export function eventParameters(events: readonly EncodedEvent[]): unknown[] {
  const lengths = events.map(({ payload }) => payload.byteLength);
  let next = 1;
  return [
    Buffer.concat(events.map(({ payload }) => payload)),
    events.map((event) => event.id),
    events.map((event) => event.type),
    events.map((event) => event.source),
    events.map((event) => event.time),
    events.map((event) => event.subject),
    events.map((event) => event.version),
    events.map((event) => event.trace ?? null),
    events.map((event) => event.requestId ?? null),
    lengths.map((length) => (next += length) - length),
    lengths,
  ];
}

/** A row of an event table, as `pg` returns it. */
export interface EventRow {
  id: string;
  type: string;
  source: string;
  time: Date;
  subject: string;
  version: string;
  trace: string | null;
  request_id: string | null;
  payload: Uint8Array;
}

export function eventOfRow(row: EventRow): EncodedEvent {
  return {
    id: row.id,
    type: row.type,
    source: row.source,
    time: row.time,
    subject: row.subject,
    payload: row.payload,
    version: Number(row.version),
    ...(row.trace === null ? {} : { trace: row.trace }),
    ...(row.request_id === null ? {} : { requestId: row.request_id }),
  };
}
