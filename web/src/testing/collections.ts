import type { CollectionForm } from '@switchback/contracts/endpoints/collections';
import type { Collection, ListedCollection, Way } from '@switchback/contracts/resources/collection';
import type { PublicationStatus } from '@switchback/contracts/rules/drives';
import { http, HttpResponse } from 'msw';
import { type FakeAccounts, refuse } from './accounts.js';

const GONE = refuse(
  404,
  'ERROR-00102',
  'Collection could not be found',
  'The collection you requested does not exist.',
);
const ENDED = refuse(404, 'ERROR-00100', 'This link is no longer valid', 'Please ask the sender for a new one.');
const STALE = refuse(409, 'ERROR-00051', 'Changed in the meantime', 'Please load the latest version.');

/** Returns a collection of the fake account's person, without drives; published if it is public. */
export function collection(over: Partial<Collection> = {}): Collection {
  const { privacy = 'private' } = over;
  return {
    id: 'c1',
    name: 'Blue Ridge weekend',
    description: '',
    privacy,
    status: privacy === 'public' ? 'approved' : 'none',
    changeRequest: null,
    owner: { id: 'u1', username: 'ridge.runner' },
    items: [],
    start: null,
    days: null,
    totals: { distance: 0, duration: 0, drives: 0, approximate: false, estimated: false },
    _rev: 1,
    ...over,
  };
}

/** Collections behind a fake API. It does not sum up their drives. */
export class FakeCollections {
  collections: Collection[] = [];
  ways: Way[] = [];
  /** Response to return instead of the regular one to a change. */
  failure: Response | null = null;
  /** Secrets of links, by collection. */
  readonly links = new Map<string, { secret: string; expiresAt: string | null }>();
  readonly shares = new Map<string, string[]>();
  /** Bodies of creations and changes. */
  readonly sent: CollectionForm[] = [];
  /** Idempotency keys of creations, also of failed ones. */
  readonly keys: (string | null)[] = [];

  constructor(private readonly accounts: FakeAccounts) {}

  get handlers() {
    const one = '*/api/collections/collection/:id';
    return [
      http.get('*/api/users/user/:id/collections', () => this.list(this.collections)),
      http.get('*/api/collections/published', () =>
        this.list(this.collections.filter(({ status }) => status === 'approved')),
      ),
      http.put('*/api/collections/collection', async ({ request }) => {
        this.keys.push(request.headers.get('idempotency-key'));
        return this.create(await formOf(request));
      }),
      http.get(`${one}/ways`, () => HttpResponse.json({ ways: this.ways })),
      http.get(one, ({ params }) => this.answer(this.find(params['id']))),
      http.post(one, async ({ params, request }) => this.update(this.find(params['id']), await formOf(request))),
      http.delete(one, ({ params }) => {
        this.collections = this.collections.filter(({ id }) => id !== params['id']);
        return HttpResponse.json({});
      }),
      http.post(`${one}/shared`, async ({ params, request }) => {
        const { users } = (await request.json()) as { users?: string[] };
        if (users !== undefined) this.shares.set(String(params['id']), users);
        return HttpResponse.json({ shared: this.shares.get(String(params['id'])) ?? [] });
      }),
      ...this.linkHandlers(`${one}/secret-link`),
    ];
  }

  private linkHandlers(path: string) {
    const expiresAt = '2027-01-01T00:00:00.000Z';
    return [
      http.post(path, ({ params }) => HttpResponse.json({ link: this.links.get(String(params['id'])) ?? null })),
      http.put(path, async ({ params, request }) => {
        const { days } = (await request.json()) as { days: number | null };
        const link = { secret: `secret-of-${String(params['id'])}`, expiresAt: days === null ? null : expiresAt };
        this.links.set(String(params['id']), link);
        return HttpResponse.json({ link }, { status: 201 });
      }),
      http.delete(path, ({ params }) => {
        this.links.delete(String(params['id']));
        return HttpResponse.json({});
      }),
      http.post('*/api/collections/secret', async ({ request }) => {
        const { secret } = (await request.json()) as { secret: string };
        const [id] = [...this.links].find(([, link]) => link.secret === secret) ?? [];
        return id === undefined ? ENDED.clone() : this.answer(this.find(id));
      }),
      http.post('*/api/collections/secret/ways', () => HttpResponse.json({ ways: this.ways })),
    ];
  }

  /** Answers without notes, as the real list does. */
  private list(found: readonly Collection[]) {
    const listed = found.map((each): ListedCollection => ({
      ...each,
      items: each.items.flatMap(({ driveId, day }) => (driveId === null ? [] : [{ driveId, day }])),
    }));
    return HttpResponse.json({ collections: listed, bookmark: null });
  }

  private find(id: unknown): Collection | undefined {
    return this.collections.find((known) => known.id === id);
  }

  private create(form: CollectionForm) {
    if (this.failure !== null) return this.failure.clone();
    this.sent.push(form);
    const owner = { id: this.accounts.user.id, username: this.accounts.user.username };
    const made = this.changed(collection({ id: `c${this.collections.length + 1}`, owner }), form);
    this.collections.push(made);
    return HttpResponse.json({ collection: made }, { status: 201 });
  }

  private update(current: Collection | undefined, form: CollectionForm) {
    if (this.failure !== null) return this.failure.clone();
    if (current === undefined) return GONE.clone();
    if (form._rev !== undefined && form._rev !== null && form._rev !== current._rev) return STALE.clone();
    this.sent.push(form);
    const next = this.changed(current, form);
    this.collections = this.collections.map((known) => (known.id === next.id ? next : known));
    return this.answer(next);
  }

  private changed(current: Collection, { items, ...form }: CollectionForm): Collection {
    const listed = items?.map(({ driveId, note, day }) => ({
      driveId: driveId ?? null,
      note: note ?? '',
      day: day ?? null,
    }));
    const status = this.statusAfter(current, form);
    const changeRequest = status === 'changes-requested' ? current.changeRequest : null;
    return { ...current, ...form, ...(listed && { items: listed }), status, changeRequest, _rev: current._rev + 1 };
  }

  /** Staff publish at once; changes of owners wait for a review. */
  private statusAfter({ privacy, status }: Collection, form: CollectionForm): PublicationStatus {
    if ((form.privacy ?? privacy) === 'private') return 'none';
    if (this.accounts.user.accountType === 'admin') return 'approved';
    return status === 'changes-requested' && form.privacy === undefined ? status : 'pending';
  }

  private answer(found: Collection | undefined) {
    return found === undefined ? GONE.clone() : HttpResponse.json({ collection: found });
  }
}

async function formOf(request: Request): Promise<CollectionForm> {
  return ((await request.json()) as { collection: CollectionForm }).collection;
}
