import type { Collection } from '@switchback/proto/drives/v1/collection';
import type { MemberCall } from '../member.js';
import type { DrivesPeer } from '../peers.js';
import { namedDrives } from './named-drives.js';

/**
 * Returns the data about a person's own collections, without the secrets of their links; other people's collections are
 * only listed as shared with them.
 */
export async function collectionFacts(peer: DrivesPeer, call: MemberCall): Promise<unknown> {
  const { userId } = call.caller;
  const drives = await peer();
  const { collections } = await drives.listCollections({ userId }, call);
  const isOwn = ({ owner }: Collection) => owner?.id === userId;
  const own: object[] = [];
  for (const collection of collections.filter(isOwn)) own.push(await factsOf(peer, collection, call));
  const shared = collections.filter((collection) => !isOwn(collection));
  return { own, sharedWithMe: shared.map(({ id, name }) => ({ id, name })) };
}

async function factsOf(peer: DrivesPeer, collection: Collection, call: MemberCall): Promise<object> {
  const { id, name, description, privacy, start, days, items } = collection;
  const named = await namedDrives(peer, [...new Set(items.map(({ driveId }) => driveId))], call);
  const titles = new Map(named.map((drive) => [drive.id, drive.title]));
  return {
    id,
    name,
    description,
    privacy,
    start: start || null,
    days: days || null,
    items: items.map(({ driveId, note, day }) => ({ driveId, title: titles.get(driveId), note, day: day || null })),
    ...(privacy === 'private' && (await readersOf(peer, id, call))),
  };
}

/** Returns the people and the link that open a private collection. */
async function readersOf(peer: DrivesPeer, id: string, { caller, ...call }: MemberCall): Promise<object> {
  // A person who is Hero no more shares nothing new, but the list of an earlier trip is their data.
  const asHero: MemberCall = { ...call, caller: { ...caller, accountType: 'hero' } };
  const drives = await peer();
  const [{ userIds: sharedWith }, { link }] = await Promise.all([
    drives.getCollectionShares({ id }, asHero),
    drives.getCollectionLink({ id }, asHero),
  ]);
  return { sharedWith, link: link ? { expiresAt: link.expiresAt } : null };
}
