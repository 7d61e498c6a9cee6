import type { ModerationItem } from '@switchback/contracts/endpoints/moderation';
import { ERRORS } from '@switchback/contracts/errors';
import { type Decision, MODERATION_KINDS } from '@switchback/contracts/rules/moderation';
import { http, HttpResponse } from 'msw';
import { refuse } from './accounts.js';

const BATCH = 25;

type HistoryEntry = ModerationItem['history'][number];

/** A pending drive, with overrides; its id is also its subject's. */
export function moderationItem(over: Partial<ModerationItem> & { id: string }): ModerationItem {
  return {
    kind: 'drive',
    state: 'open',
    reasons: [],
    text: '',
    driveId: null,
    quote: '',
    sender: null,
    changes: [],
    earlierPath: null,
    _rev: 1,
    subject: { type: 'drive', id: over.id, title: `Road ${over.id}`, url: `/create/${over.id}?reviewing=true` },
    created: '2126-01-01T00:00:00.000Z',
    dueBy: '2126-01-04T00:00:00.000Z',
    claimedBy: null,
    decision: null,
    history: [],
    ...over,
  };
}

/** An entry of an item's history, with overrides. */
export function historyEntry(over: Partial<HistoryEntry>): HistoryEntry {
  return {
    at: '2026-01-02T00:00:00.000Z',
    who: null,
    action: 'submitted',
    note: '',
    corrected: [],
    _rev: null,
    ...over,
  };
}

/** A pending report of a review, with overrides. */
export function reportItem(over: Partial<ModerationItem> = {}): ModerationItem {
  return moderationItem({
    id: 'r',
    kind: 'abuse-report',
    text: 'Look at this.',
    quote: 'You all drive badly',
    driveId: 'a',
    reasons: ['hatefulOrAbusive', 'other'],
    subject: { type: 'review', id: 'r1', title: 'Rude', url: '/drive-details/a' },
    ...over,
  });
}

/** A decision as it was sent. */
interface Sent {
  id: string;
  decision: Decision;
  note: string | undefined;
  changeRequest: Record<string, string> | undefined;
}

/** The staff's queue behind a fake API: in the order of its items, one page at a time. Records requests. */
export class FakeQueue {
  items: ModerationItem[] = [];
  /** Number of requests for the queue. */
  reads = 0;
  readonly claims: string[] = [];
  readonly sent: Sent[] = [];
  /** Revisions in the decisions. */
  readonly revs: (number | null)[] = [];
  /** Responses of the queue wait for this promise. */
  held: Promise<void> = Promise.resolve();

  readonly handlers = [
    http.get('*/api/moderation/queue', async ({ request }) => {
      this.reads += 1;
      await this.held;
      const query = new URL(request.url).searchParams;
      return HttpResponse.json(this.page(query.get('kind'), query.get('state'), query.get('bookmark')));
    }),
    http.post('*/api/moderation/items/:id/claim', ({ params }) => {
      const id = String(params['id']);
      this.claims.push(id);
      return (
        this.refusal(id) ?? this.answer(id, { state: 'claimed', claimedBy: { id: 'u1', username: 'ridge.runner' } })
      );
    }),
    http.post('*/api/moderation/items/:id/decide', async ({ params, request }) => {
      const id = String(params['id']);
      const { decision, note, changeRequest, _rev } = (await request.json()) as Omit<Sent, 'id'> & { _rev: number };
      this.revs.push(_rev);
      const refusal = this.refusal(id) ?? this.stale(id, _rev);
      if (refusal !== null) return refusal;
      if (decision === 'answered' && !note?.trim()) return this.refuseWith('invalidInput');
      this.sent.push({ id, decision, note, changeRequest });
      return this.answer(id, { state: 'decided', decision, claimedBy: null });
    }),
  ];

  /** Changes an item like another admin would. */
  change(id: string, given: Partial<ModerationItem>): void {
    this.items = this.items.map((item) => (item.id === id ? { ...item, ...given } : item));
  }

  private page(kind: string | null, state: string | null, bookmark: string | null) {
    const open = this.items.filter((item) => item.state !== 'decided');
    const after = this.items.findIndex(({ id }) => id === bookmark);
    const left = this.items
      .slice(after + 1)
      .filter((item) => item.kind === kind && (state === null ? item.state !== 'decided' : item.state === state));
    return {
      items: left.slice(0, BATCH),
      bookmark: left.length > BATCH ? left[BATCH - 1]!.id : null,
      counts: Object.fromEntries(
        MODERATION_KINDS.map((name) => [name, open.filter((one) => one.kind === name).length]),
      ),
    };
  }

  private refusal(id: string) {
    const item = this.items.find((one) => one.id === id);
    if (item === undefined) return this.refuseWith('itemNotFound');
    if (item.state === 'decided') return this.refuseWith('alreadyDecided', { decision: item.decision });
    if (item.claimedBy !== null && item.claimedBy.id !== 'u1')
      return this.refuseWith('claimedByOther', { decision: null });
    return null;
  }

  /** Reopens an item whose drive has changed, like the API. */
  private stale(id: string, seen: number) {
    const rev = this.items.find((one) => one.id === id)?._rev ?? seen;
    if (seen === rev) return null;
    this.change(id, { state: 'open', claimedBy: null });
    return this.refuseWith('staleRevision', { _rev: rev });
  }

  private refuseWith(error: keyof typeof ERRORS, additional: object = {}) {
    const { type, code, title, message } = ERRORS[error];
    return refuse(type, code, title, message, { additional });
  }

  private answer(id: string, given: Partial<ModerationItem>) {
    this.change(id, given);
    return HttpResponse.json({ item: this.items.find((one) => one.id === id) });
  }
}
