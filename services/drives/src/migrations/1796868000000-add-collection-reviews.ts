import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the review of collections. Public collections stay published; the previous release takes those in review for
 * private ones, and never shows them to strangers.
 */
export class AddCollectionReviews1796868000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table collection
        add column review text,
        add column change_request text not null default ''`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table collection drop column review, drop column change_request');
  }
}
