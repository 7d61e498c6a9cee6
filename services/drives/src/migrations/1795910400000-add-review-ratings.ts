import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Condition for published drives in this release. */
const PUBLISHED_SQL = `privacy = 'public' and status in ('approved')`;

const COLUMNS = ['review_stars', 'review_intensity', 'review_road_quality', 'review_traffic'];

/**
 * Adds the ratings of reviews next to those of the creator, and sorts the lists by the displayed rating. Runs step by
 * step without a transaction, since the previous release keeps writing; each step can be repeated after a crash.
 */
export class AddReviewRatings1795910400000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    const columns = COLUMNS.map((column) => `add column if not exists ${column} double precision`);
    await runner.query(
      `alter table drive ${columns.join(', ')}, add column if not exists rating_rev integer not null default 0`,
    );
    await sortBy(runner, 'coalesce(review_stars, star_rating)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await sortBy(runner, 'star_rating');
    for (const column of ['rating_rev', ...COLUMNS]) {
      await runner.query(`alter table drive drop column ${column}`);
    }
  }
}

async function sortBy(runner: QueryRunner, stars: string): Promise<void> {
  await replace(
    runner,
    'drive_popular',
    `(popularity desc, (${stars}) desc nulls last, review_count desc, id) where ${PUBLISHED_SQL}`,
  );
  await replace(
    runner,
    'drive_world',
    `((${stars}) desc nulls last, popularity desc, id) where ${PUBLISHED_SQL} and world_ranked`,
  );
}

/** Builds the new index next to the old one, which serves reads until the new one takes its name. */
async function replace(runner: QueryRunner, name: string, definition: string): Promise<void> {
  await runner.query(`drop index concurrently if exists ${name}_next`);
  await runner.query(`create index concurrently ${name}_next on drive ${definition}`);
  await runner.query(`drop index concurrently if exists ${name}`);
  await runner.query(`alter index ${name}_next rename to ${name}`);
}
