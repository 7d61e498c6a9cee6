import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, In, Repository } from 'typeorm';
import { DriveSubmissions } from '../authoring/submissions.js';
import { Drive, DriveRoute } from '../drive/drive.entity.js';
import { DriveEvents } from '../events/drive-events.js';
import { findOutdated, lockUnchanged, type Outdated } from './drive-upgrade.sql.js';

export type DerivationName = 'scenery' | 'elevation' | 'maneuvers';

/** A derivation of columns, whose version drives store in the column `{name}_version`. */
export interface Derivation {
  name: DerivationName;
  /** Drives per call. */
  batch: number;
  /** Returns the version now, and which of the drives with an older one to derive. */
  check: (outdated: readonly Outdated[]) => Promise<{ version: number; due: readonly boolean[] }>;
  derive: (route: DriveRoute) => Promise<Derived>;
}

/** New values of columns, including the version. */
export interface Derived {
  drive: Partial<Drive>;
  route?: Partial<DriveRoute>;
  /** False if readers see no difference. */
  isChanged: boolean;
}

/** Token of the list of all derivations. */
export const DERIVATIONS = Symbol('Derivations');

/** Drives that a call reads, in search of those that are due. */
const PAGE = 500;

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
   * that changes gets a new revision. Locks no drive while it derives, which may wait behind people; a drive that
   * changes meanwhile keeps its new state.
   * @returns the id of the last drive; null if there was none.
   */
  async next(derivation: Derivation, after: string): Promise<string | null> {
    const { manager } = this.drives;
    const { name, batch, check, derive } = derivation;
    const column = `${name}_version` as const;
    const page = await findOutdated(manager, column, (await check([])).version, after, PAGE);
    const checked = await check(page);
    const due = page.filter((_, index) => checked.due[index]).slice(0, batch);
    const versions = new Map(due.map((drive) => [drive.id, drive.version]));
    const where = { driveId: In([...versions.keys()]) };
    for (const route of await manager.find(DriveRoute, { where, relations: { drive: true } })) {
      const { id, rev } = route.drive;
      const derived = await derive(route);
      await manager.transaction(async (transaction) => {
        if (!(await lockUnchanged(transaction, column, { id, rev, version: versions.get(id)! }))) return;
        // Columns that change without a new revision are those of now.
        const current = await transaction.findOneOrFail(DriveRoute, {
          where: { driveId: id },
          relations: { drive: true },
        });
        await this.apply(transaction, current, derived);
      });
    }
    return (due.length === batch ? due : page).at(-1)?.id ?? null;
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
