import { ProductError } from '@switchback/platform/errors';
import type { Caller } from '@switchback/platform/rpc/call';
import type { EntityManager } from 'typeorm';
import { DriveRoute } from './drive.entity.js';
import { VISIBLE, viewerOf } from './visible.js';

/** @throws ProductError `driveNotFound` also if the caller may not know that it exists */
export async function findVisible(manager: EntityManager, id: string, caller: Caller): Promise<DriveRoute> {
  const route = await visible(manager, id, caller).getOne();
  if (!route) throw new ProductError('driveNotFound');
  return route;
}

/**
 * Locks the drive until the transaction ends. @throws ProductError `driveNotFound` also if the caller may not know that
 * it exists
 */
export async function lockVisible(manager: EntityManager, id: string, caller: Caller): Promise<DriveRoute> {
  const route = await visible(manager, id, caller).setLock('pessimistic_write', undefined, ['drive']).getOne();
  if (!route) throw new ProductError('driveNotFound');
  return route;
}

/** @throws ProductError `invalidSession` */
export function signedIn(caller: Caller | null): Caller {
  if (!caller) throw new ProductError('invalidSession');
  return caller;
}

function visible(manager: EntityManager, id: string, caller: Caller) {
  return manager
    .getRepository(DriveRoute)
    .createQueryBuilder('route')
    .innerJoinAndSelect('route.drive', 'drive', VISIBLE, viewerOf(caller))
    .where({ driveId: id });
}
