import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lets an item of a collection be a stretch of its drive, or the drive in the other direction. The previous release shows
 * such an item as the whole drive in its own direction, and stores it like that when it saves the collection.
 */
export class AddDrivenParts1796958000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table collection_item
        add column reversed boolean not null default false,
        add column from_meters double precision,
        add column to_meters double precision`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table collection_item drop column reversed, drop column from_meters, drop column to_meters',
    );
  }
}
