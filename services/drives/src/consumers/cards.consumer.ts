import { Controller, Inject } from '@nestjs/common';
import type { Event } from '@switchback/platform/events/event';
import { drivesTopic } from '@switchback/platform/events/topics';
import type { Jobs } from '@switchback/platform/jobs/jobs';
import { OnEvents } from '@switchback/platform/nest/handlers';
import { JOBS } from '@switchback/platform/nest/tokens';
import { audienceIn } from '@switchback/platform/wire/audience';
import type { DriveEvent } from '@switchback/proto/drives/v1/events';
import { CARD_JOB } from '../cards/card.worker.js';
import { DriveCards } from '../cards/drive-cards.js';

/**
 * Maximum backlog. After a large import, cards beyond it are drawn on first request instead of keeping the machine busy
 * with pictures that may never be viewed.
 */
const WAITING_MAX = 500;

@Controller()
export class CardsConsumer {
  constructor(
    @Inject(DriveCards) private readonly cards: Pick<DriveCards, 'remove'>,
    @Inject(JOBS) private readonly jobs: Pick<Jobs, 'enqueue' | 'stats'>,
  ) {}

  /** Schedules a new card for a changed public drive; deletes the cards of any other. */
  @OnEvents(drivesTopic, 'drives-cards', { batchSize: 100 })
  async consume(events: Event<DriveEvent>[]): Promise<void> {
    const newest = new Map(events.map(({ payload }) => [payload.id, payload]));
    let room = WAITING_MAX - (await this.waiting());
    for (const drive of newest.values()) {
      if (!isPublic(drive)) {
        await this.cards.remove(drive.id);
      } else if (room > 0) {
        await this.jobs.enqueue(CARD_JOB, { driveId: drive.id }, { key: `${drive.id}.${drive.rev}` });
        room -= 1;
      }
    }
  }

  private async waiting(): Promise<number> {
    const stats = (await this.jobs.stats()).find(({ name }) => name === CARD_JOB.name);
    return stats ? stats.waiting + stats.delayed : 0;
  }
}

function isPublic({ saved }: DriveEvent): boolean {
  return saved !== undefined && audienceIn(saved).isPublic;
}
