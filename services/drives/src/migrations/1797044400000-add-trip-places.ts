import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lets an item of a collection be a place, without a drive. The previous release shows the drives alone, and drops the
 * places when it saves the collection.
 */
export class AddTripPlaces1797044400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table collection_item
        alter column drive_id drop not null,
        add column label text,
        add column location point`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from collection_item where drive_id is null;
      alter table collection_item
        alter column drive_id set not null,
        drop column label,
        drop column location`);
  }
}
