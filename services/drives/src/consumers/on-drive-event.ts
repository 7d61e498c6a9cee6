import type { Event } from '@switchback/platform/events/event';
import type { Jobs } from '@switchback/platform/jobs/jobs';
import { audienceIn } from '@switchback/platform/wire/audience';
import type { DriveEvent } from '@switchback/proto/drives/v1/events';
import { CARD_JOB } from '../cards/card-job.js';
import type { DriveCards } from '../cards/drive-cards.js';

/**
 * More cards than these do not wait to be drawn: after a large import the others are drawn when somebody first asks,
 * instead of keeping the machine busy for pictures that nobody may ever look at.
 */
const WAITING_MAX = 500;

/** Has the card of a public drive drawn anew when it changed, and takes the cards of any other away. */
export function onDriveEvent(cards: Pick<DriveCards, 'remove'>, jobs: Pick<Jobs, 'enqueue' | 'stats'>) {
  return async (events: Event<DriveEvent>[]): Promise<void> => {
    const newest = new Map(events.map(({ payload }) => [payload.id, payload]));
    let room = WAITING_MAX - (await waiting(jobs));
    for (const drive of newest.values()) {
      if (!isPublic(drive)) {
        await cards.remove(drive.id);
      } else if (room > 0) {
        await jobs.enqueue(CARD_JOB, { driveId: drive.id }, { key: `${drive.id}.${drive.rev}` });
        room -= 1;
      }
    }
  };
}

function isPublic({ saved }: DriveEvent): boolean {
  return saved !== undefined && audienceIn(saved).isPublic;
}

async function waiting(jobs: Pick<Jobs, 'stats'>): Promise<number> {
  const stats = (await jobs.stats()).find(({ name }) => name === CARD_JOB.name);
  return stats ? stats.waiting + stats.delayed : 0;
}
