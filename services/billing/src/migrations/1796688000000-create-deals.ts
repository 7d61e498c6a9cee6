import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates deals. Their days are texts, which compare like dates and hold every year of the API. */
export class CreateDeals1796688000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table deal (
        id text collate "C" primary key,
        rev integer not null,
        title text not null,
        text text not null,
        link text,
        code text,
        valid_from text collate "C" not null,
        valid_until text collate "C" not null,
        country_id integer not null,
        states jsonb not null
      )`);
    await runner.query('create index deal_until on deal (valid_until, title, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table deal');
  }
}
