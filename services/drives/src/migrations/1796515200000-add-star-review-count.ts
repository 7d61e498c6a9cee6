import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the number of reviews that rate the stars; it is null until the next event of the drive's reviews. */
export class AddStarReviewCount1796515200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table drive add column star_review_count integer');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table drive drop column star_review_count');
  }
}
