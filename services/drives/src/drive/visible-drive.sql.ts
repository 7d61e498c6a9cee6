import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import type { Caller } from '@switchback/platform/rpc/call';
import { z } from 'zod';
import { viewerOf, VISIBLE } from './visible.js';

const DRIVE_ID = z.strictObject({ id: z.string() });

/** Locks a drive. @returns whether the caller may see it. */
export async function lockVisibleDrive(connection: SqlConnection, id: string, caller: Caller): Promise<boolean> {
  const statement = `select drive.id from drive where drive.id = $4 and ${VISIBLE} for update`;
  const locked = await queryRows(connection, DRIVE_ID, statement, [...viewerOf(caller), id]);
  return locked.length > 0;
}
