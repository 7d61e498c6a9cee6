import { ProductError } from '@switchback/platform/errors';
import type { Caller } from '@switchback/platform/rpc/call';
import type { EntityManager } from 'typeorm';
import { DriveRoute } from './drive.entity.js';
import type { DetailedDrive } from './drive.mapper.js';
import { findVisibleDrive } from './drive-rows.sql.js';
import { lockVisibleDrive } from './visible-drive.sql.js';

/** @throws ProductError `driveNotFound` also if the caller may not know that it exists */
export async function findVisible(manager: EntityManager, id: string, caller: Caller): Promise<DetailedDrive> {
  const route = await findVisibleDrive(manager, id, caller);
  if (!route) throw new ProductError('driveNotFound');
  return route;
}

/**
 * Locks the drive until the transaction ends, and then reads it: a statement that waits for a lock reads the route as it
 * was before. @throws ProductError `driveNotFound` also if the caller may not know that it exists
 */
export async function lockVisible(manager: EntityManager, id: string, caller: Caller): Promise<DriveRoute> {
  if (!(await lockVisibleDrive(manager, id, caller))) throw new ProductError('driveNotFound');
  const [route] = await manager.find(DriveRoute, { where: { driveId: id }, relations: { drive: true } });
  return route!;
}

/** @throws ProductError `invalidSession` */
export function signedIn(caller: Caller | null): Caller {
  if (!caller) throw new ProductError('invalidSession');
  return caller;
}
