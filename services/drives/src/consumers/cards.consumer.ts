import { Controller, Inject } from '@nestjs/common';
import type { Event } from '@switchback/platform/events/event';
import { driveActivityTopic, drivesTopic } from '@switchback/platform/events/topics';
import type { Jobs } from '@switchback/platform/jobs/jobs';
import { OnEvents } from '@switchback/platform/nest/handlers';
import { JOBS } from '@switchback/platform/nest/tokens';
import { audienceIn } from '@switchback/platform/wire/audience';
import type { DriveActivity, DriveEvent } from '@switchback/proto/drives/v1/events';
import { CARD_JOB } from '../cards/card.worker.js';
import { DriveCards } from '../cards/drive-cards.js';
import type { ActivityType } from '../events/drive-events.js';

/**
 * Maximum backlog. After a large import, cards beyond it are drawn on first request instead of keeping the machine busy
 * with pictures that may never be viewed.
 */
const WAITING_MAX = 500;
const RATED: ActivityType = 'drive.rated';

@Controller()
export class CardsConsumer {
  constructor(
    @Inject(DriveCards) private readonly cards: Pick<DriveCards, 'remove'>,
    @Inject(JOBS) private readonly jobs: Pick<Jobs, 'enqueue' | 'stats'>,
  ) {}

  /** Schedules a new card for a changed public drive; deletes the cards of any other. */
  @OnEvents(drivesTopic, 'drives-cards', { batchSize: 100 })
  async consume(events: Event<DriveEvent>[]): Promise<void> {
    const newest = [...new Map(events.map(({ payload }) => [payload.id, payload])).values()];
    for (const { id } of newest.filter((drive) => !isPublic(drive))) await this.cards.remove(id);
    await this.schedule(newest.filter(isPublic));
  }

  /** Schedules a new card for a public drive whose rating changed: no other activity shows on cards. */
  @OnEvents(driveActivityTopic, 'drives-cards-rated', { batchSize: 100 })
  async consumeActivity(events: Event<DriveActivity>[]): Promise<void> {
    const rated = events.filter(({ type }) => type === RATED).map(({ payload }) => payload);
    await this.schedule(
      [...new Map(rated.map((drive) => [drive.id, drive])).values()].filter(({ isPublic }) => isPublic),
    );
  }

  private async schedule(drives: readonly Pick<DriveEvent, 'id' | 'rev'>[]): Promise<void> {
    if (drives.length === 0) return;
    const room = Math.max(0, WAITING_MAX - (await this.waiting()));
    for (const { id, rev } of drives.slice(0, room))
      await this.jobs.enqueue(CARD_JOB, { driveId: id }, { key: `${id}.${rev}` });
  }

  private async waiting(): Promise<number> {
    const stats = (await this.jobs.stats()).find(({ name }) => name === CARD_JOB.name);
    return stats ? stats.waiting + stats.delayed : 0;
  }
}

function isPublic({ saved }: DriveEvent): boolean {
  return saved !== undefined && audienceIn(saved).isPublic;
}
