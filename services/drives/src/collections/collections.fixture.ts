import { EventFactory } from '@switchback/platform/events/event';
import { collectionSubmissionsTopic } from '@switchback/platform/events/topics';
import { randomIds } from '@switchback/platform/ids';
import type { Caller } from '@switchback/platform/rpc/call';
import type {
  Collection as CollectionMessage,
  CollectionForm,
  ListedCollection,
} from '@switchback/proto/drives/v1/collection';
import type { SubmissionEvent } from '@switchback/proto/moderation/v1/events';
import { outboxOfTopic } from '@switchback/testing/outbox';
import { TestClock } from '@switchback/testing/test-clock';
import { openAuthoring, type OpenedAuthoring } from '../authoring/authoring.fixture.js';
import type { Drive } from '../drive/drive.entity.js';
import { alter, importedDrive } from '../drives.fixture.js';
import { Collection, CollectionLink } from './collection.entity.js';
import { CollectionLinks } from './collection-links.js';
import { CollectionReviews } from './collection-reviews.js';
import { CollectionShares } from './collection-shares.js';
import { CollectionSubmissions } from './collection-submissions.js';
import { CollectionsQueries } from './collections.queries.js';
import { Collections } from './collections.service.js';

/** The collections of the drives service, on a real database. */
export interface OpenedCollections {
  drives: OpenedAuthoring;
  collections: Collections;
  queries: CollectionsQueries;
  reviews: CollectionReviews;
  /** Returns the first page of a person's list. */
  listOf: (userId: string, caller: Caller | null) => Promise<ListedCollection[]>;
  /** Returns the first page of the public collections. */
  published: (caller: Caller | null) => Promise<ListedCollection[]>;
  shares: CollectionShares;
  links: CollectionLinks;
  clock: TestClock;
  /** Returns the published submission events, oldest first. */
  submissions: () => Promise<SubmissionEvent[]>;
  /** Deletes everything. */
  clear: () => Promise<unknown>;
}

/** @param url a database of the spec's own. */
export async function openCollections(url: string): Promise<OpenedCollections> {
  const drives = await openAuthoring(url);
  const { source } = drives;
  const clock = new TestClock();
  const repository = source.getRepository(Collection);
  const queries = new CollectionsQueries(repository);
  const submissions = new CollectionSubmissions(new EventFactory({ source: 'drives', clock, ids: randomIds }), clock);
  return {
    drives,
    collections: new Collections(repository, queries, submissions, clock, randomIds),
    reviews: new CollectionReviews(repository, submissions, clock),
    queries,
    listOf: async (userId, caller) => (await queries.listOf(userId, '', caller)).collections,
    published: async (caller) => (await queries.published('', caller)).collections,
    shares: new CollectionShares(repository),
    links: new CollectionLinks(source.getRepository(CollectionLink), queries, clock),
    clock,
    submissions: () => outboxOfTopic(source, collectionSubmissionsTopic),
    clear: () => source.query('truncate drive, collection, owner, suspension, outbox, idempotent_request cascade'),
  };
}

export function formOf(overrides: Partial<CollectionForm> = {}): CollectionForm {
  return { items: undefined, ...overrides };
}

/** Returns items without notes, as a form sends them; a day of 0 is unplanned. */
export function itemsOf(...items: readonly (string | [driveId: string, day: number])[]) {
  return {
    items: items.map((item) => {
      const [driveId, day] = typeof item === 'string' ? [item, 0] : item;
      return { driveId, note: '', day };
    }),
  };
}

/** Creates a collection. */
export function createdBy(
  { collections }: OpenedCollections,
  caller: Caller,
  overrides: Partial<CollectionForm> = {},
): Promise<CollectionMessage> {
  return collections.create({ form: formOf({ name: 'Blue Ridge', ...overrides }), idempotency: undefined }, caller);
}

/** Imports public drives, and changes those named with a change. @returns their ids, in this order. */
export async function addDrives(
  { drives }: OpenedCollections,
  changes: Record<string, Partial<Drive>>,
): Promise<string[]> {
  const keys = Object.keys(changes);
  await drives.service.importDrives(keys.map((id) => importedDrive({ id })));
  return Promise.all(keys.map((key) => alter(drives.source, key, { official: false, ...changes[key] })));
}

/** Returns the ids of a collection's drives, in order. */
export function driveIdsOf({ items }: ListedCollection): string[] {
  return items.map(({ driveId }) => driveId);
}

/** Returns a collection as a list has it. */
export function listedAs({ items, ...collection }: CollectionMessage): ListedCollection {
  return { ...collection, items: items.map(({ driveId, day }) => ({ driveId, day })) };
}
