import type { EntityManager, QueryRunner } from 'typeorm';
import { ProductError } from '../errors.js';

type Querying = Pick<EntityManager, 'query'>;

/**
 * For a migration of a service that stores rows of people: creates a table with one row per person, for writers to
 * lock. The row stays as a tombstone once the account is deleted, so that a write in flight or a late event stores
 * nothing more.
 */
export async function createPeople(runner: QueryRunner): Promise<void> {
  await runner.query(`
    create table person (
      id text collate "C" primary key,
      gone boolean not null default false
    )`);
}

export async function dropPeople(runner: QueryRunner): Promise<void> {
  await runner.query('drop table person');
}

/**
 * Locks a person for a write on their behalf; {@link addPersonTombstone} waits until the transaction ends. Writers do
 * not block each other.
 * @throws ProductError `invalidSession` for a person whose account is deleted.
 */
export async function holdPerson(manager: Querying, id: string): Promise<void> {
  if (!(await isThere(manager, id, 'for share'))) throw new ProductError('invalidSession');
}

/**
 * Locks a person against all writes on their behalf until the transaction ends.
 * @returns whether the account still exists.
 */
export function holdPersonAlone(manager: Querying, id: string): Promise<boolean> {
  return isThere(manager, id, 'for update');
}

/** Leaves a tombstone for a person. Rows written before are visible afterwards, and none are written later. */
export async function addPersonTombstone(manager: Querying, id: string): Promise<void> {
  await manager.query('insert into person (id, gone) values ($1, true) on conflict (id) do update set gone = true', [
    id,
  ]);
}

async function isThere(manager: Querying, id: string, lock: 'for share' | 'for update'): Promise<boolean> {
  await manager.query('insert into person (id) values ($1) on conflict do nothing', [id]);
  const [row] = await manager.query<{ gone: boolean }[]>(`select gone from person where id = $1 ${lock}`, [id]);
  return row?.gone === false;
}
