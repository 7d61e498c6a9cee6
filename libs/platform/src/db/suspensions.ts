import { Column, Entity, PrimaryColumn, type QueryRunner } from 'typeorm';
import { z } from 'zod';
import { queryRows, type SqlConnection } from './sql.js';

const ROW = z.strictObject({ hidden: z.boolean() });

/** A person whom staff suspended, also after they were reinstated. */
@Entity('suspension')
export class Suspension {
  @PrimaryColumn({ name: 'user_id', type: 'text', collation: 'C' })
  userId!: string;

  /** Revision of the account. */
  @Column({ type: 'integer' })
  rev!: number;

  /** Whether the person is suspended. */
  @Column({ type: 'boolean' })
  hidden!: boolean;
}

/** For a migration of a service that hides content of suspended people: adds the flag to the table of the content. */
export async function createSuspensions(runner: QueryRunner, content: string, table = 'suspension'): Promise<void> {
  await runner.query(`alter table ${content} add column hidden boolean not null default false`);
  await runner.query(`
    create table ${table} (
      user_id text collate "C" primary key,
      rev integer not null,
      hidden boolean not null
    )`);
}

export async function dropSuspensions(runner: QueryRunner, content: string, table = 'suspension'): Promise<void> {
  await runner.query(`drop table ${table}`);
  await runner.query(`alter table ${content} drop column hidden`);
}

/** Stores whether a person is suspended. No-op for an older revision. Adds no row for a person who never was. */
export async function storeSuspension(
  connection: SqlConnection,
  { userId, rev, hidden }: Suspension,
  table = 'suspension',
): Promise<void> {
  await connection.query(
    hidden
      ? `insert into ${table} as s (user_id, rev, hidden) values ($1, $2, $3)
         on conflict (user_id) do update set rev = excluded.rev, hidden = excluded.hidden where s.rev < excluded.rev`
      : `update ${table} set rev = $2, hidden = $3 where user_id = $1 and rev < $2`,
    [userId, rev, hidden],
  );
}

/** Locks the row of a person, so that content written while staff suspend its author is hidden, too. */
export async function isSuspended(connection: SqlConnection, userId: string, table = 'suspension'): Promise<boolean> {
  const [row] = await queryRows(connection, ROW, `select hidden from ${table} where user_id = $1 for share`, [userId]);
  return row?.hidden ?? false;
}
