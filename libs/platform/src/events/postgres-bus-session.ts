import pg from 'pg';
import { serviceSession } from '../db/database.js';

export const CHANNEL = 'switchback_bus';
/** Keeps this bus's lock numbers apart from those of other users of the database. */
export const LOCK_BASE = 0x5b000000;
/** Lock slot of a group that all its members share. */
export const MEMBERSHIP = 0;
const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 5_000;
/** A member whose machine vanished is detected after about idle + interval x count seconds. */
const KEEPALIVE = '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3';

/** Current distribution of a group's partitions. */
export interface GroupLocks {
  members: number;
  /** Partitions that have an owner. */
  taken: Set<number>;
}

/**
 * The single connection whose locks define what this process owns: membership in groups, and partitions. All locks are
 * released when the connection ends, however the process ends.
 */
export class BusSession {
  private constructor(private readonly client: pg.Client) {}

  /**
   * @param onNews called with the name of a process that published events.
   * @param onLost called once if the connection ends without `close`.
   */
  static async open(url: string, onNews: (sender: string) => void, onLost: () => void): Promise<BusSession> {
    const session = serviceSession('bus', STATEMENT_TIMEOUT_MS);
    const client = new pg.Client({
      connectionString: url,
      application_name: 'bus session',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      ...session,
      options: `${session.options} ${KEEPALIVE}`,
    });
    client.on('error', () => undefined);
    client.once('end', onLost);
    client.on('notification', ({ payload }) => onNews(payload ?? ''));
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    return new BusSession(client);
  }

  async close(): Promise<void> {
    this.client.removeAllListeners('end');
    await this.client.end();
  }

  async enter(groupId: number): Promise<void> {
    await this.client.query('select pg_advisory_lock_shared($1, $2)', [LOCK_BASE + groupId, MEMBERSHIP]);
  }

  async leave(groupId: number): Promise<void> {
    await this.client.query('select pg_advisory_unlock_shared($1, $2)', [LOCK_BASE + groupId, MEMBERSHIP]);
  }

  async locks(groupIds: number[]): Promise<Map<number, GroupLocks>> {
    const { rows } = await this.client.query<{ group_id: number; slot: number; holders: number }>(
      `select classid::bigint::int - $1 as group_id, objid::int as slot, count(*)::int as holders from pg_locks
       where locktype = 'advisory' and objsubid = 2 and granted and classid::bigint = any ($2::bigint[])
         and database = (select oid from pg_database where datname = current_database())
       group by 1, 2`,
      [LOCK_BASE, groupIds.map((id) => LOCK_BASE + id)],
    );
    return new Map(
      groupIds.map((id) => {
        const mine = rows.filter((row) => row.group_id === id);
        const members = mine.find((row) => row.slot === MEMBERSHIP)?.holders ?? 0;
        return [
          id,
          { members, taken: new Set(mine.filter((row) => row.slot !== MEMBERSHIP).map((row) => row.slot - 1)) },
        ];
      }),
    );
  }

  async tryOwn(groupId: number, partition: number): Promise<boolean> {
    const { rows } = await this.client.query<{ owned: boolean }>('select pg_try_advisory_lock($1, $2) as owned', [
      LOCK_BASE + groupId,
      partition + 1,
    ]);
    return rows[0]?.owned ?? false;
  }

  async disown(groupId: number, partition: number): Promise<void> {
    await this.client.query('select pg_advisory_unlock($1, $2)', [LOCK_BASE + groupId, partition + 1]);
  }
}
