import type { Clock } from '@switchback/platform/clock';
import type { Ids } from '@switchback/platform/ids';
import type { Jobs } from '@switchback/platform/jobs/jobs';
import type { DataSource, EntityManager } from 'typeorm';
import { z } from 'zod';
import type { SubscriptionState } from '../../subscriptions/subscription-state.js';
import { SEND_JOB, TERMS_JOB } from './sandbox-jobs.js';

export type Querying = Pick<EntityManager, 'query'>;

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

interface Travel {
  delay_ms: number;
  repeats: number;
  shuffled: boolean;
}

/** The sandbox's clock, and the delivery of its webhooks. */
export class SandboxWorld {
  constructor(
    private readonly source: DataSource,
    private readonly clock: Pick<Clock, 'now'>,
    private readonly ids: Ids,
    private readonly jobs: Pick<Jobs, 'enqueue'>,
  ) {}

  /** Returns the sandbox's time, which a test can advance. */
  async now(manager: Querying = this.source): Promise<Date> {
    const [world] = await manager.query<{ ahead: number }[]>(
      'select ahead_seconds::float8 as ahead from sandbox_world',
    );
    return new Date(this.clock.now().getTime() + (world?.ahead ?? 0) * 1_000);
  }

  /**
   * Returns a version above the known one, even if a subscription changes twice within a millisecond or the clock was
   * moved back.
   */
  async nextVersion(manager: Querying, known: number): Promise<number> {
    return Math.max((await this.now(manager)).getTime(), known + 1);
  }

  /** Executes an order. @returns whether the body was one; otherwise nothing changes. */
  async change(body: unknown): Promise<boolean> {
    const read = order.safeParse(body);
    if (!read.success) return false;
    const { ahead_seconds: ahead, delay_ms: delay, repeats, shuffled } = read.data.content;
    await this.source.query(
      `update sandbox_world set ahead_seconds = coalesce($1, ahead_seconds), delay_ms = coalesce($2, delay_ms),
         repeats = coalesce($3, repeats), shuffled = coalesce($4, shuffled)`,
      [ahead ?? null, delay ?? null, repeats ?? null, shuffled ?? null],
    );
    // Ends terms when they are over, not at the next minute.
    await this.jobs.enqueue(TERMS_JOB, null).catch(() => undefined);
    return true;
  }

  /** Stores a webhook in the transaction of its change; {@link post} sends it after the commit. */
  async storeWebhook(manager: Querying, type: string, state: SubscriptionState): Promise<void> {
    const [travel] = await manager.query<Travel[]>('select delay_ms, repeats, shuffled from sandbox_world');
    const { delay_ms: delayMs, repeats, shuffled } = travel ?? { delay_ms: 0, repeats: 0, shuffled: false };
    const now = await this.now(manager);
    const body = JSON.stringify({
      ...{ id: `ev_${this.ids.uuid()}`, event_type: type, occurred_at: Math.floor(now.getTime() / 1_000) },
      content: { subscription: toProvider(state), customer: { id: state.userId } },
    });
    // Truncated, since a webhook rounded up would not be due yet when the job that sends it starts.
    for (let copy = 0; copy <= repeats; copy += 1) {
      await manager.query(
        `insert into sandbox_webhook (due_at, body) values
           (date_trunc('milliseconds', clock_timestamp()
             + make_interval(secs => $1::float8 / 1000 * case when $2 then random() else 1 end)), $3)`,
        [delayMs, shuffled, body],
      );
    }
  }

  /** Ignores a failure to enqueue: the scheduled job then sends the webhooks. */
  async post(): Promise<void> {
    const [travel] = await this.source.query<{ delay: number }[]>('select delay_ms as delay from sandbox_world');
    await this.jobs.enqueue(SEND_JOB, null, { delayMs: travel?.delay ?? 0 }).catch(() => undefined);
  }
}

/** Converts a state to Chargebee's format. */
function toProvider(state: SubscriptionState) {
  return {
    ...{ id: state.id, customer_id: state.userId, status: state.status === 'canceled' ? 'cancelled' : state.status },
    ...(state.nextBillingAt !== null && { next_billing_at: state.nextBillingAt }),
    ...(state.currentTermEnd !== null && { current_term_end: state.currentTermEnd }),
    ...{ resource_version: state.resourceVersion, subscription_items: [{ item_price_id: state.itemPriceId }] },
  };
}
