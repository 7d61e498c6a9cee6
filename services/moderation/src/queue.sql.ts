import type { ItemState, QueueSort } from '@switchback/contracts/rules/moderation';
import { bothColumns, type ColumnList, entityRows } from '@switchback/platform/db/entity-columns';
import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import type { EntityManager } from 'typeorm';
import { z } from 'zod';
import { itemColumns, type ItemRow } from './items.sql.js';

const STATE_SQL: Record<ItemState, string> = {
  open: 'decided_at is null and coalesce(claimed_until <= clock_timestamp(), true)',
  claimed: 'decided_at is null and claimed_until > clock_timestamp()',
  decided: 'decided_at is not null',
};
/** Overdue items have the earliest due times, and so come first. */
const SORT_SQL: Record<QueueSort, { column: string; direction: 'asc' | 'desc' }> = {
  due: { column: 'due_at', direction: 'asc' },
  newest: { column: 'item.created_at', direction: 'desc' },
  oldest: { column: 'item.created_at', direction: 'asc' },
};

const HISTORY_ROW = z.strictObject({
  itemId: z.string(),
  at: z.date(),
  who: z.string().nullable(),
  username: z.string().nullable(),
  action: z.string(),
  note: z.string(),
  corrected: z.array(z.string()),
  rev: z.number().nullable(),
});
const COUNT = z.strictObject({ kind: z.string(), count: z.number() });

export type HistoryRow = z.infer<typeof HISTORY_ROW>;

/** Cursor at the end of a page: a time in the database's format, and an ID. */
export interface Cursor {
  at: string;
  id: string;
}

interface Page {
  /** Empty for all kinds. */
  kind: string;
  /** Undefined for all undecided items. */
  state: ItemState | undefined;
  sort: QueueSort;
  /** The cursor that the page follows; null for the first page. */
  after: Cursor | null;
  limit: number;
}

/** Reads a page of the queue by keyset pagination. */
export function pageOf(
  manager: EntityManager,
  { kind, state, sort, after, limit }: Page,
): Promise<(ItemRow & { place: string })[]> {
  const { column, direction } = SORT_SQL[sort];
  const place: ColumnList<{ place: string }> = `${column}::text as place`;
  const columns = bothColumns(itemColumns(manager.dataSource), place);
  return entityRows(
    manager,
    columns,
    `select ${columns} from item
      where ${state ? STATE_SQL[state] : 'decided_at is null'} and ($1 = '' or kind = $1)
        and ($2::timestamptz is null or (${column}, item.id) ${direction === 'asc' ? '>' : '<'} ($2, $3))
      order by ${column} ${direction}, item.id ${direction} limit $4`,
    [kind, after?.at ?? null, after?.id ?? '', limit],
  );
}

/**
 * Returns the newest entries of each item's history, oldest first. Limits each item on its own: a long history never
 * displaces the newest entries of another item.
 */
export function historyOf(connection: SqlConnection, itemIds: readonly string[], max: number): Promise<HistoryRow[]> {
  return queryRows(
    connection,
    HISTORY_ROW,
    `select item_id as "itemId", at, who, username, action, note, corrected, newest.rev
       from unnest($1::text[]) as shown (id)
       cross join lateral (select * from history where item_id = shown.id
                            order by position desc limit $2) as newest
       left join person on person.id = who
      order by position`,
    [itemIds, max],
  );
}

/** Counts the undecided items by their kind. */
export async function undecidedCounts(connection: SqlConnection): Promise<Map<string, number>> {
  const counts = await queryRows(
    connection,
    COUNT,
    'select kind, count(*)::int as count from item where decided_at is null group by kind',
  );
  return new Map(counts.map(({ kind, count }) => [kind, count]));
}
