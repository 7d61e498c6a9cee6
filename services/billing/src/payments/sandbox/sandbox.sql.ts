import { CARD_TYPES } from '@switchback/contracts/rules/billing';
import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import { ProductError } from '@switchback/platform/errors';
import { z } from 'zod';
import type { SubscriptionState } from '../../subscriptions/subscription-state.js';
import { STATE, STATE_COLUMNS } from '../../subscriptions/subscription-store.sql.js';
import type { Price } from '../payments.js';
import type { SandboxIntent } from './sandbox.entity.js';
import type { StoredCard } from './sandbox-cards.js';

/** Time within which a person may authorize and use an intent. */
const INTENT_HOURS = 1;
const SEND_BATCH = 100;

const CARD = z.object({
  last4: z.string(),
  type: z.enum(CARD_TYPES),
  maskedNumber: z.string(),
  expiryMonth: z.number(),
  expiryYear: z.number(),
  name: z.string(),
}) satisfies z.ZodType<StoredCard>;
const INTENT = z.strictObject({
  id: z.string(),
  status: z.enum(['inited', 'in_progress', 'authorized', 'consumed']),
  amount: z.number(),
  currencyCode: z.string(),
  challengeId: z.string().nullable(),
  card: CARD.nullable(),
}) satisfies z.ZodType<IntentRow>;
const WEBHOOK = z.strictObject({ position: z.string(), body: z.string() });
const WORLD = z.strictObject({
  aheadSeconds: z.number(),
  delayMs: z.number(),
  repeats: z.number(),
  shuffled: z.boolean(),
});

export type IntentRow = Omit<SandboxIntent, 'userId' | 'createdAt'>;
/** Offset of the sandbox's clock, and delivery of its webhooks. */
type World = z.infer<typeof WORLD>;

/**
 * Locks an intent until the transaction ends.
 * @throws ProductError `intentNotAuthorised` if it is another person's or too old.
 */
export async function lockIntent(connection: SqlConnection, userId: string, id: string): Promise<IntentRow> {
  const [intent] = await queryRows(
    connection,
    INTENT,
    `select id, status, amount, currency_code as "currencyCode", challenge_id as "challengeId", card
       from sandbox_intent where id = $1 and user_id = $2
        and created_at > clock_timestamp() - make_interval(hours => $3) for update`,
    [id, userId, INTENT_HOURS],
  );
  if (!intent) throw new ProductError('intentNotAuthorised');
  return intent;
}

export async function deleteOldIntents(connection: SqlConnection): Promise<void> {
  await connection.query(`delete from sandbox_intent where created_at < clock_timestamp() - interval '1 day'`);
}

export async function upsertCard(connection: SqlConnection, userId: string, card: StoredCard): Promise<void> {
  await connection.query(
    `insert into sandbox_card (user_id, card) values ($1, $2)
     on conflict (user_id) do update set card = excluded.card`,
    [userId, JSON.stringify(card)],
  );
}

/** Serializes the purchases of a person, and their leaving, until the transaction ends. */
export async function lockPerson(connection: SqlConnection, userId: string): Promise<void> {
  await connection.query(`select pg_advisory_xact_lock(hashtext('sandbox'), hashtext($1))`, [userId]);
}

/** Locks a person's subscriptions until the transaction ends. */
export function lockSubscriptions(connection: SqlConnection, userId: string): Promise<SubscriptionState[]> {
  const statement = `select ${STATE_COLUMNS} from sandbox_subscription where user_id = $1 order by id for update`;
  return queryRows(connection, STATE, statement, [userId]);
}

/**
 * Locks subscriptions whose term is over at this time, in epoch seconds, until the transaction ends; skips locked rows.
 */
export function lockDue(connection: SqlConnection, at: number, max: number): Promise<SubscriptionState[]> {
  return queryRows(
    connection,
    STATE,
    `select ${STATE_COLUMNS} from sandbox_subscription
      where current_term_end <= $1 and status in ('active', 'in_trial', 'non_renewing')
      order by current_term_end limit $2 for update skip locked`,
    [at, max],
  );
}

/** Upserts a state; an older version changes nothing. */
export async function saveSubscription(connection: SqlConnection, state: SubscriptionState): Promise<void> {
  const { id, userId, status, itemPriceId, nextBillingAt, currentTermEnd, resourceVersion } = state;
  await connection.query(
    `insert into sandbox_subscription as s
       (id, user_id, status, item_price_id, next_billing_at, current_term_end, resource_version)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (id) do update set status = excluded.status, next_billing_at = excluded.next_billing_at,
       current_term_end = excluded.current_term_end, resource_version = excluded.resource_version
     where s.user_id = excluded.user_id and (s.resource_version < excluded.resource_version
       or s.resource_version = excluded.resource_version and excluded.status = 'canceled')`,
    [id, userId, status, itemPriceId, nextBillingAt, currentTermEnd, resourceVersion],
  );
}

/** No-op if the charge is already stored. */
export async function insertCharge(
  connection: SqlConnection,
  id: string,
  { userId }: SubscriptionState,
  { price, now }: { price: Price; now: Date },
): Promise<void> {
  await connection.query(
    `insert into sandbox_charge (id, user_id, at, amount, currency_code) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [id, userId, Math.floor(now.getTime() / 1_000), price.amount, price.currencyCode],
  );
}

export async function readWorld(connection: SqlConnection): Promise<World> {
  const [world] = await queryRows(
    connection,
    WORLD,
    `select ahead_seconds::float8 as "aheadSeconds", delay_ms as "delayMs", repeats, shuffled from sandbox_world`,
  );
  return world ?? { aheadSeconds: 0, delayMs: 0, repeats: 0, shuffled: false };
}

/** Leaves undefined settings unchanged. */
export async function updateWorld(connection: SqlConnection, changed: Partial<World>): Promise<void> {
  const { aheadSeconds, delayMs, repeats, shuffled } = changed;
  await connection.query(
    `update sandbox_world set ahead_seconds = coalesce($1, ahead_seconds), delay_ms = coalesce($2, delay_ms),
       repeats = coalesce($3, repeats), shuffled = coalesce($4, shuffled)`,
    [aheadSeconds ?? null, delayMs ?? null, repeats ?? null, shuffled ?? null],
  );
}

/** Stores a webhook, due after the delay of the sandbox's world. */
export async function insertWebhook(
  connection: SqlConnection,
  { delayMs, shuffled }: Pick<World, 'delayMs' | 'shuffled'>,
  body: string,
): Promise<void> {
  // Truncated, since a webhook rounded up would not be due yet when the job that sends it starts.
  await connection.query(
    `insert into sandbox_webhook (due_at, body) values
       (date_trunc('milliseconds', clock_timestamp()
         + make_interval(secs => $1::float8 / 1000 * case when $2 then random() else 1 end)), $3)`,
    [delayMs, shuffled, body],
  );
}

/** Returns webhooks to send, in the order of their delivery, up to a batch. */
export function dueWebhooks(connection: SqlConnection): Promise<z.infer<typeof WEBHOOK>[]> {
  return queryRows(
    connection,
    WEBHOOK,
    `select position, body::text as body from sandbox_webhook where due_at <= clock_timestamp()
      order by due_at, position limit ${SEND_BATCH}`,
  );
}

export async function deleteWebhooksOf(connection: SqlConnection, userId: string): Promise<void> {
  await connection.query(`delete from sandbox_webhook where body->'content'->'customer'->>'id' = $1`, [userId]);
}
