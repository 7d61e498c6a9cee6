import { SUBSCRIPTION_STATUSES, type SubscriptionStatus } from '@switchback/contracts/rules/billing';
import { refuseField } from '@switchback/platform/errors';
import { z } from 'zod';
import { endedState, type SubscriptionState } from '../subscriptions/subscription-state.js';

/** An event of the provider, reduced to the content that is applied. */
export interface ProviderEvent {
  id: string;
  type: string;
  occurredAt: Date;
  /** Empty for an event without a subscription. */
  snapshots: SubscriptionState[];
  /** ID of a customer without whom the provider bills nothing here anymore, whatever the event lists; usually null. */
  endedCustomer: string | null;
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

/** Events after which the provider no longer bills the customer here. They may list subscriptions, or none. */
const CUSTOMER_ENDING_EVENTS: ReadonlySet<string> = new Set(['customer_deleted', 'customer_moved_out']);

/** Events after which the provider no longer bills the subscription here, whatever status they carry. */
const ENDING_EVENTS: ReadonlySet<string> = new Set([MOVED_OUT, 'subscription_deleted', ...CUSTOMER_ENDING_EVENTS]);

/** The last second of the year 9999. */
export const OCCURRED_MAX = 253_402_300_799;

/** Maximum number of subscriptions that are read from one event. */
const SUBSCRIPTIONS_MAX = 100;

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
  .transform((told): SubscriptionState => {
    const state: SubscriptionState = {
      id: told.id,
      userId: told.customer_id,
      resourceVersion: told.resource_version,
      itemPriceId: told.subscription_items?.[0]?.item_price_id ?? '',
      status: told.status,
      nextBillingAt: told.next_billing_at ?? null,
      currentTermEnd: told.current_term_end ?? told.next_billing_at ?? null,
    };
    return told.deleted ? endedState(state) : state;
  });

const envelope = z.object({
  id,
  event_type: id,
  occurred_at: epoch.max(OCCURRED_MAX).optional(),
  content: z.unknown(),
});
/** The provider sends one subscription, or a list of them, under the same name. */
const content = z.object({ subscription: subscriptionShape });
const contentOfList = z.object({ subscription: z.array(subscriptionShape).min(1).max(SUBSCRIPTIONS_MAX) });
const contentOfFailure = z.object({ subscription: subscriptionShape.nullish() });
const anyContent = z.object({ subscription: z.unknown().optional(), customer: z.unknown().optional() });
const customerShape = z.object({ id, deleted: z.boolean().nullish() });

/**
 * Parses an event.
 * @param newestVersionMs maximum version.
 * @throws ProductError `invalidInput` naming the faulty field without repeating its value.
 */
export function readProviderEvent(body: unknown, now: Date, newestVersionMs: number): ProviderEvent {
  const told = parsed(envelope, body, 'body');
  const snapshots = readSnapshots(told.event_type, told.content);
  if (snapshots.some(({ resourceVersion }) => resourceVersion > newestVersionMs))
    throw refuseField('content.subscription.resource_version', 'invalidInput', 'Is in the future.');
  return {
    id: told.id,
    type: told.event_type,
    occurredAt: told.occurred_at === undefined ? now : new Date(told.occurred_at * 1_000),
    snapshots,
    endedCustomer: readEndedCustomer(told.event_type, told.content),
  };
}

function readSnapshots(type: string, input: unknown): SubscriptionState[] {
  const reported = anyContent.safeParse(input).data?.subscription;
  const isList = Array.isArray(reported);
  if (SUBSCRIPTION_EVENTS.has(type))
    return isList
      ? parsed(contentOfList, input, 'content').subscription
      : [parsed(content, input, 'content').subscription];
  if (type === PAYMENT_FAILED && !isList) {
    const { subscription } = parsed(contentOfFailure, input, 'content');
    return subscription ? [subscription] : [];
  }
  // An unreadable subscription does not hide the rest.
  const states = (isList ? reported : [reported])
    .slice(0, SUBSCRIPTIONS_MAX)
    .flatMap((one) => subscriptionShape.safeParse(one).data ?? []);
  return ENDING_EVENTS.has(type) ? states.map(endedState) : states;
}

function readEndedCustomer(type: string, input: unknown): string | null {
  const customer = customerShape.safeParse(anyContent.safeParse(input).data?.customer).data;
  return customer && (customer.deleted || CUSTOMER_ENDING_EVENTS.has(type)) ? customer.id : null;
}

function parsed<T>(schema: z.ZodType<T>, value: unknown, at: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const path = [at, ...(issue?.path ?? [])].join('.');
  throw refuseField(path, 'invalidInput', 'Is missing or invalid.');
}
