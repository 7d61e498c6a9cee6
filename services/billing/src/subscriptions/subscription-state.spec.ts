// Aim: in whatever order and however often the provider's events arrive, a person ends up in the state of the newest.
import { describe, expect, it } from '@jest/globals';
import { isHeroStatus, SUBSCRIPTION_STATUSES, type SubscriptionStatus } from '@switchback/contracts/rules/billing';
import { current, isCancellable, latest, purchaseOf, type SubscriptionState } from './subscription-state.js';

function state(resourceVersion: number, status: SubscriptionStatus, id = 's1'): SubscriptionState {
  return {
    id,
    userId: 'u1',
    status,
    itemPriceId: 'Hero-USD-Yearly',
    resourceVersion,
    nextBillingAt: 1_800_000_000,
    currentTermEnd: 1_800_000_000,
  };
}

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, index) => permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));
}

const TABLE: Record<SubscriptionStatus, { hero: boolean; purchase: string | null; cancellable: boolean }> = {
  active: { hero: true, purchase: null, cancellable: true },
  in_trial: { hero: true, purchase: null, cancellable: true },
  non_renewing: { hero: true, purchase: 'renew', cancellable: false },
  paused: { hero: false, purchase: 'resume', cancellable: true },
  canceled: { hero: false, purchase: 'buy', cancellable: false },
};

describe('a subscription', () => {
  it.each(SUBSCRIPTION_STATUSES)('that is %s allows what its status says', (status) => {
    const stored = state(1, status);
    const { hero, purchase, cancellable } = TABLE[status];
    expect([isHeroStatus(status), purchaseOf(stored), isCancellable(stored)]).toEqual([hero, purchase, cancellable]);
  });

  it('that never existed can be bought, but not canceled', () => {
    expect([purchaseOf(null), isCancellable(null)]).toEqual(['buy', false]);
  });

  it('ends as its newest version says, in all orders of five events with repeats', () => {
    const reported = [
      state(1, 'in_trial'),
      state(2, 'active'),
      state(3, 'paused'),
      state(4, 'active'),
      state(5, 'non_renewing'),
    ];
    for (const order of permutations(reported)) {
      const repeated = order.flatMap((event) => [event, ...order.slice(0, 2)]);
      const end = repeated.reduce<SubscriptionState | null>((stored, event) => latest(stored, event), null);
      expect(end).toEqual(reported[4]);
    }
  });

  it('that counts is the one that grants Hero, however late another one changed', () => {
    const [bought, old] = [state(5, 'active', 's2'), state(9, 'canceled')];
    expect(current([old, bought])?.id).toBe('s2');
    expect(current([state(5, 'canceled', 's2'), old])?.id).toBe('s1');
    expect(current([])).toBeNull();
  });
});
