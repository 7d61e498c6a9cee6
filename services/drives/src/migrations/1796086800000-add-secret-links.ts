import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds secret links, which show a private drive to anyone who has the link; deleted with the drive. */
export class AddSecretLinks1796086800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table secret_link (
        drive_id text collate "C" primary key constraint secret_link_drive references drive (id) on delete cascade,
        secret text collate "C" not null constraint secret_link_secret unique,
        expires_at timestamptz not null
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table secret_link');
  }
}
