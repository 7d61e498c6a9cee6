import { randomBytes } from 'node:crypto';
import { createOutbox, dropOutbox } from '@switchback/platform/events/outbox';
import type { MigrationInterface, QueryRunner } from 'typeorm';

const SECRET_BYTES = 32;

export class CreateMedia1795996800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Stored state of drives that have photos. Writers of a drive's photos lock its row.
    await runner.query(`
      create table drive (
        id text collate "C" primary key,
        rev integer not null default 0,
        photos_rev integer not null default 0,
        title text not null,
        is_private boolean not null,
        is_published boolean not null
      )`);
    await runner.query(`
      create table photo (
        id text collate "C" primary key,
        drive_id text collate "C" not null references drive (id),
        added_by text collate "C",
        added_at timestamptz(3) not null,
        approved boolean not null,
        position integer not null,
        version integer not null default 0,
        credit jsonb not null,
        description text not null,
        color text not null,
        width integer not null,
        height integer not null
      )`);
    await runner.query('create index photo_drive on photo (drive_id, position, id)');
    await runner.query('create index photo_added_by on photo (added_by) where added_by is not null');
    await runner.query(`
      create table photo_like (
        photo_id text collate "C" not null references photo (id) on delete cascade,
        user_id text collate "C" not null,
        position bigint generated always as identity,
        primary key (photo_id, user_id)
      )`);
    await runner.query('create index photo_like_user on photo_like (user_id)');
    // Files that have no photo, or are about to have none: inserted before the files are written, and when a photo is
    // deleted.
    await runner.query(`
      create table stray_files (
        photo_id text collate "C" primary key,
        remove_after timestamptz(3) not null
      )`);
    await runner.query('create index stray_files_due on stray_files (remove_after)');
    // Signs the URLs of photos that are not public; shared by all processes of the service.
    await runner.query('create table link_secret (secret bytea not null)');
    await runner.query('insert into link_secret (secret) values ($1)', [randomBytes(SECRET_BYTES)]);
    await createOutbox(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropOutbox(runner);
    await runner.query('drop table link_secret, stray_files, photo_like, photo, drive');
  }
}
