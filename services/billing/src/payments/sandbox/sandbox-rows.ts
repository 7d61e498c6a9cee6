import { ProductError } from '@switchback/platform/errors';
import type { SubscriptionState } from '../../subscriptions/subscription-state.js';
import type { Intent } from '../payments.js';
import type { StoredCard } from './sandbox-cards.js';
import type { Querying } from './sandbox-world.js';

/** Time within which a person may authorize and use an intent. */
const INTENT_HOURS = 1;

const SUBSCRIPTION_COLUMNS = `id, user_id as "userId", status, item_price_id as "itemPriceId",
  next_billing_at::float8 as "nextBillingAt", current_term_end::float8 as "currentTermEnd",
  resource_version::float8 as "resourceVersion"`;

export interface IntentRow extends Intent {
  challengeId: string | null;
  card: StoredCard | null;
}

/**
 * Locks an intent until the transaction ends.
 * @throws ProductError `intentNotAuthorised` if it is another person's or too old.
 */
export async function lockIntent(manager: Querying, userId: string, id: string): Promise<IntentRow> {
  const [intent] = await manager.query<IntentRow[]>(
    `select id, status, amount, currency_code as "currencyCode", challenge_id as "challengeId", card
       from sandbox_intent where id = $1 and user_id = $2
        and created_at > clock_timestamp() - make_interval(hours => $3) for update`,
    [id, userId, INTENT_HOURS],
  );
  if (!intent) throw new ProductError('intentNotAuthorised');
  return intent;
}

export async function cardOf(manager: Querying, userId: string): Promise<StoredCard | null> {
  const [row] = await manager.query<{ card: StoredCard }[]>('select card from sandbox_card where user_id = $1', [
    userId,
  ]);
  return row?.card ?? null;
}

/** Locks a person's subscriptions until the transaction ends. */
export function lockSubscriptions(manager: Querying, userId: string): Promise<SubscriptionState[]> {
  return manager.query<SubscriptionState[]>(
    `select ${SUBSCRIPTION_COLUMNS} from sandbox_subscription where user_id = $1 order by id for update`,
    [userId],
  );
}

/**
 * Locks subscriptions whose term is over at this time, in epoch seconds, until the transaction ends; skips locked rows.
 */
export function lockDue(manager: Querying, at: number, max: number): Promise<SubscriptionState[]> {
  return manager.query<SubscriptionState[]>(
    `select ${SUBSCRIPTION_COLUMNS} from sandbox_subscription
      where current_term_end <= $1 and status in ('active', 'in_trial', 'non_renewing')
      order by current_term_end limit $2 for update skip locked`,
    [at, max],
  );
}

/** Upserts a state; an older version changes nothing. */
export async function saveSubscription(manager: Querying, state: SubscriptionState): Promise<void> {
  await manager.query(
    `insert into sandbox_subscription as s
       (id, user_id, status, item_price_id, next_billing_at, current_term_end, resource_version)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (id) do update set status = excluded.status, next_billing_at = excluded.next_billing_at,
       current_term_end = excluded.current_term_end, resource_version = excluded.resource_version
     where s.user_id = excluded.user_id and (s.resource_version < excluded.resource_version
       or s.resource_version = excluded.resource_version and excluded.status = 'canceled')`,
    [
      ...[state.id, state.userId, state.status, state.itemPriceId, state.nextBillingAt, state.currentTermEnd],
      state.resourceVersion,
    ],
  );
}
