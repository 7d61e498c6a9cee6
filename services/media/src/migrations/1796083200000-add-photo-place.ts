import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Locations of photos whose senders want them shown. */
export class AddPhotoPlace1796083200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table photo add column lat double precision, add column lng double precision');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table photo drop column lat, drop column lng');
  }
}
