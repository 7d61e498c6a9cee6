import { type EntityManager, In } from 'typeorm';
import { Drive } from './drive.entity.js';

/**
 * Updates drives with another service's counts; returns the changed ones, to be published. Locks in id order, so that
 * two writers of the same drives wait for each other instead of deadlocking.
 *
 * @param update statement that returns the ids of the changed drives; `$1` are the ids, `$2` and up the values.
 */
export async function lockedDrives(
  manager: EntityManager,
  ids: readonly string[],
  update: string,
  values: readonly unknown[],
): Promise<Drive[]> {
  await manager.query('select from drive where id = any ($1) order by id for update', [ids]);
  const [changed] = await manager.query<[{ id: string }[], number]>(update, [ids, ...values]);
  return changed.length === 0 ? [] : manager.findBy(Drive, { id: In(changed.map(({ id }) => id)) });
}
