import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets secret links have no end. The previous release takes such a link for one that has expired. */
export class AddEndlessLinks1796871600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table secret_link alter column expires_at drop not null;
      alter table collection_link alter column expires_at drop not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from secret_link where expires_at is null;
      delete from collection_link where expires_at is null;
      alter table secret_link alter column expires_at set not null;
      alter table collection_link alter column expires_at set not null`);
  }
}
