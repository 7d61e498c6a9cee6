import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds tags derived from the line; a job derives those of existing drives. */
export class AddMapTags1796400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table drive
        add column map_tags jsonb not null default '[]',
        add column scenery_version integer not null default 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table drive drop column map_tags, drop column scenery_version');
  }
}
