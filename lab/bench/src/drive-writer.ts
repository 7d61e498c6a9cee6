import { Drive, DriveRoute } from '@switchback/drives/drive/drive.entity';
import { toState } from '@switchback/drives/drive/drive.mapper';
import { systemClock } from '@switchback/platform/clock';
import { EventFactory } from '@switchback/platform/events/event';
import { appendToOutbox } from '@switchback/platform/events/outbox';
import { drivesTopic } from '@switchback/platform/events/topics';
import { randomIds } from '@switchback/platform/ids';
import type { DriveEvent } from '@switchback/proto/drives/v1/events';
import type { DataSource } from 'typeorm';
import { drivesOf, routeOf } from './catalogue.js';

/** Number of drives that are rewritten repeatedly; more would only fill memory. */
const WRITTEN_MAX = 10_000;

/** Updates drives as the drives service does, with or without their events in the same transaction. */
export class DriveWriter {
  readonly #source: DataSource;
  readonly #events = new EventFactory({ source: 'drives', clock: systemClock, ids: randomIds });
  readonly #drives: DriveEvent[];
  /** Shared by all writers: an index ignores a revision older than its own. */
  static #revision = 1;

  constructor(source: DataSource, size: number, seed: number) {
    this.#source = source;
    this.#drives = [...drivesOf(Math.min(size, WRITTEN_MAX), seed)];
  }

  /** Returns the next drive, with the next revision. */
  next(): DriveRoute {
    const drive = this.#drives[DriveWriter.#revision % this.#drives.length]!;
    DriveWriter.#revision += 1;
    const summary = { ...drive.saved!.summary!, distance: DriveWriter.#revision };
    return routeOf({ ...drive, rev: DriveWriter.#revision, saved: { ...drive.saved!, summary } });
  }

  async write(route: DriveRoute, withOutbox: boolean): Promise<void> {
    await this.#source.transaction(async (manager) => {
      await manager.upsert(Drive, [route.drive], ['id']);
      await manager.upsert(DriveRoute, [route], ['driveId']);
      if (withOutbox) await appendToOutbox(manager, drivesTopic, [this.#eventOf(route)]);
    });
  }

  /** Writes only events, many in one transaction: the backlog that a stopped relay leaves. */
  async leaveBehind(routes: readonly DriveRoute[]): Promise<void> {
    await this.#source.transaction((manager) =>
      appendToOutbox(
        manager,
        drivesTopic,
        routes.map((route) => this.#eventOf(route)),
      ),
    );
  }

  async waiting(): Promise<number> {
    const [row] = await this.#source.query<[{ count: number }]>('select count(*)::int as count from outbox');
    return row.count;
  }

  async clearOutbox(): Promise<void> {
    await this.#source.query('truncate outbox');
  }

  #eventOf(route: DriveRoute) {
    const payload = toState(route);
    return this.#events.create({ type: 'drive.saved', subject: payload.id, version: payload.rev, payload });
  }
}
