import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import type { Caller } from '@switchback/platform/rpc/call';
import { z } from 'zod';
import { viewerValues, visible } from './visible.js';

const VISIBLE = z.strictObject({ id: z.string() });

/** Whether the facts contain a drive and the viewer may see it. */
export async function isVisible(connection: SqlConnection, driveId: string, viewer: Caller | null): Promise<boolean> {
  const drives = await queryRows(
    connection,
    VISIBLE,
    `select f.drive_id as id from drive_fact f where f.drive_id = $1 and not f.is_deleted and ${visible('$2', '$3')}`,
    [driveId, ...viewerValues(viewer)],
  );
  return drives.length > 0;
}
