import { SUBSCRIPTION_STATUSES } from '@switchback/contracts/rules/billing';
import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import { z } from 'zod';
import type { SubscriptionState } from './subscription-state.js';

/** A row of {@link STATE_COLUMNS}. */
export const STATE = z.strictObject({
  id: z.string(),
  userId: z.string(),
  status: z.enum(SUBSCRIPTION_STATUSES),
  itemPriceId: z.string(),
  nextBillingAt: z.number().nullable(),
  currentTermEnd: z.number().nullable(),
  resourceVersion: z.number(),
}) satisfies z.ZodType<SubscriptionState>;
const CUSTOMER = z.strictObject({ hero: z.boolean(), rev: z.number(), hasLeft: z.boolean() });
const PERSON = z.strictObject({ userId: z.string() });

/** The columns of a state, here and in the sandbox. */
export const STATE_COLUMNS = `id, user_id as "userId", status, item_price_id as "itemPriceId",
  next_billing_at::float8 as "nextBillingAt", current_term_end::float8 as "currentTermEnd",
  resource_version::float8 as "resourceVersion"`;

const CANCEL = `update subscription set status = 'canceled', next_billing_at = null,
  resource_version = resource_version + 1 where user_id = $1 and status <> 'canceled'`;

/** No-op for a known person. */
export async function insertCustomer(connection: SqlConnection, userId: string): Promise<void> {
  await connection.query('insert into customer (user_id) values ($1) on conflict do nothing', [userId]);
}

/** Locks a customer until the transaction ends; undefined for an unknown person. */
export async function lockCustomer(
  connection: SqlConnection,
  userId: string,
): Promise<z.infer<typeof CUSTOMER> | undefined> {
  const statement = `select hero, rev, leaving_at is not null as "hasLeft" from customer where user_id = $1 for update`;
  const [customer] = await queryRows(connection, CUSTOMER, statement, [userId]);
  return customer;
}

/** Returns all subscriptions that a person ever had. */
export function subscriptionsOf(connection: SqlConnection, userId: string): Promise<SubscriptionState[]> {
  return queryRows(connection, STATE, `select ${STATE_COLUMNS} from subscription where user_id = $1`, [userId]);
}

/** Returns people with subscriptions that the sandbox sold and that have not ended. */
export function customersOfSandbox(connection: SqlConnection, max: number): Promise<z.infer<typeof PERSON>[]> {
  return queryRows(
    connection,
    PERSON,
    `select distinct user_id as "userId" from subscription
      where provider = 'sandbox' and status <> 'canceled' limit $1`,
    [max],
  );
}

export async function cancelAll(connection: SqlConnection, userId: string): Promise<void> {
  await connection.query(CANCEL, [userId]);
}

export async function cancelOfSandbox(connection: SqlConnection, userId: string): Promise<void> {
  await connection.query(`${CANCEL} and provider = 'sandbox'`, [userId]);
}

/** No-op for an older state. A subscription never changes its owner, whatever an event contains. */
export async function upsertSubscription(
  connection: SqlConnection,
  provider: string,
  state: SubscriptionState,
): Promise<void> {
  const { id, userId, status, itemPriceId, nextBillingAt, currentTermEnd, resourceVersion } = state;
  await connection.query(
    `insert into subscription as s (id, provider, user_id, status, item_price_id, next_billing_at, current_term_end, resource_version)
     values ($1, $8, $2, $3, $4, $5, $6, $7)
     on conflict (id) do update set status = excluded.status,
       item_price_id = coalesce(nullif(excluded.item_price_id, ''), s.item_price_id),
       next_billing_at = excluded.next_billing_at, current_term_end = excluded.current_term_end,
       resource_version = excluded.resource_version
     where s.user_id = excluded.user_id and (s.resource_version < excluded.resource_version
       or s.resource_version = excluded.resource_version and excluded.status = 'canceled')`,
    [id, userId, status, itemPriceId, nextBillingAt, currentTermEnd, resourceVersion, provider],
  );
}
