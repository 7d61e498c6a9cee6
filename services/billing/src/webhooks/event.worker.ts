import { Controller, Inject } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Jobs } from '@switchback/platform/jobs/jobs';
import { WorksOn } from '@switchback/platform/nest/handlers';
import { JOBS } from '@switchback/platform/nest/tokens';
import { Repository } from 'typeorm';
import { AccountClosure } from '../subscriptions/account-closure.js';
import { SubscriptionStore } from '../subscriptions/subscription-store.js';
import { EVENT_JOB, type EventReference, MAIL_JOB, POLL_JOB, SWEEP_JOB, UPKEEP_JOB } from './event-job.js';
import { EventLog } from './event-log.js';
import { deleteOldEvents, unmailedEvents, waitingEvents } from './event-log.sql.js';
import { StoredEvent } from './stored-event.entity.js';
import { Webhooks } from './webhooks.js';

/** Applies stored events and runs the scheduled jobs. */
@Controller()
export class EventWorker {
  constructor(
    @InjectRepository(StoredEvent) private readonly events: Repository<StoredEvent>,
    private readonly log: EventLog,
    private readonly accountClosure: AccountClosure,
    private readonly subscriptions: SubscriptionStore,
    private readonly webhooks: Webhooks,
    @Inject(JOBS) private readonly jobs: Pick<Jobs, 'enqueue'>,
  ) {}

  @WorksOn(EVENT_JOB)
  async apply({ provider, eventId }: EventReference): Promise<void> {
    if (await this.log.apply(provider, eventId))
      await this.jobs.enqueue(MAIL_JOB, { provider, eventId }, { key: eventId });
  }

  /**
   * Enqueues events and mails whose job was lost, and ends the subscriptions of people who are leaving or of an
   * abandoned sandbox.
   */
  @WorksOn(SWEEP_JOB, { schedule: { cron: '* * * * *', payload: null } })
  async sweep(): Promise<void> {
    await this.subscriptions.endSandbox();
    await this.accountClosure.sweep();
    for (const { provider, id } of await waitingEvents(this.events.manager))
      await this.jobs.enqueue(EVENT_JOB, { provider, eventId: id }, { key: id });
    for (const { provider, id } of await unmailedEvents(this.events.manager))
      await this.jobs.enqueue(MAIL_JOB, { provider, eventId: id }, { key: id });
  }

  /** A failed poll is not retried; the next one covers its events. */
  @WorksOn(POLL_JOB, { schedule: { cron: '*/10 * * * *', payload: null } })
  poll(): Promise<void> {
    return this.webhooks.catchUp();
  }

  @WorksOn(UPKEEP_JOB, { schedule: { cron: '17 3 * * *', payload: null } })
  clear(): Promise<void> {
    return deleteOldEvents(this.events.manager);
  }
}
