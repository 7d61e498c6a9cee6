import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What was published, by the rules of this release. */
const PUBLISHED_SQL = `privacy = 'public' and status in ('approved')`;

const COLUMNS = ['review_stars', 'review_intensity', 'review_road_quality', 'review_traffic'];

/** What reviews say of a drive beside what its creator said, and the lists in the order of what is shown. */
export class AddReviewRatings1795910400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const column of COLUMNS) await runner.query(`alter table drive add column ${column} double precision`);
    await runner.query('alter table drive add column rating_rev integer not null default 0');
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
  await runner.query('drop index drive_popular, drive_world');
  await runner.query(
    `create index drive_popular on drive (popularity desc, (${stars}) desc nulls last, review_count desc, id)
       where ${PUBLISHED_SQL}`,
  );
  await runner.query(
    `create index drive_world on drive ((${stars}) desc nulls last, popularity desc, id)
       where ${PUBLISHED_SQL} and world_ranked`,
  );
}
