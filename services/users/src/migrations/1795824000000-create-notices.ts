import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People's notices and notice settings, deleted with the profile. */
export class CreateNotices1795824000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table notice (
        id text collate "C" primary key,
        user_id text collate "C" not null references profile (id) on delete cascade,
        kind text not null,
        subject_type text not null,
        subject_id text not null,
        subject_title text not null,
        at timestamptz(3) not null,
        in_list boolean not null,
        read_at timestamptz(3),
        mailed_at timestamptz(3)
      )`);
    await runner.query('create index notice_user on notice (user_id, at desc, id)');
    await runner.query(`
      create table notice_setting (
        user_id text collate "C" not null references profile (id) on delete cascade,
        kind text not null,
        mail boolean not null,
        notice boolean not null,
        primary key (user_id, kind)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table notice_setting, notice');
  }
}
