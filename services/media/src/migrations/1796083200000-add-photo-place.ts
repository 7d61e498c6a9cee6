import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Where photos were taken, of those whose senders want that shown. */
export class AddPhotoPlace1796083200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table photo add column lat double precision, add column lng double precision');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table photo drop column lat, drop column lng');
  }
}
