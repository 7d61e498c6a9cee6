import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Caller } from '@switchback/platform/rpc/call';
import { Collection as CollectionMessage } from '@switchback/proto/drives/v1/collection';
import { type EntityManager, Repository } from 'typeorm';
import { Collection } from './collection.entity.js';
import { obstacleTo, requireMay } from './collection.policy.js';
import {
  findShown,
  ownCollections,
  publishedCollections,
  sharedCollections,
  type ShownCollection,
} from './collections.sql.js';

/** Maximum size of a list, so that two of them fit into one gRPC message. */
const LIST_BYTES_MAX = 3_500_000;

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
    return toMessage(requireMay('read', await findShown(manager, id, caller), caller));
  }

  /** Returns a collection without asking whether the caller may see it: the secret of a link shows it to anyone. */
  async shown(id: string, caller: Caller | null): Promise<CollectionMessage | undefined> {
    const found = await findShown(this.collections.manager, id, caller);
    return found && toMessage(found);
  }

  /**
   * Returns the caller's own collections and those shared with them; of another person, the public ones. The newest
   * change comes first.
   */
  async listOf(userId: string, caller: Caller | null): Promise<CollectionMessage[]> {
    const { manager } = this.collections;
    const isOwn = caller !== null && caller.userId === userId;
    const own = await ownCollections(manager, userId, caller);
    if (!isOwn) return fitting(own.filter((row) => row.privacy === 'public' && mayRead(row, caller))).map(toMessage);
    const shared = await sharedCollections(manager, userId, caller);
    const lists = [own, shared].map((list) => fitting(list.filter((row) => mayRead(row, caller))));
    return lists
      .flat()
      .sort((a, b) => b.changedAt.getTime() - a.changedAt.getTime())
      .map(toMessage);
  }

  /** Returns public collections, the newest first. */
  async published(caller: Caller | null): Promise<CollectionMessage[]> {
    return fitting(await publishedCollections(this.collections.manager, caller)).map(toMessage);
  }
}

function mayRead(collection: ShownCollection, caller: Caller | null): boolean {
  return obstacleTo('read', collection, caller) === null;
}

/** Returns the leading collections that fit into one list. */
function fitting(collections: readonly ShownCollection[]): ShownCollection[] {
  let bytes = 0;
  return collections.filter((collection) => {
    bytes += CollectionMessage.encode(toMessage(collection)).finish().length;
    return bytes <= LIST_BYTES_MAX;
  });
}

function toMessage({ items, ownerId, ownerUsername, start, days, ...collection }: ShownCollection): CollectionMessage {
  const { id, rev, name, description, privacy, distance, duration } = collection;
  return {
    id,
    rev,
    name,
    description,
    privacy,
    owner: ownerId === null ? undefined : { id: ownerId, username: ownerUsername ?? '' },
    items: items.map(({ day, ...item }) => ({ ...item, day: day ?? 0 })),
    start: start ?? '',
    days: days ?? 0,
    distance,
    duration,
  };
}
