import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LIMITS } from '@switchback/contracts/rules/limits';
import type { DrivenPart } from '@switchback/geo/driven-part';
import { ProductError } from '@switchback/platform/errors';
import type { Caller } from '@switchback/platform/rpc/call';
import { openBookmark, sealBookmark } from '@switchback/platform/wire/bookmark';
import type {
  Collection as CollectionMessage,
  DrivenPart as PartMessage,
  ListedCollection,
} from '@switchback/proto/drives/v1/collection';
import { type EntityManager, Repository } from 'typeorm';
import { Collection } from './collection.entity.js';
import { isKeeper, isPublished, obstacleTo, requireMay } from './collection.policy.js';
import {
  type Cursor,
  type ListedRow,
  ownCollections,
  publishedCollections,
  sharedCollections,
} from './collection-lists.sql.js';
import { type CollectionState, findShown, type ShownCollection } from './collections.sql.js';

/** A page of a list of collections. */
export interface CollectionPage {
  collections: ListedCollection[];
  /** Empty on the last page. */
  bookmark: string;
}

/** Reads collections. Items whose drives the caller may not see are left out, and their number is not returned. */
@Injectable()
export class CollectionsQueries {
  constructor(@InjectRepository(Collection) private readonly collections: Repository<Collection>) {}

  /** @throws ProductError `collectionNotFound` also if the caller may not know that it exists, `upgradeNeeded` */
  async find(
    id: string,
    caller: Caller | null,
    manager: EntityManager = this.collections.manager,
  ): Promise<CollectionMessage> {
    return toMessage(requireMay('read', await findShown(manager, id, caller), caller), caller);
  }

  /** Returns a collection without asking whether the caller may see it: the secret of a link shows it to anyone. */
  async shown(id: string, caller: Caller | null): Promise<CollectionMessage | undefined> {
    const found = await findShown(this.collections.manager, id, caller);
    return found && toMessage(found, caller);
  }

  /**
   * Returns the caller's own collections and those shared with them; of another person, the public ones. The first page
   * has all of one's own, and further pages continue those shared. The newest change comes first in a page.
   * @throws ProductError `invalidBookmark`
   */
  async listOf(userId: string, bookmark: string, caller: Caller | null): Promise<CollectionPage> {
    const query = `collections ${userId}`;
    const after = cursorOf(bookmark, query);
    const { manager } = this.collections;
    const own = after ? [] : await ownCollections(manager, userId, caller);
    if (caller?.userId !== userId) {
      const collections = own
        .filter((row) => isPublished(row) && mayRead(row, caller))
        .map((row) => toListed(row, caller));
      return { collections, bookmark: '' };
    }
    const limit = LIMITS.sharedCollectionsBatch;
    const rows = await sharedCollections(manager, userId, { after, limit: limit + 1 }, caller);
    // A free account may read none of them, and must not learn their number from the pages either.
    const shared = rows.filter((row) => mayRead(row, caller));
    const page = shared.slice(0, limit);
    const collections = [...own.filter((row) => mayRead(row, caller)), ...page]
      .sort((a, b) => b.changedAt.getTime() - a.changedAt.getTime())
      .map((row) => toListed(row, caller));
    return { collections, bookmark: bookmarkAfter(shared, limit, query, ({ changedAt }) => changedAt) };
  }

  /**
   * Returns public collections, the newest first.
   * @throws ProductError `invalidBookmark`
   */
  async published(bookmark: string, caller: Caller | null): Promise<CollectionPage> {
    const query = 'published collections';
    const limit = LIMITS.publishedCollectionsBatch;
    const page = { after: cursorOf(bookmark, query), limit: limit + 1 };
    const rows = await publishedCollections(this.collections.manager, page, caller);
    return {
      collections: rows.slice(0, limit).map((row) => toListed(row, caller)),
      bookmark: bookmarkAfter(rows, limit, query, ({ publishedAt, changedAt }) => publishedAt ?? changedAt),
    };
  }
}

function mayRead(collection: CollectionState, caller: Caller | null): boolean {
  return obstacleTo('read', collection, caller) === null;
}

/** A cursor as text: milliseconds and id. */
const CURSOR = /^(\d{1,15}) ([\w-]{1,80})$/;

function cursorOf(bookmark: string, query: string): Cursor | null {
  if (bookmark === '') return null;
  const [, time, id] = CURSOR.exec(openBookmark(bookmark, query)) ?? [];
  if (!time || !id) throw new ProductError('invalidBookmark');
  return { time: new Date(Number(time)), id };
}

/** Returns the bookmark after a page; empty unless more rows than the page holds were read. */
function bookmarkAfter(
  rows: readonly ListedRow[],
  limit: number,
  query: string,
  timeOf: (row: ListedRow) => Date,
): string {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return last ? sealBookmark(`${timeOf(last).getTime()} ${last.id}`, query) : '';
}

function toMessage(
  { items, distance, duration, approximate, estimated, ...collection }: ShownCollection,
  caller: Caller | null,
): CollectionMessage {
  return {
    ...headOf(collection, caller),
    items: items.map(({ driveId, note, day, part, place }) => ({
      driveId: driveId ?? '',
      note,
      day: day ?? 0,
      part: part ? toPart(part) : undefined,
      place: place ?? undefined,
    })),
    distance,
    duration,
    approximate,
    estimated,
  };
}

function toListed({ driveIds, itemDays, ...row }: ListedRow, caller: Caller | null): ListedCollection {
  const { distance, duration, approximate, estimated, ...collection } = row;
  const items = driveIds.map((driveId, index) => ({ driveId, day: itemDays[index] ?? 0 }));
  return { ...headOf(collection, caller), items, distance, duration, approximate, estimated };
}

function toPart({ reversed, stretch }: DrivenPart): PartMessage {
  return { reversed, stretch: stretch ?? undefined };
}

/** Returns the fields that do not depend on the items. */
function headOf(collection: CollectionState & Pick<ShownCollection, 'ownerUsername'>, caller: Caller | null) {
  const { id, rev, name, description, ownerId, ownerUsername, start, days } = collection;
  // People with whom it is shared read it like a private one, and learn nothing of its review.
  const isSeen = isPublished(collection) || isKeeper(collection, caller);
  return {
    id,
    rev,
    name,
    description,
    privacy: isSeen ? collection.privacy : 'private',
    status: isSeen ? collection.status : 'none',
    changeRequest: isKeeper(collection, caller) ? collection.changeRequest : '',
    owner: ownerId === null ? undefined : { id: ownerId, username: ownerUsername ?? '' },
    start: start ?? '',
    days: days ?? 0,
  };
}
