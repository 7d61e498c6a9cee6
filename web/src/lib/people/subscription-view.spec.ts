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
    status,
    next_billing_at: next,
    current_term_end: EPOCH,
    subscription_items: [{ item_price_id: 'Hero-EUR-Yearly' }],
  },
});

describe('the content and actions of a subscription', () => {
  // Aim: each status has its label, its color and its date, and offers only actions that lead somewhere.
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

  // Aim: a user who canceled sees until when they are Hero, although nothing is billed anymore.
  it('shows until when it is paid if it does not renew', () => {
    const view = subscriptionView(answer('non_renewing', null), 'hero', NOW);
    expect(view).toMatchObject({ nextBilling: null, paidUntil: new Date(EPOCH * 1_000) });
  });

  // Aim: without a subscription, the view shows the plan's defaults, and today as the first billing date.
  it('falls back to the one plan and to today', () => {
    const view = subscriptionView(null, 'free', NOW);
    expect(view).toMatchObject({ planId: 'Hero-USD-Yearly', nextBilling: NOW, isHero: false, canSubscribe: true });
    expect(subscriptionView(answer('active', Number.MAX_VALUE), 'hero', NOW).nextBilling).toEqual(NOW);
  });

  // Aim: a Hero granted by staff is not charged, and cannot cancel a subscription that does not exist.
  it('sells nothing to an account with a granted Hero type', () => {
    const view = subscriptionView(null, 'hero', NOW);
    expect(view).toMatchObject({ isGranted: true, canSubscribe: false, canCancel: false });
  });

  // Aim: an upgrade takes effect at once, even while the account type is still free.
  it('treats a running subscription as Hero before the account does', () => {
    expect(subscriptionView(answer('active'), 'free', NOW)).toMatchObject({ isHero: true, canCancel: true });
  });
});
