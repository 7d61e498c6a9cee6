import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '@switchback/platform/clock';
import { ProductError } from '@switchback/platform/errors';
import { EventFactory } from '@switchback/platform/events/event';
import { appendToOutbox } from '@switchback/platform/events/outbox';
import { photoSubmissionsTopic, photosTopic } from '@switchback/platform/events/topics';
import { CLOCK } from '@switchback/platform/nest/tokens';
import type { SubmissionEvent } from '@switchback/proto/moderation/v1/events';
import type { EntityManager } from 'typeorm';
import type { KnownDrive } from './drive.entity.js';
import { lockDrive, nextRevision } from './drives.sql.js';
import { Links } from './links.js';
import { Photo, type PhotoRow } from './photo.entity.js';
import { photosOfDrive } from './photo-rows.sql.js';

/** Moderation state of a photo that is or was pending. */
export type PhotoState = 'waiting' | 'withdrawn' | { decision: 'approve' | 'disapprove'; by: string };

/** Publishes photo events in the transaction that changes the photos. */
@Injectable()
export class PhotoEvents {
  constructor(
    private readonly events: EventFactory,
    private readonly links: Links,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'now'>,
  ) {}

  /**
   * Blocks other writers of the drive's photos, including its deletion, until the transaction ends; does not change an
   * existing row.
   * @throws ProductError `driveNotFound` if the drive was deleted since the caller asked for it.
   */
  async lock(manager: EntityManager, drive: KnownDrive): Promise<void> {
    if (!(await lockDrive(manager, drive))) throw new ProductError('driveNotFound');
  }

  /** Publishes the photos of the drive that everyone may see; the caller holds its lock. */
  async publishPhotos(manager: EntityManager, driveId: string): Promise<void> {
    const { rev, isPublished } = await nextRevision(manager, driveId);
    const rows = await photosOfDrive(manager, driveId);
    const shown = isPublished ? rows.filter(({ approved, hidden }) => approved && !hidden) : [];
    const photos = await Promise.all(
      shown.map(async ({ id, description }) => ({
        ...(await this.links.addressesOf(driveId, id, null)),
        id,
        description,
      })),
    );
    const payload = { driveId, rev, photos, count: rows.length };
    const event = this.events.create({ type: 'drive.photographed', subject: driveId, version: rev, payload });
    await appendToOutbox(manager, photosTopic, [event]);
  }

  /** Publishes a photo's moderation state to the moderation service; the caller holds the drive's lock. */
  async publishSubmission(manager: EntityManager, photo: PhotoRow, title: string, state: PhotoState): Promise<void> {
    const version = photo.version + 1;
    await manager.update(Photo, { id: photo.id }, { version });
    const payload: SubmissionEvent = {
      subjectId: photo.id,
      version,
      kind: 'photo',
      title,
      ownerId: photo.addedBy ?? '',
      reasons: [],
      facts: { driveId: photo.driveId },
      at: this.clock.now().toISOString(),
      waiting: state === 'waiting' ? { rev: version } : undefined,
      settled:
        typeof state === 'object'
          ? { decision: state.decision, decidedBy: state.by, decidedByName: '', changeRequest: {}, corrected: [] }
          : undefined,
      withdrawn: state === 'withdrawn' ? {} : undefined,
    };
    const event = this.events.create({ type: typeOf(state), subject: photo.id, version, payload });
    await appendToOutbox(manager, photoSubmissionsTopic, [event]);
  }
}

function typeOf(state: PhotoState): string {
  if (typeof state === 'object') return 'photo.settled';
  return state === 'waiting' ? 'photo.submitted' : 'photo.withdrawn';
}
