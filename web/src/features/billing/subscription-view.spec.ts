import { describe, expect, it } from 'vitest';
import { statusText, subscriptionView } from './subscription-view.js';

const NOW = new Date('2030-06-01T12:00:00Z');
const EPOCH = 1_900_000_000;
const answer = (
  status: 'active' | 'non_renewing' | 'canceled' | 'in_trial' | 'paused',
  next: number | null = EPOCH,
) => ({
  customer: { payment_method: { type: 'card' as const } },
  subscription: {
    ...{ status, next_billing_at: next, current_term_end: EPOCH },
    subscription_items: [{ item_price_id: 'Hero-EUR-Yearly' }],
  },
});

describe('what a subscription shows and offers', () => {
  // Aim: each status has its word, its colour, its date, and the ways on that lead somewhere.
  it.each([
    ['active', 'hero', 'Active', 'good', true, false, true],
    ['in_trial', 'hero', 'Trial', 'plain', true, false, true],
    ['non_renewing', 'hero', 'Canceled', 'bad', false, true, false],
    ['canceled', 'free', 'Canceled', 'bad', true, true, false],
    ['paused', 'free', 'Paused', 'plain', true, true, false],
  ] as const)('%s of a %s account', (status, type, text, tone, hasDate, canSubscribe, canCancel) => {
    const view = subscriptionView(answer(status), type, NOW);
    expect(statusText(view)).toBe(text);
    expect(view).toMatchObject({ tone, canSubscribe, canCancel, planId: 'Hero-EUR-Yearly' });
    expect(view.nextBilling).toEqual(hasDate ? new Date(EPOCH * 1_000) : null);
  });

  // Aim: who cancelled reads until when they are Hero, though nothing is billed any more.
  it('knows until when is paid where it does not renew', () => {
    const view = subscriptionView(answer('non_renewing', null), 'hero', NOW);
    expect(view).toMatchObject({ nextBilling: null, paidUntil: new Date(EPOCH * 1_000) });
  });

  // Aim: who has none sees the plan's defaults, and today as the day of the first bill.
  it('falls back to the one plan and to today', () => {
    const view = subscriptionView(null, 'free', NOW);
    expect(view).toMatchObject({ planId: 'Hero-USD-Yearly', nextBilling: NOW, isHero: false, canSubscribe: true });
    expect(subscriptionView(answer('active', Number.MAX_VALUE), 'hero', NOW).nextBilling).toEqual(NOW);
  });

  // Aim: nobody pays for what the staff gave them, and nobody cancels what does not exist.
  it('sells nothing to whom Hero was granted', () => {
    const view = subscriptionView(null, 'hero', NOW);
    expect(view).toMatchObject({ isGranted: true, canSubscribe: false, canCancel: false });
  });

  // Aim: an upgrade counts at once, also while the account still says free.
  it('takes a running subscription for Hero before the account does', () => {
    expect(subscriptionView(answer('active'), 'free', NOW)).toMatchObject({ isHero: true, canCancel: true });
  });
});
