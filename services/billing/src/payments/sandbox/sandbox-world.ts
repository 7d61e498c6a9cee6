import type { Clock } from '@switchback/platform/clock';
import type { SqlConnection } from '@switchback/platform/db/sql';
import type { Ids } from '@switchback/platform/ids';
import type { Jobs } from '@switchback/platform/jobs/jobs';
import { z } from 'zod';
import type { SubscriptionState } from '../../subscriptions/subscription-state.js';
import { insertWebhook, readWorld, updateWorld } from './sandbox.sql.js';
import { SEND_JOB, TERMS_JOB } from './sandbox-jobs.js';

/** Ten years: the maximum that a test may advance the sandbox's clock. */
export const AHEAD_MAX_SECONDS = 10 * 366 * 86_400;

/** A test's order to the sandbox, in the shape of an event. */
const order = z.object({
  event_type: z.literal('sandbox_world_changed'),
  content: z.object({
    ahead_seconds: z.number().int().min(0).max(AHEAD_MAX_SECONDS).optional(),
    delay_ms: z.number().int().min(0).max(60_000).optional(),
    repeats: z.number().int().min(0).max(10).optional(),
    shuffled: z.boolean().optional(),
  }),
});

/** The sandbox's clock, and the delivery of its webhooks. */
export class SandboxWorld {
  constructor(
    private readonly connection: SqlConnection,
    private readonly clock: Pick<Clock, 'now'>,
    private readonly ids: Ids,
    private readonly jobs: Pick<Jobs, 'enqueue'>,
  ) {}

  /** Returns the sandbox's time, which a test can advance. */
  async now(connection = this.connection): Promise<Date> {
    const { aheadSeconds } = await readWorld(connection);
    return new Date(this.clock.now().getTime() + aheadSeconds * 1_000);
  }

  /**
   * Returns a version above the known one, even if a subscription changes twice within a millisecond or the clock was
   * moved back.
   */
  async nextVersion(connection: SqlConnection, known: number): Promise<number> {
    return Math.max((await this.now(connection)).getTime(), known + 1);
  }

  /** Executes an order. @returns whether the body was an order; otherwise nothing changes. */
  async change(body: unknown): Promise<boolean> {
    const read = order.safeParse(body);
    if (!read.success) return false;
    const { ahead_seconds: aheadSeconds, delay_ms: delayMs, repeats, shuffled } = read.data.content;
    await updateWorld(this.connection, { aheadSeconds, delayMs, repeats, shuffled });
    // Ends terms when they are over, not at the next minute.
    await this.jobs.enqueue(TERMS_JOB, null).catch(() => undefined);
    return true;
  }

  /** Stores a webhook in the transaction of its change; {@link post} sends it after the commit. */
  async storeWebhook(connection: SqlConnection, type: string, state: SubscriptionState): Promise<void> {
    const world = await readWorld(connection);
    const now = await this.now(connection);
    const body = JSON.stringify({
      id: `ev_${this.ids.uuid()}`,
      event_type: type,
      occurred_at: Math.floor(now.getTime() / 1_000),
      content: { subscription: toProvider(state), customer: { id: state.userId } },
    });
    for (let copy = 0; copy <= world.repeats; copy += 1) await insertWebhook(connection, world, body);
  }

  /** Ignores a failure to enqueue: the scheduled job then sends the webhooks. */
  async post(): Promise<void> {
    const { delayMs } = await readWorld(this.connection);
    await this.jobs.enqueue(SEND_JOB, null, { delayMs }).catch(() => undefined);
  }
}

/** Converts a state to Chargebee's format. */
function toProvider(state: SubscriptionState) {
  return {
    id: state.id,
    customer_id: state.userId,
    status: state.status === 'canceled' ? 'cancelled' : state.status,
    ...(state.nextBillingAt !== null && { next_billing_at: state.nextBillingAt }),
    ...(state.currentTermEnd !== null && { current_term_end: state.currentTermEnd }),
    resource_version: state.resourceVersion,
    subscription_items: [{ item_price_id: state.itemPriceId }],
  };
}
