import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Clock } from '@switchback/platform/clock';
import { ProductError } from '@switchback/platform/errors';
import type { Jobs } from '@switchback/platform/jobs/jobs';
import type { Limit, Limits } from '@switchback/platform/limits/limits';
import { CLOCK, JOBS, LIMITS, LOGGER } from '@switchback/platform/nest/tokens';
import type { Logger } from '@switchback/platform/telemetry/logger';
import { Repository } from 'typeorm';
import { z } from 'zod';
import { PAYMENTS, type Payments } from '../payments/payments.js';
import { OCCURRED_MAX, type ProviderEvent } from '../payments/provider-event.js';
import { EventLog } from './event-log.js';
import { markPolled, polledUntil } from './event-log.sql.js';
import { EVENT_JOB, MAIL_JOB } from './event-job.js';
import { EventPoll } from './stored-event.entity.js';

const WRONG_PASSWORDS: Limit = { name: 'webhook-password', calls: 30, windowMs: 15 * 60_000 };

const OVERLAP_MS = 10 * 60_000;

/** The fields of an unreadable event that are safe to log, and its time. */
const logged = z
  .object({
    id: z.string().max(100).optional().catch(undefined),
    event_type: z.string().max(100).optional().catch(undefined),
    occurred_at: z.number().int().min(0).max(OCCURRED_MAX).optional().catch(undefined),
  })
  .catch({});

/** An incoming webhook request. */
export interface WebhookRequest {
  provider: string;
  authorization: string;
  json: string;
  address: string;
}

/** Receives the provider's events. */
@Injectable()
export class Webhooks {
  constructor(
    @Inject(PAYMENTS) private readonly payments: Payments,
    @Inject(LIMITS) private readonly limits: Pick<Limits, 'count'>,
    @Inject(JOBS) private readonly jobs: Pick<Jobs, 'enqueue'>,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'now'>,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'error' | 'warn'>,
    @InjectRepository(EventPoll) private readonly polls: Repository<EventPoll>,
    private readonly log: EventLog,
  ) {}

  /**
   * Resolves once the event is stored; it is applied immediately if possible, otherwise by a job.
   * @throws ProductError `unknownRoute` for another provider, `webhookRefused`, `tooManyRequests`, `invalidInput`
   */
  async receive({ provider, authorization, json, address }: WebhookRequest): Promise<void> {
    if (provider !== this.payments.provider) throw new ProductError('unknownRoute');
    // The right password is never counted, so that guessing cannot lock the provider out.
    if (!this.payments.isSender(authorization)) return this.refuse(address);
    const body: unknown = JSON.parse(json);
    if (await this.payments.executeOrder(body)) return;
    await this.store(this.payments.readEvent(body));
  }

  /**
   * Lists the provider's events since the last successful poll and stores those that did not arrive. A webhook that
   * arrives after an outage does not move the mark: older events may still be missing.
   */
  async catchUp(): Promise<void> {
    const { provider } = this.payments;
    const { manager } = this.polls;
    const startedAt = this.clock.now();
    const since = await polledUntil(manager, provider);
    const { events, hasMore } = await this.payments.listEvents(since);
    let newest = 0;
    for (const reported of events) {
      const event = this.readable(reported);
      if (event) await this.store(event);
      newest = Math.max(newest, event?.occurredAt.getTime() ?? timeOf(reported));
    }
    const complete = startedAt.getTime() - OVERLAP_MS;
    const until = hasMore ? this.markOfFullList(newest, since.getTime(), complete) : complete;
    await markPolled(manager, provider, new Date(until));
  }

  /**
   * Returns the mark after a full list. Events of the same time arrive in any order, so the list is complete only up to
   * a second before its newest event. The mark always moves, since a list that it cannot pass would hide all later
   * events.
   */
  private markOfFullList(newest: number, since: number, complete: number): number {
    const until = newest - 1_000;
    if (until > since) return until;
    this.logger.error(
      { since: new Date(since) },
      'The payment provider lists more events of one time than one poll reads; events may be missing',
    );
    return newest === 0 ? complete : Math.max(newest, since + 1_000);
  }

  /** Returns null for an unreadable event, so that it does not block the rest. */
  private readable(reported: unknown): ProviderEvent | null {
    try {
      return this.payments.readEvent(reported);
    } catch (error) {
      const { id, event_type: type } = logged.parse(reported);
      this.logger.warn({ error, id, type }, 'Cannot parse an event of the payment provider');
      return null;
    }
  }

  private async store(event: ProviderEvent): Promise<void> {
    const { provider } = this.payments;
    await this.log.store(provider, event);
    const reference = { provider, eventId: event.id };
    // If the job queue is unavailable too, the sweep finds the event.
    const enqueue = (kind: typeof EVENT_JOB) =>
      this.jobs.enqueue(kind, reference, { key: event.id }).then(
        () => undefined,
        () => undefined,
      );
    try {
      if (await this.log.apply(provider, event.id)) await enqueue(MAIL_JOB);
    } catch {
      await enqueue(EVENT_JOB);
    }
  }

  private async refuse(address: string): Promise<never> {
    const retryAfterMs = await this.limits.count(WRONG_PASSWORDS, address || 'unknown');
    if (retryAfterMs === 0) throw new ProductError('webhookRefused');
    throw new ProductError('tooManyRequests', { additional: { retryAfterSeconds: Math.ceil(retryAfterMs / 1_000) } });
  }
}

/** Returns the time of an unreadable event; 0 if that is unreadable, too. */
function timeOf(reported: unknown): number {
  return (logged.parse(reported).occurred_at ?? 0) * 1_000;
}
