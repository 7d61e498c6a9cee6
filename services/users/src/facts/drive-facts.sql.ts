import type { SqlConnection } from '@switchback/platform/db/sql';
import type { DriveFact } from './drive-fact.entity.js';

/** Facts from an event of a drive. */
export interface NewFact extends Omit<DriveFact, 'audienceVersion' | 'createdAt'> {
  /** ISO 8601. */
  createdAt: string;
}

/** Stores facts about different drives, each with the audience of its version. No-op for an older version. */
export async function upsertFacts(connection: SqlConnection, facts: readonly NewFact[]): Promise<void> {
  // Passed as one JSON value, since arrays of arrays cannot be unnested row by row.
  await connection.query(
    `insert into drive_fact as f (drive_id, version, is_deleted, owner_id, privacy, status, shared_with, is_public,
        viewers, audience_version, distance, duration, state_ids, country_ids, created_at)
     select "driveId", version, "isDeleted", "ownerId", privacy, status, "sharedWith", "isPublic", viewers, version,
        distance, duration, "stateIds", "countryIds", "createdAt"
       from jsonb_to_recordset($1::jsonb) as r ("driveId" text, version int, "isDeleted" bool, "ownerId" text,
        privacy text, status text, "sharedWith" text[], "isPublic" bool, viewers text[], distance float8,
        duration float8, "stateIds" int[], "countryIds" int[], "createdAt" timestamptz)
     on conflict (drive_id) do update set version = excluded.version, is_deleted = excluded.is_deleted,
        owner_id = excluded.owner_id, privacy = excluded.privacy, status = excluded.status,
        shared_with = excluded.shared_with, is_public = excluded.is_public, viewers = excluded.viewers,
        audience_version = excluded.audience_version, distance = excluded.distance, duration = excluded.duration,
        state_ids = excluded.state_ids, country_ids = excluded.country_ids, created_at = excluded.created_at
      where f.version < excluded.version`,
    [JSON.stringify(facts)],
  );
}
