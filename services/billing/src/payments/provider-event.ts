import { SUBSCRIPTION_STATUSES, type SubscriptionStatus } from '@switchback/contracts/rules/billing';
import { refuseField } from '@switchback/platform/errors';
import { z } from 'zod';
import type { SubscriptionState } from '../subscriptions/subscription-state.js';

/** An event of the provider, reduced to the content that is applied. */
export interface ProviderEvent {
  id: string;
  type: string;
  occurredAt: Date;
  /** Null for an event without a subscription. */
  snapshot: SubscriptionState | null;
}

/** Recorded and mailed; changes no status. */
export const PAYMENT_FAILED = 'payment_failed';

/** Events that are malformed without a subscription. Any other event with a subscription is applied, too. */
const SUBSCRIPTION_EVENTS: ReadonlySet<string> = new Set([
  'subscription_created',
  'subscription_started',
  'subscription_activated',
  'subscription_renewed',
  'subscription_changed',
  'subscription_cancellation_scheduled',
  'subscription_scheduled_cancellation_removed',
  'subscription_cancelled',
  'subscription_reactivated',
  'subscription_paused',
  'subscription_resumed',
  ...['created', 'activated', 'changed', 'reactivated'].map((change) => `subscription_${change}_with_backdating`),
]);

/** The subscription belongs to another customer, whom the event may name. */
export const MOVED_OUT = 'subscription_moved_out';

/** Events after which the provider no longer bills the subscription here, whatever status they carry. */
const ENDING_EVENTS: ReadonlySet<string> = new Set([MOVED_OUT, 'subscription_deleted', 'customer_deleted']);

/** Maximum that a version may be ahead of the clock: a version beyond all later ones would lock the subscription. */
export const VERSION_AHEAD_MAX_MS = 86_400_000;

/**
 * The provider's statuses that the spec does not have. A subscription that starts later or was transferred grants
 * nothing here.
 */
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
    deleted: z.boolean().nullish(),
    next_billing_at: epoch.nullish(),
    current_term_end: epoch.nullish(),
    resource_version: epoch,
    subscription_items: z.array(z.object({ item_price_id: id })).nullish(),
  })
  .transform((told): SubscriptionState => ({
    id: told.id,
    userId: told.customer_id,
    resourceVersion: told.resource_version,
    itemPriceId: told.subscription_items?.[0]?.item_price_id ?? '',
    ...(told.deleted
      ? { status: 'canceled', nextBillingAt: null }
      : { status: told.status, nextBillingAt: told.next_billing_at ?? null }),
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

/**
 * Parses an event.
 * @param newestVersionMs maximum version.
 * @throws ProductError `invalidInput` naming the faulty field without repeating its value.
 */
export function readProviderEvent(body: unknown, now: Date, newestVersionMs: number): ProviderEvent {
  const told = parsed(envelope, body, 'body');
  const event = {
    id: told.id,
    type: told.event_type,
    occurredAt: told.occurred_at === undefined ? now : new Date(told.occurred_at * 1_000),
  };
  const snapshot = readSnapshot(event.type, told.content);
  if (snapshot && snapshot.resourceVersion > newestVersionMs)
    throw refuseField('content.subscription.resource_version', 'invalidInput', 'Is in the future.');
  return { ...event, snapshot };
}

function readSnapshot(type: string, given: unknown): SubscriptionState | null {
  if (type === PAYMENT_FAILED) return parsed(contentOfFailure, given, 'content').subscription ?? null;
  if (SUBSCRIPTION_EVENTS.has(type)) return parsed(content, given, 'content').subscription;
  const { data } = content.safeParse(given);
  if (!data) return null;
  return ENDING_EVENTS.has(type)
    ? { ...data.subscription, status: 'canceled', nextBillingAt: null }
    : data.subscription;
}

function parsed<T>(schema: z.ZodType<T>, value: unknown, at: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const path = [at, ...(issue?.path ?? [])].join('.');
  throw refuseField(path, 'invalidInput', 'Is missing or invalid.');
}
