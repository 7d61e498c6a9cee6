import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '@switchback/platform/clock';
import { type IdempotentRequest, keptAnswer } from '@switchback/platform/db/idempotency';
import { ProductError } from '@switchback/platform/errors';
import { CLOCK } from '@switchback/platform/nest/tokens';
import { DataSource } from 'typeorm';

/** Longer than a change takes at the provider: one whose process died is free again after it. */
const CLAIM_SECONDS = 40;
const FIRST_POLL_MS = 50;
const LONGEST_POLL_MS = 1_000;
const WAIT_MS = 15_000;

/** One change at a time for each person, with no connection held while the provider works. */
@Injectable()
export class Claims {
  constructor(
    private readonly source: DataSource,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'monotonicMs' | 'sleep'>,
  ) {}

  /**
   * Does work while nobody else changes this person's subscription. The same request, sent twice, gets the answer of the
   * first.
   * @throws ProductError `subscriptionBusy` where another request is at it; `keyReused`.
   */
  async hold<Answer extends object>(
    userId: string,
    request: IdempotentRequest | null,
    work: () => Promise<Answer>,
  ): Promise<Answer> {
    const untilMs = this.clock.monotonicMs() + WAIT_MS;
    for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(2 * pollMs, LONGEST_POLL_MS)) {
      const kept = request && (await keptAnswer<Answer>(this.source, request));
      if (kept) return kept;
      if (await this.take(userId)) break;
      if (!request || this.clock.monotonicMs() > untilMs) throw new ProductError('subscriptionBusy');
      await this.clock.sleep(pollMs);
    }
    try {
      // The first of two may have answered between the look and the claim.
      return (request && (await keptAnswer<Answer>(this.source, request))) ?? (await work());
    } finally {
      await this.source.query('update customer set busy_until = null where user_id = $1', [userId]);
    }
  }

  private async take(userId: string): Promise<boolean> {
    const taken = await this.source.query<unknown[]>(
      `insert into customer as c (user_id, busy_until) values ($1, clock_timestamp() + make_interval(secs => $2))
       on conflict (user_id) do update set busy_until = excluded.busy_until
         where c.leaving_at is null and (c.busy_until is null or c.busy_until < clock_timestamp()) returning 1`,
      [userId, CLAIM_SECONDS],
    );
    return taken.length > 0;
  }
}
