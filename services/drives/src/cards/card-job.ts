import type { Clock } from '@switchback/platform/clock';
import { defineJob, type JobHandler, type JobKind } from '@switchback/platform/jobs/jobs';
import { z } from 'zod';
import type { DriveCards } from './drive-cards.js';

export interface CardPayload {
  driveId: string;
}

/** Draws the card of a drive as it is when the job runs. */
export const CARD_JOB: JobKind<CardPayload> = defineJob({
  name: 'drives.card',
  payload: z.object({ driveId: z.string().min(1).max(64) }),
  attempts: 5,
  timeoutMs: 30_000,
});

/** One at a time, and a rest after each: drawing takes a fifth of a core at most, whatever was imported. */
export const CARD_CONCURRENCY = 1;
const REST = 4;

export function cardHandler(cards: Pick<DriveCards, 'make'>, clock: Clock): JobHandler<CardPayload> {
  return async ({ driveId }, { signal }) => {
    const startedMs = clock.monotonicMs();
    await cards.make(driveId);
    await clock.sleep(REST * (clock.monotonicMs() - startedMs), signal);
  };
}
