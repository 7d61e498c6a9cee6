import { Controller, Inject } from '@nestjs/common';
import type { Clock } from '@switchback/platform/clock';
import { defineJob, type JobContext, type JobKind } from '@switchback/platform/jobs/jobs';
import { WorksOn } from '@switchback/platform/nest/handlers';
import { CLOCK } from '@switchback/platform/nest/tokens';
import { z } from 'zod';
import { DriveCards } from './drive-cards.js';

export interface CardPayload {
  driveId: string;
}

/** Draws the card of a drive in its state when the job runs. */
export const CARD_JOB: JobKind<CardPayload> = defineJob({
  name: 'drives.card',
  payload: z.object({ driveId: z.string().min(1).max(64) }),
  attempts: 5,
  timeoutMs: 30_000,
});

/** One at a time with a rest after each: drawing uses at most a fifth of a core, even after a large import. */
const CARD_CONCURRENCY = 1;
const REST = 4;

@Controller()
export class CardWorker {
  constructor(
    private readonly cards: DriveCards,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @WorksOn(CARD_JOB, { concurrency: CARD_CONCURRENCY })
  async draw({ driveId }: CardPayload, { signal }: JobContext): Promise<void> {
    const startedMs = this.clock.monotonicMs();
    await this.cards.make(driveId);
    await this.clock.sleep(REST * (this.clock.monotonicMs() - startedMs), signal);
  }
}
