import { ProductError } from '@switchback/platform/errors';
import type { Call, Rpc } from '@switchback/platform/rpc/call';
import type { Deal, DealForm } from '@switchback/proto/billing/v1/deal';
import type { BillingService } from '@switchback/proto/billing/v1/service';
import { refuseAllButStaff, signedIn } from './fake-authoring.js';

type Method<Name extends keyof BillingService> = Rpc<BillingService>[Name];

/** Returns a complete deal; tests override the fields that matter. */
export function deal(overrides: Partial<Deal> = {}): Deal {
  return {
    id: 'deal1',
    rev: 1,
    title: '10% off at Ridge Tires',
    text: 'For **four** tires.',
    link: 'https://tires.example.com/offer',
    code: 'CURVES10',
    from: '2026-05-01',
    until: '2026-05-31',
    where: { countryId: 233, states: [{ id: 1446, name: 'North Carolina' }] },
    ...overrides,
  };
}

/** The billing service's calls about deals, all of them current. */
export class FakeDeals {
  readonly #deals = new Map<string, Deal>();

  addDeal(added: Deal): void {
    this.#deals.set(added.id, added);
  }

  #find(id: string, call: Call): Deal {
    signedIn(call);
    refuseAllButStaff(call);
    const found = this.#deals.get(id);
    if (!found) throw new ProductError('dealNotFound');
    return found;
  }

  #save(existing: Deal, form: DealForm | undefined): { deal: Deal } {
    const { rev, ...given } = form ?? {};
    if (rev !== undefined && rev !== existing.rev) throw new ProductError('staleRevision');
    const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    const saved = { ...existing, ...known, rev: existing.rev + 1 };
    this.addDeal(saved);
    return { deal: saved };
  }

  listDeals: Method<'listDeals'> = async ({ all }, call) => {
    if (all && call.caller?.accountType !== 'admin') throw new ProductError('notAllowed');
    const isHero = call.caller !== null && call.caller.accountType !== 'free';
    const deals = [...this.#deals.values()];
    return { deals: isHero ? deals : deals.map((found) => ({ ...found, text: '', link: '', code: '' })) };
  };
  createDeal: Method<'createDeal'> = async ({ form }, call) => {
    signedIn(call);
    refuseAllButStaff(call);
    const blank = deal({ id: `deal${this.#deals.size + 1}`, rev: 0, text: '', link: '', code: '' });
    return this.#save(blank, form);
  };
  updateDeal: Method<'updateDeal'> = async ({ id, form }, call) => this.#save(this.#find(id, call), form);
  deleteDeal: Method<'deleteDeal'> = async ({ id }, call) => {
    this.#deals.delete(this.#find(id, call).id);
    return {};
  };
}
