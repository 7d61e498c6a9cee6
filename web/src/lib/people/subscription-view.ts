import type { SubscriptionAnswer } from '@switchback/contracts/endpoints/billing';
import type { User } from '@switchback/contracts/resources/user';
import { HERO_PRICE_ID, isHeroStatus, type SubscriptionStatus } from '@switchback/contracts/rules/billing';
import { billingTexts } from '../../texts/billing.js';

/** Meaning of a status, shown as a color next to its label. */
export type Tone = 'good' | 'bad' | 'plain';

const TONES: Record<SubscriptionStatus, Tone> = {
  active: 'good',
  non_renewing: 'bad',
  canceled: 'bad',
  in_trial: 'plain',
  paused: 'plain',
};

const RENEWING: readonly SubscriptionStatus[] = ['active', 'in_trial'];

export interface SubscriptionView {
  /** Null without a subscription. */
  status: SubscriptionStatus | null;
  tone: Tone;
  planId: string;
  /** Hero by account type, or by a subscription that the account does not reflect yet. */
  isHero: boolean;
  /** Hero granted by staff: nothing is charged. */
  isGranted: boolean;
  /** Whether subscribing would change anything. */
  canSubscribe: boolean;
  canCancel: boolean;
  /** Null if the subscription does not renew. */
  nextBilling: Date | null;
  /** End of the paid term; null if unknown. */
  paidUntil: Date | null;
}

/** Derives what the page shows and offers from the subscription and the account. */
export function subscriptionView(
  answer: SubscriptionAnswer['subscription'],
  accountType: User['accountType'],
  now: Date,
): SubscriptionView {
  const state = answer?.subscription;
  const status = state?.status ?? null;
  const heroByStatus = status !== null && isHeroStatus(status);
  const isHero = accountType !== 'free' || heroByStatus;
  const isGranted = accountType !== 'free' && !heroByStatus;
  const isRenewing = status !== null && RENEWING.includes(status);
  const billedAt = dateOf(state?.next_billing_at ?? null);
  const termEnd = dateOf(state?.current_term_end ?? null);
  return {
    status,
    isHero,
    isGranted,
    tone: status === null ? 'plain' : TONES[status],
    planId: state?.subscription_items[0]?.item_price_id ?? HERO_PRICE_ID,
    canSubscribe: !isRenewing && !isGranted,
    canCancel: isHero && (isRenewing || status === 'paused'),
    nextBilling: status === 'non_renewing' ? null : (billedAt ?? now),
    paidUntil: heroByStatus ? (termEnd ?? billedAt) : null,
  };
}

export function statusText({ status, isGranted }: SubscriptionView): string {
  const { statuses, granted, unsubscribed } = billingTexts.summary;
  if (status !== null) return statuses[status];
  return isGranted ? granted : unsubscribed;
}

function dateOf(epochSeconds: number | null): Date | null {
  if (epochSeconds === null) return null;
  const date = new Date(epochSeconds * 1_000);
  return Number.isNaN(date.getTime()) ? null : date;
}
