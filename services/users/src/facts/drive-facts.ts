import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { audienceIn } from '@switchback/platform/wire/audience';
import type { DriveEvent } from '@switchback/proto/drives/v1/events';
import { In, Repository } from 'typeorm';
import { ListedDrive } from '../lists/listed-drive.entity.js';
import { Popularity } from '../lists/popularity.entity.js';
import { DriveFact } from './drive-fact.entity.js';
import { type NewFact, upsertFacts } from './drive-facts.sql.js';

/** The tombstone of a deleted drive contains only its version, so that a late event does not bring it back. */
const NOTHING = {
  ownerId: '',
  privacy: 'private',
  status: 'none',
  sharedWith: [],
  isPublic: false,
  viewers: [],
  distance: 0,
  duration: 0,
  stateIds: [],
  countryIds: [],
  createdAt: new Date(0).toISOString(),
} satisfies Omit<NewFact, 'driveId' | 'version' | 'isDeleted'>;

/**
 * Stores facts about drives, which the drives service owns: their owners, their audiences, and the input of statistics.
 */
@Injectable()
export class DriveFacts {
  constructor(@InjectRepository(DriveFact) private readonly facts: Repository<DriveFact>) {}

  /**
   * Applies states in any order, any number of times.
   * @throws TypeError if a state is incomplete.
   */
  async apply(events: readonly DriveEvent[]): Promise<void> {
    const newest = newestOf(events.map(factOf));
    if (newest.length === 0) return;
    await upsertFacts(this.facts.manager, newest);
    await this.unlistDeleted(newest.filter(({ isDeleted }) => isDeleted).map(({ driveId }) => driveId));
  }

  /** Removes deleted drives, which never come back, from all lists. */
  private async unlistDeleted(driveIds: readonly string[]): Promise<void> {
    if (driveIds.length === 0) return;
    const { manager } = this.facts;
    await manager.delete(ListedDrive, { driveId: In(driveIds) });
    await manager.delete(Popularity, { driveId: In(driveIds) });
  }
}

/** Sorts by id, so that two writers of the same drives wait for each other instead of deadlocking. */
function newestOf(facts: readonly NewFact[]): NewFact[] {
  const newest = new Map<string, NewFact>();
  for (const fact of facts)
    if (fact.version > (newest.get(fact.driveId)?.version ?? -1)) newest.set(fact.driveId, fact);
  return [...newest.values()].sort((a, b) => (a.driveId < b.driveId ? -1 : 1));
}

function factOf({ id: driveId, rev: version, saved, deleted }: DriveEvent): NewFact {
  if (deleted) return { driveId, version, isDeleted: true, ...NOTHING };
  if (!saved?.summary) throw new TypeError(`The event of drive ${driveId} contains neither saved nor deleted.`);
  const { summary, ownerId, sharedWith } = saved;
  return {
    driveId,
    version,
    isDeleted: false,
    ownerId,
    sharedWith,
    ...audienceIn(saved),
    privacy: summary.privacy,
    status: summary.status,
    createdAt: summary.createdAt,
    distance: summary.distance,
    duration: summary.duration,
    stateIds: summary.countries.flatMap(({ states }) => states.map((state) => state.id)),
    countryIds: summary.countries.flatMap(({ country }) => country?.id ?? []),
  };
}
