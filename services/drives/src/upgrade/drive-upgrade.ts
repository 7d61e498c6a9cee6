import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, Repository } from 'typeorm';
import { DriveSubmissions } from '../authoring/submissions.js';
import { Drive, DriveRoute } from '../drive.entity.js';
import { DriveEvents } from '../drive-events.js';
import { lockOutdated, type VersionColumn } from './drive-upgrade.sql.js';

/** A derivation of columns, whose version drives store. */
export interface Derivation {
  column: VersionColumn;
  version: number;
  /** Drives per transaction, which locks them. */
  batch: number;
  derive: (route: DriveRoute) => Derived | Promise<Derived>;
}

/** New values of columns, including the version. */
export interface Derived {
  drive: Partial<Drive>;
  route?: Partial<DriveRoute>;
  /** False if readers see no difference. */
  isChanged: boolean;
}

/** Derives columns of drives that an older release, or one with other settings, stored. */
@Injectable()
export class DriveUpgrade {
  constructor(
    @InjectRepository(Drive) private readonly drives: Repository<Drive>,
    private readonly events: DriveEvents,
    private readonly submissions: DriveSubmissions,
  ) {}

  /**
   * Derives the columns of the next drives after an id. Idempotent: skips drives that have the present version. A drive
   * that changes gets a new revision.
   * @returns the id of the last drive; null if there was none.
   */
  next({ column, version, batch, derive }: Derivation, after: string): Promise<string | null> {
    return this.drives.manager.transaction(async (manager) => {
      const ids = await lockOutdated(manager, column, version, after, batch);
      const routes = await manager.find(DriveRoute, { where: { driveId: In(ids) }, relations: { drive: true } });
      for (const route of routes) await this.apply(manager, route, await derive(route));
      return ids.at(-1) ?? null;
    });
  }

  private async apply(manager: EntityManager, route: DriveRoute, derived: Derived): Promise<void> {
    const { drive } = route;
    Object.assign(drive, derived.drive, { rev: derived.isChanged ? drive.rev + 1 : drive.rev });
    await manager.update(Drive, { id: drive.id }, { ...derived.drive, rev: drive.rev });
    if (derived.route) {
      Object.assign(route, derived.route);
      await manager.update(DriveRoute, { driveId: drive.id }, derived.route);
    }
    if (!derived.isChanged) return;
    await this.events.saved(manager, [route]);
    await this.submissions.follow(manager, drive);
  }
}
