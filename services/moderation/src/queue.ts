import { Injectable } from '@nestjs/common';
import {
  ITEM_STATES,
  MODERATION_KINDS,
  QUEUE_SORTS,
  type ItemState,
  type QueueSort,
} from '@switchback/contracts/rules/moderation';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { ProductError } from '@switchback/platform/errors';
import { openBookmark, sealBookmark } from '@switchback/platform/wire/bookmark';
import type { Item, ListQueueRequest, ListQueueResponse } from '@switchback/proto/moderation/v1/service';
import { DataSource } from 'typeorm';
import { ITEM_COLUMNS, type ItemRow } from './items.js';
import { type HistoryRow, toItem } from './item.mapper.js';

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
/** Newest entries per item. */
const HISTORY_MAX = 100;

/** The queue of items for staff. */
@Injectable()
export class Queue {
  constructor(private readonly source: DataSource) {}

  /** @throws ProductError `invalidBookmark` */
  async list(request: ListQueueRequest): Promise<ListQueueResponse> {
    const sort = QUEUE_SORTS.find((known) => known === request.sort) ?? 'due';
    const { column, direction } = SORT_SQL[sort];
    const state = ITEM_STATES.find((known) => known === request.state);
    const query = `queue ${request.kind} ${state ?? ''} ${sort}`;
    const after = placeOf(request.bookmark, query);
    const limit = Math.min(Math.max(request.limit, 1), LIMITS.moderationBatch);
    const rows = await this.source.query<(ItemRow & { place: string })[]>(
      `select ${ITEM_COLUMNS}, ${column}::text as place from item
        where ${state ? STATE_SQL[state] : 'decided_at is null'} and ($1 = '' or kind = $1)
          and ($2::timestamptz is null or (${column}, item.id) ${direction === 'asc' ? '>' : '<'} ($2, $3))
        order by ${column} ${direction}, item.id ${direction} limit $4`,
      [request.kind, after?.at ?? null, after?.id ?? '', limit + 1],
    );
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    return {
      items: await this.whole(page),
      bookmark: last ? sealBookmark(`${last.place} ${last.id}`, query) : '',
      counts: await this.counts(),
    };
  }

  /** @throws ProductError `itemNotFound` */
  async one(id: string): Promise<Item> {
    const rows = await this.source.query<ItemRow[]>(`select ${ITEM_COLUMNS} from item where id = $1`, [id]);
    const [item] = await this.whole(rows);
    if (!item) throw new ProductError('itemNotFound');
    return item;
  }

  private async whole(rows: readonly ItemRow[]): Promise<Item[]> {
    if (rows.length === 0) return [];
    // Limits each item on its own: a long history never displaces the newest entries of another item.
    const history = await this.source.query<HistoryRow[]>(
      `select item_id as "itemId", at, who, username, action, note
         from unnest($1::text[]) as shown (id)
         cross join lateral (select * from history where item_id = shown.id
                              order by position desc limit ${HISTORY_MAX}) as newest
         left join person on person.id = who
        order by position`,
      [rows.map(({ id }) => id)],
    );
    const claimers = rows.flatMap(({ claimedBy }) => claimedBy ?? []);
    const names = await this.source.query<{ id: string; username: string | null }[]>(
      'select id, username from person where id = any($1)',
      [claimers],
    );
    const nameOf = new Map(names.map(({ id, username }) => [id, username ?? '']));
    return rows.map((row) =>
      toItem(
        row,
        history.filter(({ itemId }) => itemId === row.id),
        nameOf.get(row.claimedBy ?? '') ?? '',
      ),
    );
  }

  private async counts(): Promise<Record<string, number>> {
    const rows = await this.source.query<{ kind: string; count: number }[]>(
      'select kind, count(*)::int as count from item where decided_at is null group by kind',
    );
    const counted = new Map(rows.map(({ kind, count }) => [kind, count]));
    return Object.fromEntries(MODERATION_KINDS.map((kind) => [kind, counted.get(kind) ?? 0]));
  }
}

/** Cursor of a page: a time in the database's format, and an ID. */
const PLACE = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?[+-]\d\d(?::\d\d)?) ([\w-]{1,80})$/;

function placeOf(bookmark: string, query: string): { at: string; id: string } | null {
  if (bookmark === '') return null;
  const [, at, id] = PLACE.exec(openBookmark(bookmark, query)) ?? [];
  if (!at || !id || Number.isNaN(Date.parse(at.replace(/([+-]\d\d)$/, '$1:00')))) {
    throw new ProductError('invalidBookmark');
  }
  return { at, id };
}
