import { queryRows, type SqlConnection } from '@switchback/platform/db/sql';
import type { DrivePhotosEvent } from '@switchback/proto/media/v1/events';
import type { RatingEvent } from '@switchback/proto/reviews/v1/events';
import type { PopularityEvent } from '@switchback/proto/users/v1/events';
import { z } from 'zod';

const DRIVE_ID = z.strictObject({ id: z.string() });

/** Stores newer ratings of drives. @returns the ids of the changed drives. */
export function updateRatings(connection: SqlConnection, ratings: readonly RatingEvent[]): Promise<string[]> {
  const column = <Key extends keyof RatingEvent>(key: Key) => ratings.map((rating) => rating[key] ?? null);
  return updateLocked(
    connection,
    ratings,
    `update drive d set rating_rev = r.rev, review_count = r.count, review_stars = r.stars,
            star_review_count = r.starred, review_intensity = r.intensity, review_road_quality = r.quality, review_traffic = r.traffic
       from (select distinct on (id) * from unnest($1::text[], $2::int[], $3::int[], $4::float8[], $5::float8[],
                                                   $6::float8[], $7::float8[], $8::int[])
               as r (id, rev, count, stars, intensity, quality, traffic, starred) order by id, rev desc) r
      where d.id = r.id and d.rating_rev < r.rev returning d.id`,
    [
      column('rev'),
      column('reviewCount'),
      column('starRating'),
      column('intensityRating'),
      column('roadQualityRating'),
      column('trafficRating'),
      column('starReviewCount'),
    ],
  );
}

/** Stores newer popularity of drives. @returns the ids of the changed drives. */
export function updatePopularity(connection: SqlConnection, counts: readonly PopularityEvent[]): Promise<string[]> {
  return updateLocked(
    connection,
    counts,
    `update drive d set popularity = c.popularity, popularity_rev = c.rev
       from (select distinct on (id) id, rev, popularity
               from unnest($1::text[], $2::int[], $3::int[]) as c (id, rev, popularity) order by id, rev desc) c
      where d.id = c.id and d.popularity_rev < c.rev returning d.id`,
    [counts.map(({ rev }) => rev), counts.map(({ saves, completions }) => saves + completions)],
  );
}

/** Stores newer public photos of drives and their number of photos. @returns the ids of the changed drives. */
export function updatePhotos(connection: SqlConnection, events: readonly DrivePhotosEvent[]): Promise<string[]> {
  return updateLocked(
    connection,
    events,
    `update drive d set photos_rev = p.rev, photos = p.photos, photo_count = p.count
       from (select distinct on (id) * from unnest($1::text[], $2::int[], $3::jsonb[], $4::int[])
               as p (id, rev, photos, count) order by id, rev desc) p
      where d.id = p.id and d.photos_rev < p.rev returning d.id`,
    [
      events.map(({ rev }) => rev),
      events.map(({ photos }) => JSON.stringify(photos)),
      events.map(({ count }) => count),
    ],
  );
}

/**
 * Updates drives with another service's counts. Locks in id order, so that two writers of the same drives wait for each
 * other instead of deadlocking.
 * @param update statement that returns the ids of the changed drives; `$1` are the ids, `$2` and up the values.
 */
async function updateLocked(
  connection: SqlConnection,
  counts: readonly { driveId: string }[],
  update: string,
  values: readonly unknown[],
): Promise<string[]> {
  const ids = counts.map(({ driveId }) => driveId);
  await connection.query('select from drive where id = any ($1) order by id for update', [ids]);
  const changed = await queryRows(connection, DRIVE_ID, update, [ids, ...values]);
  return changed.map(({ id }) => id);
}
