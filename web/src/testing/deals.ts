import type { DealForm } from '@switchback/contracts/endpoints/deals';
import type { Deal } from '@switchback/contracts/resources/deal';
import { http, HttpResponse } from 'msw';
import { type FakeAccounts, refuse } from './accounts.js';

const STALE = refuse(409, 'ERROR-00051', 'Changed in the meantime', 'Please load the latest version.');

/** Returns a whole deal that is always current; tests override the fields that matter. */
export function deal(overrides: Partial<Deal> = {}): Deal {
  return {
    id: 'deal1',
    title: '10% off at Ridge Tires',
    text: 'For **four** tires.',
    link: 'https://tires.example.com/offer',
    code: 'CURVES10',
    from: '2020-01-01',
    until: '2999-05-03',
    country: 233,
    states: [{ id: 1447, name: 'North Carolina' }],
    _rev: 1,
    ...overrides,
  };
}

/** Deals behind a fake API: Heroes get them whole, other people without text, link and code. */
export class FakeDeals {
  deals: Deal[] = [deal()];
  /** Response to return instead of the regular one. */
  failure: Response | null = null;
  /** Number of requests for the list. */
  reads = 0;
  /** Bodies of creations and changes. */
  readonly sent: DealForm[] = [];
  /** Idempotency keys of creations, also of failed ones. */
  readonly keys: (string | null)[] = [];

  constructor(private readonly accounts: FakeAccounts) {}

  readonly handlers = [
    http.get('*/api/deals', ({ request }) => {
      this.reads += 1;
      const isVisitor = request.headers.get('authorization') === null;
      const isLocked = isVisitor || this.accounts.user.accountType === 'free';
      const deals = this.deals.map((whole) => (isLocked ? { ...whole, text: '', link: null, code: null } : whole));
      return this.failure?.clone() ?? HttpResponse.json({ deals });
    }),
    http.put('*/api/deals/deal', async ({ request }) => {
      this.keys.push(request.headers.get('idempotency-key'));
      return this.save(deal({ id: `deal${this.deals.length + 1}`, _rev: 0 }), await this.formOf(request));
    }),
    http.post('*/api/deals/deal/:id', async ({ params, request }) => {
      const form = await this.formOf(request);
      const stored = this.deals.find(({ id }) => id === params['id']);
      return stored?._rev === form._rev ? this.save(stored ?? deal(), form) : STALE.clone();
    }),
    http.delete('*/api/deals/deal/:id', ({ params }) => {
      this.deals = this.deals.filter(({ id }) => id !== params['id']);
      return HttpResponse.json({});
    }),
  ];

  private async formOf(request: Request): Promise<DealForm> {
    const { deal: form } = (await request.json()) as { deal: DealForm };
    this.sent.push(form);
    return form;
  }

  private save(before: Deal, { states = [], ...form }: DealForm): Response {
    if (this.failure !== null) return this.failure.clone();
    const named = states.map((id) => ({ id, name: id === 1447 ? 'North Carolina' : `State ${id}` }));
    const saved = { ...before, ...form, states: named, _rev: before._rev + 1 };
    this.deals = [...this.deals.filter(({ id }) => id !== saved.id), saved];
    return HttpResponse.json({ deal: saved });
  }
}
