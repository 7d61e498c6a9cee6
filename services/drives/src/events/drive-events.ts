import { Injectable } from '@nestjs/common';
import { EventFactory, type Topic } from '@switchback/platform/events/event';
import { appendToOutbox } from '@switchback/platform/events/outbox';
import { driveActivityTopic, drivesTopic } from '@switchback/platform/events/topics';
import type { DriveEvent } from '@switchback/proto/drives/v1/events';
import type { EntityManager } from 'typeorm';
import type { Drive, DriveRoute } from '../drive/drive.entity.js';
import { toActivity, toState, versionOf } from '../drive/drive.mapper.js';

/** What changed about a drive's activity. */
export type ActivityType = 'drive.popularity-changed' | 'drive.rated' | 'drive.photos-changed';

/** Appends events about drives to the outbox, in the caller's transaction. */
@Injectable()
export class DriveEvents {
  constructor(private readonly events: EventFactory) {}

  saved(manager: EntityManager, routes: readonly DriveRoute[]): Promise<void> {
    return this.append(manager, drivesTopic, 'drive.saved', routes.map(toState));
  }

  /** Publishes what other services count about drives, without the drives themselves. */
  activity(manager: EntityManager, type: ActivityType, drives: readonly Drive[]): Promise<void> {
    return this.append(manager, driveActivityTopic, type, drives.map(toActivity));
  }

  /** @param drives in their last state. */
  deleted(manager: EntityManager, drives: readonly Drive[]): Promise<void> {
    const states = drives.map((drive): DriveEvent => {
      return { id: drive.id, rev: versionOf(drive) + 1, saved: undefined, deleted: {} };
    });
    return this.append(manager, drivesTopic, 'drive.deleted', states);
  }

  private append<State extends { id: string; rev: number }>(
    manager: EntityManager,
    topic: Topic<State>,
    type: string,
    states: readonly State[],
  ): Promise<void> {
    const events = states.map((payload) =>
      this.events.create({ type, subject: payload.id, version: payload.rev, payload }),
    );
    return appendToOutbox(manager, topic, events);
  }
}
