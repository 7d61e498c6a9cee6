import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How many photos a drive has, also those that wait: staff are told of a drive that has none. */
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
