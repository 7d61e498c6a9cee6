import { Injectable } from '@nestjs/common';
import { audienceIn } from '@switchback/platform/wire/audience';
import type { DriveEvent } from '@switchback/proto/drives/v1/events';
import { DataSource } from 'typeorm';

interface Fact {
  id: string;
  version: number;
  isDeleted: boolean;
  ownerId: string;
  privacy: string;
  status: string;
  sharedWith: string[];
  isPublic: boolean;
  viewers: string[];
  distance: number;
  duration: number;
  stateIds: number[];
  countryIds: number[];
  createdAt: string;
}

/** A deleted drive is stored with only its version, so that a late event does not bring it back. */
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
} satisfies Omit<Fact, 'id' | 'version' | 'isDeleted'>;

/**
 * Stores facts about drives, which the drives service owns: their owners, their audiences, and the input of statistics.
 */
@Injectable()
export class DriveFacts {
  constructor(private readonly source: DataSource) {}

  /**
   * Applies states in any order, any number of times.
   * @throws TypeError if a state is incomplete.
   */
  async apply(events: readonly DriveEvent[]): Promise<void> {
    const newest = newestOf(events.map(factOf));
    if (newest.length === 0) return;
    // Passed as one JSON value, since arrays of arrays cannot be unnested row by row.
    await this.source.query(
      `insert into drive_fact as f (drive_id, version, is_deleted, owner_id, privacy, status, shared_with, is_public,
          viewers, audience_version, distance, duration, state_ids, country_ids, created_at)
       select id, version, "isDeleted", "ownerId", privacy, status, "sharedWith", "isPublic", viewers, version, distance, duration, "stateIds",
          "countryIds", "createdAt"
         from jsonb_to_recordset($1::jsonb) as r (id text, version int, "isDeleted" bool, "ownerId" text, privacy text,
          status text, "sharedWith" text[], "isPublic" bool, viewers text[], distance float8, duration float8, "stateIds" int[], "countryIds" int[],
          "createdAt" timestamptz)
       on conflict (drive_id) do update set version = excluded.version, is_deleted = excluded.is_deleted,
          owner_id = excluded.owner_id, privacy = excluded.privacy, status = excluded.status,
          shared_with = excluded.shared_with, is_public = excluded.is_public, viewers = excluded.viewers,
          audience_version = excluded.audience_version, distance = excluded.distance, duration = excluded.duration,
          state_ids = excluded.state_ids, country_ids = excluded.country_ids, created_at = excluded.created_at
        where f.version < excluded.version`,
      [JSON.stringify(newest)],
    );
    await this.unlistDeleted(newest.filter(({ isDeleted }) => isDeleted).map(({ id }) => id));
  }

  /** Removes deleted drives, which never come back, from all lists. */
  private async unlistDeleted(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.source.query('delete from listed_drive where drive_id = any ($1)', [ids]);
    await this.source.query('delete from popularity where drive_id = any ($1)', [ids]);
  }
}

/** Sorts by id, so that two writers of the same drives wait for each other instead of deadlocking. */
function newestOf(facts: readonly Fact[]): Fact[] {
  const newest = new Map<string, Fact>();
  for (const fact of facts) if (fact.version > (newest.get(fact.id)?.version ?? -1)) newest.set(fact.id, fact);
  return [...newest.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}

function factOf({ id, rev: version, saved, deleted }: DriveEvent): Fact {
  if (deleted) return { id, version, isDeleted: true, ...NOTHING };
  if (!saved?.summary) throw new TypeError(`The event of drive ${id} contains neither saved nor deleted.`);
  const { summary, ownerId, sharedWith } = saved;
  return {
    id,
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
