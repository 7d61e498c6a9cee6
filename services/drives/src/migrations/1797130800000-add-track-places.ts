import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the places around which the recorded tracks of a person are cut. Nothing but their shifted centers is stored. */
export class AddTrackPlaces1797130800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table track_place (
        owner_id text collate "C" not null,
        number integer not null,
        center point not null,
        primary key (owner_id, number)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table track_place');
  }
}
