import type { MigrationInterface, QueryRunner } from 'typeorm';
import {
  CREATE_HEAD,
  createIndexes,
  createKeys,
  createTables,
  DROP_HEAD,
  dropTables,
} from '../index/postgres/schema.js';

export class CreateIndex1795219200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table rebuild (is_running bool not null, alive_at timestamptz not null)`);
    await runner.query(`insert into rebuild values (false, now())`);
    for (const statement of [...CREATE_HEAD, ...createTables(''), ...createKeys(''), ...createIndexes('')])
      await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of [...dropTables(''), ...DROP_HEAD, 'drop table rebuild']) await runner.query(statement);
  }
}
