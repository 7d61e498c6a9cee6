import { SUBSCRIPTION_STATUSES, type SubscriptionStatus } from '@switchback/contracts/rules/billing';
import { refuseField } from '@switchback/platform/errors';
import { z } from 'zod';
import type { SubscriptionState } from '../subscriptions/subscription-state.js';

/** What the provider tells, with nothing of it that is not applied. */
export interface ProviderEvent {
  id: string;
  type: string;
  occurredAt: Date;
  /** Null for an event that says nothing of a subscription. */
  snapshot: SubscriptionState | null;
}

/** Recorded and mailed; it moves no status. */
export const PAYMENT_FAILED = 'payment_failed';

/** Events that carry the subscription as it became. */
const SUBSCRIPTION_EVENTS: ReadonlySet<string> = new Set([
  ...['subscription_created', 'subscription_started', 'subscription_activated', 'subscription_renewed'],
  ...['subscription_changed', 'subscription_cancellation_scheduled', 'subscription_scheduled_cancellation_removed'],
  ...['subscription_cancelled', 'subscription_reactivated', 'subscription_paused', 'subscription_resumed'],
  ...['created', 'activated', 'changed', 'reactivated'].map((change) => `subscription_${change}_with_backdating`),
]);

/** The provider's words that are not the spec's. One that begins later or lives elsewhere gives nothing here. */
const OTHER_WORDS: Readonly<Record<string, SubscriptionStatus>> = {
  cancelled: 'canceled',
  future: 'paused',
  transferred: 'canceled',
};

const id = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[^\0]*$/);
const epoch = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const status = z
  .string()
  .transform((word) => OTHER_WORDS[word] ?? word)
  .pipe(z.enum(SUBSCRIPTION_STATUSES));

export const subscriptionShape = z
  .object({
    id,
    customer_id: id,
    status,
    next_billing_at: epoch.nullish(),
    current_term_end: epoch.nullish(),
    resource_version: epoch,
    subscription_items: z.array(z.object({ item_price_id: id })).nullish(),
  })
  .transform((told): SubscriptionState => ({
    ...{ id: told.id, userId: told.customer_id, status: told.status, resourceVersion: told.resource_version },
    itemPriceId: told.subscription_items?.[0]?.item_price_id ?? '',
    nextBillingAt: told.next_billing_at ?? null,
    currentTermEnd: told.current_term_end ?? told.next_billing_at ?? null,
  }));

const envelope = z.object({
  id,
  event_type: id,
  occurred_at: epoch.max(253_402_300_799).optional(),
  content: z.unknown(),
});
const content = z.object({ subscription: subscriptionShape });
const contentOfFailure = z.object({ subscription: subscriptionShape.nullish() });

/** @throws ProductError `invalidInput` that names what is wrong and repeats nothing of it. */
export function readProviderEvent(body: unknown, now: Date): ProviderEvent {
  const told = parsed(envelope, body, 'body');
  const event = {
    ...{ id: told.id, type: told.event_type },
    occurredAt: told.occurred_at === undefined ? now : new Date(told.occurred_at * 1_000),
  };
  if (event.type === PAYMENT_FAILED) {
    const { subscription } = parsed(contentOfFailure, told.content, 'content');
    return { ...event, snapshot: subscription ?? null };
  }
  if (!SUBSCRIPTION_EVENTS.has(event.type)) return { ...event, snapshot: null };
  return { ...event, snapshot: parsed(content, told.content, 'content').subscription };
}

function parsed<T>(schema: z.ZodType<T>, value: unknown, at: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const path = [at, ...(issue?.path ?? [])].join('.');
  throw refuseField(path, 'invalidInput', 'Is missing or is none.');
}
