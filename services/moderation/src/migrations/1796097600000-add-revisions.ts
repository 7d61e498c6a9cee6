import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the revision that an item shows, the one its claimer saw, and a decision that is being carried out. Null in
 * items that an older release added.
 */
export class AddRevisions1796097600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table item
        add column rev integer,
        add column claimed_rev integer,
        add column facts_seen jsonb,
        add column deciding jsonb,
        add column deciding_since timestamptz`);
    await runner.query('create index item_deciding on item (deciding_since) where deciding is not null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index item_deciding');
    await runner.query(`
      alter table item
        drop column rev,
        drop column claimed_rev,
        drop column facts_seen,
        drop column deciding,
        drop column deciding_since`);
  }
}
