import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the number of a drive's photos, including those in review: staff see whether a submitted drive has none. */
export class AddPhotoCount1796083200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table drive add column photo_count integer not null default 0');
    await runner.query(
      'update drive set photo_count = jsonb_array_length(photos) where jsonb_array_length(photos) > 0',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table drive drop column photo_count');
  }
}
