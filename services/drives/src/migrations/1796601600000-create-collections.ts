import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates collections with their drives and secret links. Their items end with the collection or the drive. */
export class CreateCollections1796601600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table collection (
        id text collate "C" primary key,
        rev integer not null,
        name text not null,
        description text not null,
        privacy text not null,
        owner_id text,
        shared_with text[] not null default '{}',
        start text,
        days integer,
        changed_at timestamptz(3) not null,
        published_at timestamptz(3)
      )`);
    await runner.query('create index collection_owner on collection (owner_id) where owner_id is not null');
    await runner.query(
      `create index collection_shared on collection using gin (shared_with) where shared_with <> '{}'`,
    );
    await runner.query(`
      create index collection_published on collection (published_at desc, id) where privacy = 'public'`);
    await runner.query(`
      create table collection_item (
        collection_id text collate "C" not null
          constraint collection_item_collection references collection (id) on delete cascade,
        position integer not null,
        drive_id text collate "C" not null constraint collection_item_drive references drive (id) on delete cascade,
        note text not null,
        day integer,
        primary key (collection_id, position)
      )`);
    await runner.query('create index collection_item_drive_id on collection_item (drive_id)');
    await runner.query(`
      create table collection_link (
        collection_id text collate "C" primary key
          constraint collection_link_collection references collection (id) on delete cascade,
        secret text collate "C" not null constraint collection_link_secret unique,
        expires_at timestamptz not null
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table collection_link');
    await runner.query('drop table collection_item');
    await runner.query('drop table collection');
  }
}
