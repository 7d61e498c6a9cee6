import type { DataSource } from 'typeorm';
import type { DeadLetter, DeadLetterQuery, GroupStats, RedriveQuery } from './bus.js';
import { type EncodedEvent, partitionOf, type TopicName } from './event.js';
import {
  EVENT_ARRAYS,
  EVENT_COLUMNS,
  EVENT_NAMES,
  EVENT_VALUES,
  eventOfRow,
  eventParameters,
  type EventRow,
  ASYNC_COMMIT,
} from './outbox.js';

const FETCH_BYTES = 8 * 1024 * 1024;
const SWEEP_EVENTS = 5_000;

/** An event with its position in the log, which handlers do not see. */
export interface LoggedEvent {
  seq: number;
  event: EncodedEvent;
}

/** Why an event became a dead letter. */
export interface Failure {
  cause: string;
  attempts: number;
  /** Release of the handler. */
  build: string | undefined;
}

/** One partition from the perspective of a group. */
export interface Place {
  topic: string;
  groupId: number;
  partition: number;
}

export interface PartitionHead {
  topic: string;
  partition: number;
  nextSeq: number;
  /** Groups with dead letters of this partition to redrive. */
  redriveGroupIds: number[];
}

/** SQL statements of the PostgreSQL bus: a partitioned event log and the positions of the groups. */
export class EventLog {
  private readonly declared = new Set<string>();

  constructor(private readonly dataSource: DataSource) {}

  /** @throws Error if the topic exists with another number of partitions: its keys would map to other partitions. */
  async declare(topic: TopicName): Promise<void> {
    if (this.declared.has(topic.name)) return;
    await this.dataSource.query('insert into topic (name, partitions) values ($1, $2) on conflict do nothing', [
      topic.name,
      topic.partitions,
    ]);
    await this.dataSource.query(
      'insert into partition (topic, partition) select $1, generate_series(0, $2::int - 1) on conflict do nothing',
      [topic.name, topic.partitions],
    );
    const rows: { partitions: number }[] = await this.dataSource.query('select partitions from topic where name = $1', [
      topic.name,
    ]);
    if (rows[0]?.partitions !== topic.partitions) {
      throw new Error(
        `Topic ${topic.name} has ${rows[0]?.partitions} partitions and cannot be used with ${topic.partitions}.`,
      );
    }
    this.declared.add(topic.name);
  }

  /** Creates the group if it is new, positioned at the oldest event. */
  async joinGroup(topic: string, group: string): Promise<number> {
    await this.dataSource.query(
      `insert into consumer_group (topic, name) values ($1, $2)
       on conflict (topic, name) do update set absent_ms = 0, looked_at = now()`,
      [topic, group],
    );
    const rows: { id: number }[] = await this.dataSource.query(
      'select id from consumer_group where topic = $1 and name = $2',
      [topic, group],
    );
    const id = rows[0]?.id ?? 0;
    await this.dataSource.query(
      `insert into position (group_id, partition, next_seq)
       select $1, partition, coalesce((select min(seq) from event e where e.topic = p.topic and e.partition = p.partition), next_seq)
       from partition p where topic = $2 on conflict do nothing`,
      [id, topic],
    );
    return id;
  }

  /**
   * Stores the events in one statement. Locks each partition's row until commit, so that sequence numbers become
   * visible in order and without gaps, and a reader never has to look back.
   * @returns the partitions that received events.
   */
  async publish(topic: TopicName, events: EncodedEvent[]): Promise<number[]> {
    await this.declare(topic);
    const places = events.map((event) => partitionOf(event.subject, topic.partitions));
    const counts = new Map<number, number>();
    const nths = places.map((partition) => {
      const nth = counts.get(partition) ?? 0;
      counts.set(partition, nth + 1);
      return nth;
    });
    await this.dataSource.query(
      // Locked in a fixed order, so that publishers cannot deadlock. A missing partition yields a null sequence number,
      // which the table rejects.
      `with held as materialized (
         select partition, next_seq from partition where topic = $12 and partition = any ($15::int[]) order by partition for update
       ), moved as (
         update partition set next_seq = held.next_seq + added.events
         from held join unnest($15::int[], $16::int[]) as added (partition, events) using (partition)
         where partition.topic = $12 and partition.partition = held.partition
       )
       insert into event (${EVENT_COLUMNS}, partition, seq, topic)
       select ${EVENT_VALUES}, e.partition, held.next_seq + e.nth, $12
       from unnest(${EVENT_ARRAYS}, $13::int[], $14::int[]) as e (${EVENT_NAMES}, partition, nth)
       left join held using (partition)`,
      [...eventParameters(events), topic.name, places, nths, [...counts.keys()], [...counts.values()]],
    );
    return [...counts.keys()];
  }

  async heads(topics: string[]): Promise<PartitionHead[]> {
    const rows: { topic: string; partition: number; next_seq: string; redrives: number[] }[] =
      await this.dataSource.query(
        `select topic, partition, next_seq, array(select distinct group_id from dead_letter
         where redrive and dead_letter.topic = partition.topic and dead_letter.partition = partition.partition) as redrives
       from partition where topic = any ($1::text[])`,
        [topics],
      );
    return rows.map(({ next_seq, redrives, ...row }) => ({
      ...row,
      nextSeq: Number(next_seq),
      redriveGroupIds: redrives,
    }));
  }

  async position({ groupId, partition }: Place): Promise<number> {
    const rows: { next_seq: string }[] = await this.dataSource.query(
      'select next_seq from position where group_id = $1 and partition = $2',
      [groupId, partition],
    );
    return Number(rows[0]?.next_seq ?? 0);
  }

  async fetch(
    { topic, partition }: Pick<Place, 'topic' | 'partition'>,
    fromSeq: number,
    max: number,
  ): Promise<LoggedEvent[]> {
    const rows: (EventRow & { seq: string })[] = await this.dataSource.query(
      `select seq, ${EVENT_COLUMNS} from (
         select *, sum(octet_length(payload)) over (order by seq) - octet_length(payload) as bytes_before
         from (select * from event where topic = $1 and partition = $2 and seq >= $3 order by seq limit $4) as front
       ) as measured where bytes_before < $5 order by seq`,
      [topic, partition, fromSeq, max, FETCH_BYTES],
    );
    return rows.map((row) => ({ seq: Number(row.seq), event: eventOfRow(row) }));
  }

  /**
   * Advances a group's position. Returns false if another member has advanced it: this one lost the partition and must
   * stop.
   */
  async advance({ groupId, partition }: Place, fromSeq: number, toSeq: number): Promise<boolean> {
    const [, count]: [unknown, number] = await this.dataSource.query(
      `update position set next_seq = $4 from ${ASYNC_COMMIT} where group_id = $1 and partition = $2 and next_seq = $3`,
      [groupId, partition, fromSeq, toSeq],
    );
    return count === 1;
  }

  /** Advances a group past an event and stores the event as a dead letter with its cause, atomically. */
  async advancePast(
    place: Place,
    fromSeq: number,
    { seq, event }: LoggedEvent,
    { cause, attempts, build }: Failure,
  ): Promise<boolean> {
    const rows: unknown[] = await this.dataSource.query(
      `with moved as (
         update position set next_seq = $15 where group_id = $12 and partition = $13 and next_seq = $14 returning true
       )
       insert into dead_letter (${EVENT_COLUMNS}, group_id, topic, partition, cause, attempts, build)
       select ${EVENT_VALUES}, $12, $16, $13, $17, $18, $19 from unnest(${EVENT_ARRAYS}) as e (${EVENT_NAMES}), moved
       returning true`,
      [
        ...eventParameters([event]),
        place.groupId,
        place.partition,
        fromSeq,
        seq + 1,
        place.topic,
        cause,
        attempts,
        build ?? null,
      ],
    );
    return rows.length === 1;
  }

  async deadLetters({ topic, group, max }: DeadLetterQuery): Promise<DeadLetter[]> {
    const rows: (EventRow & { cause: string; attempts: number; failed_at: Date })[] = await this.dataSource.query(
      `select * from dead_letter where group_id = (select id from consumer_group where topic = $1 and name = $2)
       order by position limit $3`,
      [topic, group, max],
    );
    return rows.map((row) => ({
      topic,
      group,
      event: eventOfRow(row),
      cause: row.cause,
      attempts: row.attempts,
      failedAt: row.failed_at,
    }));
  }

  async markForRedrive({ topic, group, max, exceptBuild }: RedriveQuery): Promise<number> {
    const [, count]: [unknown, number] = await this.dataSource.query(
      `update dead_letter set redrive = true where position = any (array(
         select position from dead_letter where not redrive and ($4::text is null or build is distinct from $4)
         and group_id = (select id from consumer_group where topic = $1 and name = $2) order by position limit $3))`,
      [topic, group, max, exceptBuild ?? null],
    );
    return count;
  }

  /** Returns dead letters to redeliver; `seq` is their position among the dead letters. */
  async fetchRedrives({ groupId, partition }: Place, max: number): Promise<LoggedEvent[]> {
    const rows: (EventRow & { position: string })[] = await this.dataSource.query(
      'select * from dead_letter where redrive and group_id = $1 and partition = $2 order by position limit $3',
      [groupId, partition, max],
    );
    return rows.map((row) => ({ seq: Number(row.position), event: eventOfRow(row) }));
  }

  async deleteDeadLetters(positions: number[]): Promise<void> {
    await this.dataSource.query('delete from dead_letter where position = any ($1::bigint[])', [positions]);
  }

  async storeDeadLetter(position: number, { cause, attempts, build }: Failure): Promise<void> {
    await this.dataSource.query(
      `update dead_letter set redrive = false, cause = $2, attempts = attempts + $3, failed_at = clock_timestamp(),
         build = $4 where position = $1`,
      [position, cause, attempts, build ?? null],
    );
  }

  async stats(): Promise<GroupStats[]> {
    const rows: { topic: string; name: string; lag: string; age: string | null; dead_letters: string }[] =
      await this.dataSource.query(
        `select g.topic, g.name, coalesce(sum(p.next_seq - o.next_seq), 0) as lag,
         extract(epoch from clock_timestamp() - min((select published_at from event e
           where e.topic = g.topic and e.partition = o.partition and e.seq >= o.next_seq order by e.seq limit 1))) * 1000 as age,
         (select count(*) from dead_letter d where d.group_id = g.id) as dead_letters
       from consumer_group g join position o on o.group_id = g.id
       join partition p on p.topic = g.topic and p.partition = o.partition
       group by g.id order by g.topic, g.name`,
      );
    return rows.map((row) => ({
      topic: row.topic,
      group: row.name,
      lag: Number(row.lag),
      deadLetters: Number(row.dead_letters),
      oldestAgeMs: Math.max(0, Number(row.age ?? 0)),
    }));
  }

  /** Deletes a bounded number of events that are older than `retentionMs` and handled by every group. */
  async sweep(retentionMs: number): Promise<number> {
    const [, count]: [unknown, number] = await this.dataSource.query(
      `delete from event using (
         select front.topic, front.partition, front.seq from partition p
         cross join lateral (select least(p.next_seq, min(o.next_seq)) as seq from consumer_group g
           join position o on o.group_id = g.id and o.partition = p.partition where g.topic = p.topic) as done
         cross join lateral (select topic, partition, seq, published_at from event e
           where e.topic = p.topic and e.partition = p.partition and e.seq < done.seq order by e.seq limit $2) as front
         where front.published_at < now() - $1 * interval '1 millisecond' limit $2
       ) as old where event.topic = old.topic and event.partition = old.partition and event.seq = old.seq`,
      [retentionMs, SWEEP_EVENTS],
    );
    return count;
  }

  /** Notifies other processes of new events, in a separate transaction because NOTIFY serializes commits. */
  async announce(channel: string, sender: string): Promise<void> {
    await this.dataSource.query('select pg_notify($1, $2)', [channel, sender]);
  }
}
