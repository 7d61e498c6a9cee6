import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import type { Caller } from '@switchback/platform/rpc/call';
import { z } from 'zod';
import { viewerOf, VISIBLE } from '../drive/visible.js';

const HOLDER = z.strictObject({ id: z.string(), title: z.string(), seen: z.boolean() });

/** Returns another public drive with a title, rather one that the caller may see, then the oldest. */
export async function findTitleHolder(
  connection: SqlConnection,
  titleKey: string,
  driveId: string,
  caller: Caller,
): Promise<z.infer<typeof HOLDER> | undefined> {
  const [holder] = await queryRows(
    connection,
    HOLDER,
    `select id, title, coalesce(${VISIBLE}, false) as seen from drive
      where title_fold(title_key) = title_fold($4) and privacy = 'public' and id <> $5 order by seen desc, created_at limit 1`,
    [...viewerOf(caller), titleKey, driveId],
  );
  return holder;
}
