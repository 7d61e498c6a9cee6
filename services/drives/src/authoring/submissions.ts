import { Inject, Injectable } from '@nestjs/common';
import type { CorrectionField } from '@switchback/contracts/rules/authoring';
import { figureText, type Units, UNITS_PER_METER } from '@switchback/contracts/rules/units';
import type { Clock } from '@switchback/platform/clock';
import { EventFactory } from '@switchback/platform/events/event';
import { appendToOutbox } from '@switchback/platform/events/outbox';
import { driveSubmissionsTopic } from '@switchback/platform/events/topics';
import { CLOCK } from '@switchback/platform/nest/tokens';
import type { Caller } from '@switchback/platform/rpc/call';
import type { SubmissionEvent } from '@switchback/proto/moderation/v1/events';
import type { EntityManager } from 'typeorm';
import { type Drive, Owner } from '../drive/drive.entity.js';
import type { Submission } from '../drive/submission.js';

const TYPES: Record<Submission, string> = {
  waiting: 'drive.submitted',
  settled: 'drive.settled',
  withdrawn: 'drive.withdrawn',
};

const NOBODY = { userId: '' };

/** Publishes to the moderation service which drives wait for staff, in the transaction that changes the drive. */
@Injectable()
export class DriveSubmissions {
  constructor(
    private readonly events: EventFactory,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /**
   * @param drive the drive after the change; a deleted one as it was, with a higher revision.
   * @param by the person who decided, if settled.
   * @param corrected the fields that they corrected.
   */
  async publish(
    manager: EntityManager,
    drive: Drive,
    submission: Submission,
    by: Pick<Caller, 'userId'>,
    corrected: readonly CorrectionField[] = [],
  ): Promise<void> {
    const decider = submission === 'settled' ? await manager.findOneBy(Owner, { id: by.userId }) : null;
    const decidedBy = { id: by.userId, name: decider?.username ?? '', corrected };
    const payload = stateOf(drive, submission, decidedBy, this.clock.now());
    const event = this.events.create({ type: TYPES[submission], subject: drive.id, version: payload.version, payload });
    await appendToOutbox(manager, driveSubmissionsTopic, [event]);
  }

  /**
   * Publishes the current revision of a waiting drive after a change that submits nothing; no-op for any other drive.
   */
  async follow(manager: EntityManager, drive: Drive): Promise<void> {
    if (drive.privacy === 'public' && drive.status === 'pending') await this.publish(manager, drive, 'waiting', NOBODY);
  }
}

interface Decider {
  id: string;
  /** Empty if the account's event has not arrived yet. */
  name: string;
  corrected: readonly CorrectionField[];
}

function stateOf(drive: Drive, submission: Submission, by: Decider, at: Date): SubmissionEvent {
  const approved = drive.status === 'approved';
  return {
    subjectId: drive.id,
    // The payload changes with the drive and with whether it has photos.
    version: drive.rev + drive.photosRev,
    kind: 'drive',
    title: drive.title,
    ownerId: drive.ownerId ?? '',
    reasons: drive.photoCount === 0 ? ['no photo'] : [],
    at: at.toISOString(),
    facts: factsOf(drive),
    waiting: submission === 'waiting' ? { rev: drive.rev } : undefined,
    settled:
      submission === 'settled'
        ? {
            decision: approved ? 'approve' : 'request-changes',
            decidedBy: by.id,
            decidedByName: by.name,
            changeRequest: approved ? {} : drive.changeRequest,
            corrected: [...by.corrected],
            rev: drive.rev,
          }
        : undefined,
    withdrawn: submission === 'withdrawn' ? {} : undefined,
  };
}

/** Returns the facts that moderators compare with those they saw before. */
function factsOf(drive: Drive): Record<string, string> {
  const regions = drive.countries.map(({ country, states }) =>
    [country?.name ?? '', states.map(({ name }) => name).join(', ')].filter(Boolean).join(': '),
  );
  const rating = (value: number | null) => (value === null ? '' : String(value));
  return {
    title: drive.title,
    description: drive.description,
    countriesAndStates: regions.join('; '),
    tags: drive.tags.map(({ name }) => name).join(', '),
    starRating: rating(drive.starRating),
    intensityRating: rating(drive.intensityRating),
    roadQualityRating: rating(drive.roadQualityRating),
    trafficRating: rating(drive.trafficRating),
    // Drawn on the map of the queue, never listed.
    overviewPath: drive.overviewPath,
    directions: `${drive.startAddress} – ${drive.endAddress}, ${figureText(lengthText(drive.distance), drive.approximate)}`,
  };
}

function lengthText(meters: number): string {
  const inUnit = (unit: Units) => (meters * UNITS_PER_METER[unit]).toFixed(1);
  return `${inUnit('miles')} mi (${inUnit('kilometers')} km)`;
}
