import { Injectable } from '@nestjs/common';
import { EventFactory } from '@switchback/platform/events/event';
import { appendToOutbox } from '@switchback/platform/events/outbox';
import { drivesTopic } from '@switchback/platform/events/topics';
import type { DriveEvent } from '@switchback/proto/drives/v1/events';
import type { EntityManager } from 'typeorm';
import type { Drive, DriveRoute } from './drive.entity.js';
import { toState, versionOf } from './drive.mapper.js';

/** Appends events about drives to the outbox, in the caller's transaction. */
@Injectable()
export class DriveEvents {
  constructor(private readonly events: EventFactory) {}

  saved(manager: EntityManager, routes: readonly DriveRoute[]): Promise<void> {
    return this.append(manager, 'drive.saved', routes.map(toState));
  }

  /** @param drives in their last state. */
  deleted(manager: EntityManager, drives: readonly Drive[]): Promise<void> {
    const states = drives.map((drive): DriveEvent => {
      return { id: drive.id, rev: versionOf(drive) + 1, saved: undefined, deleted: {} };
    });
    return this.append(manager, 'drive.deleted', states);
  }

  private append(manager: EntityManager, type: string, states: readonly DriveEvent[]): Promise<void> {
    const events = states.map((payload) =>
      this.events.create({ type, subject: payload.id, version: payload.rev, payload }),
    );
    return appendToOutbox(manager, drivesTopic, events);
  }
}
