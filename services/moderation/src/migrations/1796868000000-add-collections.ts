import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A collection has at most one undecided item, as drives and photos have. */
export class AddCollections1796868000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `create unique index item_collection on item (subject_id) where decided_at is null and kind = 'collection'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index item_collection');
  }
}
