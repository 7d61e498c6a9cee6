import { ProductError } from '@switchback/platform/errors';
import { present } from '@switchback/platform/wire/values';
import type { ListedCollection } from '@switchback/proto/drives/v1/collection';
import type { MemberCall } from '../member.js';
import type { DrivesPeer } from '../peers.js';
import { namedDrives } from './named-drives.js';

/**
 * Writes the data about a person's own collections, without the secrets of their links; other people's collections are
 * only listed as shared with them. One collection after the other, because the notes of all have megabytes.
 * @param signal ends it between two collections.
 */
export async function* collectionFacts(
  peer: DrivesPeer,
  call: MemberCall,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const shared: ListedCollection[] = [];
  yield '{"own": [';
  let written = 0;
  for await (const listed of allCollections(peer, call)) {
    signal.throwIfAborted();
    if (listed.owner?.id !== call.caller.userId) {
      shared.push(listed);
      continue;
    }
    // It may be deleted during the export.
    const facts = await factsOf(peer, listed.id, call).catch((error: unknown) => {
      if (!isGone(error)) throw error;
    });
    if (facts) yield `${written++ === 0 ? '' : ','}\n${JSON.stringify(facts, null, 2)}`;
  }
  yield `\n],\n"sharedWithMe": ${JSON.stringify(
    shared.map(({ id, name }) => ({ id, name })),
    null,
    2,
  )}}\n`;
}

async function* allCollections(peer: DrivesPeer, call: MemberCall): AsyncGenerator<ListedCollection> {
  const { userId } = call.caller;
  let bookmark = '';
  do {
    const drives = await peer();
    const page = await drives.listCollections({ userId, bookmark }, call);
    yield* page.collections;
    ({ bookmark } = page);
  } while (bookmark !== '');
}

async function factsOf(peer: DrivesPeer, listedId: string, call: MemberCall): Promise<object> {
  const drives = await peer();
  const collection = present((await drives.getCollection({ id: listedId }, call)).collection, 'collection');
  const { id, name, description, privacy, status, start, days, items } = collection;
  const isRead = privacy === 'private' || status === 'pending' || status === 'changes-requested';
  const named = await namedDrives(peer, [...new Set(items.map(({ driveId }) => driveId).filter(Boolean))], call);
  const titles = new Map(named.map((drive) => [drive.id, drive.title]));
  return {
    id,
    name,
    description,
    privacy,
    status,
    start: start || null,
    days: days || null,
    items: items.map(({ driveId, note, day, part, place }) => {
      const drive = driveId === '' ? { place } : { driveId, title: titles.get(driveId), part };
      return { ...drive, note, day: day || null };
    }),
    ...(isRead && (await readersOf(peer, id, call))),
  };
}

function isGone(error: unknown): boolean {
  return error instanceof ProductError && error.error === 'collectionNotFound';
}

/** Returns the people and the link that open an unpublished collection. */
async function readersOf(peer: DrivesPeer, id: string, { caller, ...call }: MemberCall): Promise<object> {
  // A person who is Hero no more shares nothing new, but the list of an earlier trip is their data.
  const asHero: MemberCall = { ...call, caller: { ...caller, accountType: 'hero' } };
  const drives = await peer();
  const [{ userIds: sharedWith }, { link }] = await Promise.all([
    drives.getCollectionShares({ id }, asHero),
    drives.getCollectionLink({ id }, asHero),
  ]);
  return { sharedWith, link: link ? { expiresAt: link.expiresAt || null } : null };
}
