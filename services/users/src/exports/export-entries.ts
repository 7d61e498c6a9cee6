import type { Call } from '@switchback/platform/rpc/call';
import { accountTypeOf } from '@switchback/platform/wire/account-type';
import { present } from '@switchback/platform/wire/values';
import type { Lists, User } from '@switchback/proto/users/v1/user';
import type { ContactMessages } from '../contact/contact-messages.js';
import type { MemberCall } from '../member.js';
import type { AuthPeer, BillingPeer, DrivesPeer } from '../peers.js';
import type { People } from '../people.js';
import { toPrivacy } from '../profiles/user.mapper.js';
import type { Notices } from '../notices/notices.js';
import type { RecentSearches } from '../searches/recent-searches.js';
import { collectionFacts } from './collection-facts.js';
import { driveEntries } from './drive-entries.js';
import { namedDrives } from './named-drives.js';
import { photoEntries, photoFacts, photosOf, type PhotoSources } from './photo-entries.js';
import type { Entry } from './zip.js';

export interface ExportSources extends PhotoSources {
  people: Pick<People, 'user' | 'profile'>;
  searches: Pick<RecentSearches, 'list'>;
  messages: Pick<ContactMessages, 'ofPerson'>;
  notices: Pick<Notices, 'ofPerson'>;
  auth: AuthPeer;
  billing: BillingPeer;
  drives: DrivesPeer;
}

/**
 * Collects all data stored about a person as files, and no data of anyone else.
 * @param signal ends it between two of their drives.
 */
export async function exportEntries(sources: ExportSources, call: MemberCall, signal: AbortSignal): Promise<Entry[]> {
  const { userId } = call.caller;
  const user = await sources.people.user(call.caller);
  const { avatarId, createdAt, ...profile } = await sources.people.profile(userId);
  const lists = present(user.lists, 'lists');
  const photos = await photosOf(sources, call);
  const made = [...lists.private, ...lists.pending, ...lists.published];
  return [
    json('account.json', () => accountOf(sources, call)),
    json('profile.json', async () => ({ ...personOf(user), createdAt, privacy: toPrivacy(profile) })),
    json('lists.json', () => namedLists(sources, lists, call)),
    { name: 'collections.json', content: () => collectionFacts(sources.drives, call, signal) },
    json('recent-searches.json', () => sources.searches.list(userId)),
    json('contact-messages.json', () => sources.messages.ofPerson(userId)),
    json('subscription.json', async () => (await sources.billing()).exportCustomer({}, call)),
    json('notices.json', () => sources.notices.ofPerson(userId)),
    json('photos.json', async () => photoFacts(photos)),
    ...driveEntries(sources.drives, made, call, signal),
    ...photoEntries(sources, photos),
    ...avatarEntry(sources, user, avatarId),
  ];
}

/** Fields that identify the person; the rest has separate files. */
function personOf({ id, username, firstName, lastName, bio, country, state, city, driven }: User) {
  return { id, username, firstName, lastName, bio, country, state, city, driven };
}

function json(name: string, make: () => Promise<unknown>): Entry {
  return {
    name,
    async *content() {
      yield `${JSON.stringify(await make(), null, 2)}\n`;
    },
  };
}

async function accountOf(sources: ExportSources, call: Call): Promise<unknown> {
  const auth = await sources.auth();
  const [{ account, consents }, { sessions }, signIn] = await Promise.all([
    auth.getAccount({}, call),
    auth.listSessions({}, call),
    auth.getSignIn({}, call),
  ]);
  const { accountType, ...known } = present(account, 'account');
  return { ...known, accountType: accountTypeOf(accountType), signIn, sessions, consents };
}

async function namedLists({ drives }: ExportSources, lists: Lists, call: Call): Promise<unknown> {
  return {
    saved: await namedDrives(drives, lists.saved, call),
    completed: await namedDrives(drives, lists.completed, call),
    sharedWithMe: lists.shared,
    sharedByMe: lists.sharing,
  };
}

function avatarEntry({ storage }: ExportSources, { id }: User, avatarId: string | null): Entry[] {
  if (avatarId === null) return [];
  const key = `users/${id}/${avatarId}/original.jpg`;
  return [
    {
      name: 'picture.jpg',
      async *content() {
        yield* (await storage.get(key)).body as AsyncIterable<Uint8Array>;
      },
    },
  ];
}
