import { ProductError } from '@switchback/platform/errors';
import type { Call, Rpc } from '@switchback/platform/rpc/call';
import { Collection, type CollectionForm, type Way } from '@switchback/proto/drives/v1/collection';
import type { DrivesService } from '@switchback/proto/drives/v1/service';
import { FakeAuthoring, refuseAllButStaff, refuseFree, signedIn } from './fake-authoring.js';

type Method<Name extends keyof DrivesService> = Rpc<DrivesService>[Name];

/** Secret of the only link, which always opens the collection `c1`. */
export const COLLECTION_SECRET = 'q83vEjRWeJCrze8SNFZ4kA';

/** Returns a complete trip over the drive `d1`, published unless private; tests override the fields that matter. */
export function collection(overrides: Partial<Collection> = {}): Collection {
  const { privacy = 'public' } = overrides;
  return {
    ...Collection.decode(new Uint8Array()),
    id: 'c1',
    rev: 1,
    name: 'Blue Ridge weekend',
    description: 'Two days in the mountains.',
    privacy,
    status: privacy === 'public' ? 'approved' : 'none',
    owner: { id: 'other', username: 'other' },
    items: [{ driveId: 'd1', note: 'Fuel in Cherokee.', day: 1 }],
    start: '2026-05-02',
    days: 2,
    distance: 12_345.6,
    duration: 900,
    approximate: true,
    estimated: true,
    ...overrides,
  };
}

/**
 * The drives service's calls about collections: unpublished ones exist for their owners only, everyone signed in may change
 * the ones that they see, and items keep the drives and totals that tests give them.
 */
export class FakeCollections extends FakeAuthoring {
  readonly #collections = new Map<string, Collection>();
  readonly #shares = new Map<string, string[]>();
  /** Ways between the drives of each collection, by its id. */
  readonly ways = new Map<string, Way[]>();

  addCollection(added: Collection): void {
    this.#collections.set(added.id, added);
  }

  #visible(id: string, { caller }: Call): Collection {
    const found = this.#collections.get(id);
    if (!found || (found.status !== 'approved' && found.owner?.id !== caller?.userId))
      throw new ProductError('collectionNotFound');
    return found;
  }

  #bySecret(secret: string): Collection {
    const found = this.#collections.get('c1');
    if (!found || secret !== COLLECTION_SECRET) throw new ProductError('secretLinkEnded');
    return found;
  }

  #save(current: Collection, { items, ...form }: CollectionForm, call: Call): Collection {
    if (form.privacy === 'public' || form.start || form.days) refuseFree(call);
    if (form.rev !== undefined && form.rev !== current.rev) throw new ProductError('staleRevision');
    const input = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined));
    const privacy = form.privacy ?? current.privacy;
    const asked = call.caller?.accountType === 'admin' ? 'approved' : 'pending';
    const status = privacy === 'private' ? 'none' : form.privacy === undefined ? current.status : asked;
    const saved = { ...current, ...input, ...items, status, rev: current.rev + 1 };
    this.addCollection(saved);
    return saved;
  }

  #decide(id: string, status: string, call: Call): number {
    refuseAllButStaff(call);
    const found = this.#collections.get(id);
    if (!found) throw new ProductError('collectionNotFound');
    if (found.status !== 'pending') throw new ProductError('alreadyDecided');
    this.addCollection({ ...found, status, rev: found.rev + 1 });
    return found.rev + 1;
  }

  listCollections: Method<'listCollections'> = async ({ userId }, { caller }) => ({
    collections: [...this.#collections.values()].filter(
      ({ owner, status }) => owner?.id === userId && (status === 'approved' || caller?.userId === userId),
    ),
    bookmark: '',
  });
  listPublishedCollections: Method<'listPublishedCollections'> = async () => ({
    collections: [...this.#collections.values()].filter(({ status }) => status === 'approved'),
    bookmark: '',
  });
  getCollection: Method<'getCollection'> = async ({ id }, call) => ({ collection: this.#visible(id, call) });
  createCollection: Method<'createCollection'> = async ({ form }, call) => {
    const { userId } = signedIn(call);
    const owner = { id: userId, username: userId };
    const created = { ...Collection.decode(new Uint8Array()), id: `c${this.#collections.size + 1}`, owner };
    return { collection: this.#save({ ...created, privacy: 'private', status: 'none' }, present(form), call) };
  };
  updateCollection: Method<'updateCollection'> = async ({ id, form }, call) => {
    signedIn(call);
    return { collection: this.#save(this.#visible(id, call), present(form), call) };
  };
  deleteCollection: Method<'deleteCollection'> = async ({ id }, call) => {
    signedIn(call);
    this.#collections.delete(this.#visible(id, call).id);
    return {};
  };
  approveCollection: Method<'approveCollection'> = async ({ id }, call) => ({
    rev: this.#decide(id, 'approved', call),
  });
  requestCollectionChanges: Method<'requestCollectionChanges'> = async ({ id }, call) => ({
    rev: this.#decide(id, 'changes-requested', call),
  });
  getCollectionShares: Method<'getCollectionShares'> = async ({ id }, call) => {
    signedIn(call);
    return { userIds: this.#shares.get(this.#visible(id, call).id) ?? [] };
  };
  shareCollection: Method<'shareCollection'> = async ({ id, userIds }, call) => {
    signedIn(call);
    const { name, start, days } = this.#visible(id, call);
    const added = userIds.filter((userId) => !this.#shares.get(id)?.includes(userId));
    this.#shares.set(id, userIds);
    return { name, userIds, added, isTrip: start !== '' || days > 0 };
  };
  getCollectionLink: Method<'getCollectionLink'> = async ({ id }, call) => {
    signedIn(call);
    this.#visible(id, call);
    return { link: undefined };
  };
  createCollectionLink: Method<'createCollectionLink'> = async ({ id, days }, call) => {
    signedIn(call);
    this.#visible(id, call);
    return { link: { secret: COLLECTION_SECRET, expiresAt: days === 0 ? '' : '2026-01-08T03:04:05.000Z' } };
  };
  revokeCollectionLink: Method<'revokeCollectionLink'> = async ({ id }, call) => {
    signedIn(call);
    this.#visible(id, call);
    return {};
  };
  getSecretCollection: Method<'getSecretCollection'> = async ({ secret }) => ({ collection: this.#bySecret(secret) });
  getWays: Method<'getWays'> = async ({ id, secret }, call) => {
    const { id: about } = secret === '' ? this.#visible(id, call) : this.#bySecret(secret);
    return { ways: this.ways.get(about) ?? [] };
  };
}

/** A message may be missing on the wire. */
function present(form: CollectionForm | undefined): CollectionForm {
  if (!form) throw new ProductError('invalidInput');
  return form;
}
