import type { ClientBase } from 'pg';
import type { DataSource, QueryRunner } from 'typeorm';
import type { EncodedEvent } from './event.js';
import { EVENT_COLUMNS, type EventRow, eventOfRow, ASYNC_COMMIT } from './outbox.js';
import { OutboxNews } from './outbox-news.js';

const BATCH_BYTES = 8 * 1024 * 1024;

/** A waiting event with its position and its topic. */
export interface WaitingEvent {
  position: string;
  topic: string;
  event: EncodedEvent;
}

/** Events that wait for a release that knows their topic: a newer release wrote them before a rollback. */
export interface OtherEvents {
  topic: string;
  count: number;
}

/** Operations reserved for the process that holds the outbox. */
export interface OutboxHold {
  /**
   * Returns the oldest events of the topics, except those at the positions `except`, in the order of their positions,
   * limited to a reasonable batch size. Leaves events of other topics in place.
   */
  read(max: number, topics: readonly string[], except?: readonly string[]): Promise<WaitingEvent[]>;
  /** Deletes events. Fails if another process holds the outbox by now. */
  delete(positions: string[]): Promise<void>;
}

/** A service's outbox, from the relay's perspective: stores events until they are published. */
export interface OutboxStore {
  /**
   * Runs `work` unless another process holds the outbox. Meanwhile calls `onNews` after commits of any process that
   * wrote events, and when the connection is lost. Calls may be missed.
   * @returns whether `work` ran.
   */
  hold(work: (hold: OutboxHold) => Promise<void>, onNews: () => void): Promise<boolean>;
  /** Number of waiting events, and the age of the oldest (0 if there is none). */
  stats(): Promise<{ depth: number; oldestAgeMs: number }>;
  /** Counts the events of all other topics, by topic. */
  countOthers(topics: readonly string[]): Promise<OtherEvents[]>;
}

/** The outbox in a service's own schema. A lock protects it, tied to the connection that fetches and deletes. */
export class PostgresOutbox implements OutboxStore {
  constructor(private readonly dataSource: DataSource) {}

  async hold(work: (hold: OutboxHold) => Promise<void>, onNews: () => void): Promise<boolean> {
    const runner = this.dataSource.createQueryRunner();
    try {
      await runner.connect();
      return await this.holdOn(runner, work, onNews);
    } finally {
      await runner.release().catch(() => undefined);
    }
  }

  async stats(): Promise<{ depth: number; oldestAgeMs: number }> {
    const rows: { depth: string; age: string | null }[] = await this.dataSource.query(
      `select count(*) as depth, extract(epoch from clock_timestamp() - min(written_at)) * 1000 as age from outbox`,
    );
    return { depth: Number(rows[0]?.depth ?? 0), oldestAgeMs: Math.max(0, Number(rows[0]?.age ?? 0)) };
  }

  async countOthers(topics: readonly string[]): Promise<OtherEvents[]> {
    return this.dataSource.query(
      'select topic, count(*)::int as count from outbox where topic <> all ($1::text[]) group by topic order by topic',
      [topics],
    );
  }

  /**
   * The lock belongs to the connection that also fetches and deletes: a process that lost the lock cannot delete
   * anymore.
   */
  private async holdOn(
    runner: QueryRunner,
    work: (hold: OutboxHold) => Promise<void>,
    onNews: () => void,
  ): Promise<boolean> {
    const news = OutboxNews.of(this.dataSource);
    const rows = await runner.manager.query<{ locked: boolean }[]>(
      'select pg_try_advisory_lock(hashtextextended($1, 0)) as locked',
      [news.name],
    );
    if (!rows[0]?.locked) return false;
    const ignore = news.heldBy(onNews);
    const client = (await runner.connect()) as ClientBase;
    client.on('notification', onNews).on('end', onNews);
    try {
      // Precedes the first read of the outbox: a commit is either visible to that read or announced after it.
      await runner.query(`listen "${news.name}"`);
      await work({
        read: (max, topics, except = []) => readOldest(runner, max, topics, except),
        delete: async (positions) => {
          await runner.query(`delete from outbox using ${ASYNC_COMMIT} where position = any ($1::bigint[])`, [
            positions,
          ]);
        },
      });
      return true;
    } finally {
      ignore();
      client.off('notification', onNews).off('end', onNews);
      await runner.query(`unlisten "${news.name}"`).catch(() => undefined);
      await runner.query('select pg_advisory_unlock(hashtextextended($1, 0))', [news.name]).catch(() => undefined);
    }
  }
}

async function readOldest(
  runner: QueryRunner,
  max: number,
  topics: readonly string[],
  except: readonly string[],
): Promise<WaitingEvent[]> {
  const rows = await runner.manager.query<(EventRow & { position: string; topic: string })[]>(
    `select position, topic, ${EVENT_COLUMNS} from (
       select *, sum(octet_length(payload)) over (order by position) - octet_length(payload) as bytes_before
       from (select * from outbox where topic = any ($4::text[]) and position <> all ($3::bigint[])
             order by position limit $1) as front
     ) as measured where bytes_before < $2 order by position`,
    [max, BATCH_BYTES, except, topics],
  );
  return rows.map((row) => ({ position: row.position, topic: row.topic, event: eventOfRow(row) }));
}
