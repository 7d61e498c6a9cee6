import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { ITEM_STATES, MODERATION_KINDS, QUEUE_SORTS } from '@switchback/contracts/rules/moderation';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { ProductError } from '@switchback/platform/errors';
import { openBookmark, sealBookmark } from '@switchback/platform/wire/bookmark';
import type { Item as ItemMessage, ListQueueRequest, ListQueueResponse } from '@switchback/proto/moderation/v1/service';
import { In, Repository } from 'typeorm';
import { Item } from './item.entity.js';
import { toItem } from './item.mapper.js';
import { findItem, type ItemRow } from './items.sql.js';
import { Person } from './person.entity.js';
import { type Cursor, historyOf, pageOf, undecidedCounts } from './queue.sql.js';

/** Newest entries per item. */
const HISTORY_MAX = 100;

/** The queue of items for staff. */
@Injectable()
export class Queue {
  constructor(@InjectRepository(Item) private readonly items: Repository<Item>) {}

  /** @throws ProductError `invalidBookmark` */
  async list(request: ListQueueRequest): Promise<ListQueueResponse> {
    const sort = QUEUE_SORTS.find((known) => known === request.sort) ?? 'due';
    const { kind } = request;
    const state = ITEM_STATES.find((known) => known === request.state);
    const query = `queue ${kind} ${state ?? ''} ${sort}`;
    const after = cursorOf(request.bookmark, query);
    const limit = Math.min(Math.max(request.limit, 1), LIMITS.moderationBatch);
    const rows = await pageOf(this.items.manager, { kind, state, sort, after, limit: limit + 1 });
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    return {
      items: await this.whole(page),
      bookmark: last ? sealBookmark(`${last.place} ${last.id}`, query) : '',
      counts: await this.counts(),
    };
  }

  /** @throws ProductError `itemNotFound` */
  async one(id: string): Promise<ItemMessage> {
    const row = await findItem(this.items.manager, id);
    const [item] = await this.whole(row ? [row] : []);
    if (!item) throw new ProductError('itemNotFound');
    return item;
  }

  private async whole(rows: readonly ItemRow[]): Promise<ItemMessage[]> {
    if (rows.length === 0) return [];
    const { manager } = this.items;
    const itemIds = rows.map(({ id }) => id);
    const history = await historyOf(manager, itemIds, HISTORY_MAX);
    const claimers = await manager.findBy(Person, { id: In(rows.flatMap(({ claimedBy }) => claimedBy ?? [])) });
    const nameOf = new Map(claimers.map(({ id, username }) => [id, username ?? '']));
    return rows.map((row) =>
      toItem(
        row,
        history.filter(({ itemId }) => itemId === row.id),
        nameOf.get(row.claimedBy ?? '') ?? '',
      ),
    );
  }

  private async counts(): Promise<Record<string, number>> {
    const counts = await undecidedCounts(this.items.manager);
    return Object.fromEntries(MODERATION_KINDS.map((kind) => [kind, counts.get(kind) ?? 0]));
  }
}

/** A cursor as text: see {@link Cursor}. */
const CURSOR = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?[+-]\d\d(?::\d\d)?) ([\w-]{1,80})$/;

function cursorOf(bookmark: string, query: string): Cursor | null {
  if (bookmark === '') return null;
  const [, at, id] = CURSOR.exec(openBookmark(bookmark, query)) ?? [];
  if (!at || !id || Number.isNaN(Date.parse(at.replace(/([+-]\d\d)$/, '$1:00')))) {
    throw new ProductError('invalidBookmark');
  }
  return { at, id };
}
