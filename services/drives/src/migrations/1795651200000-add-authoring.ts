import { createIdempotency, dropIdempotency } from '@switchback/platform/db/idempotency';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { titleKey } from '../drive/title-key.js';

/** Drives per batch: concurrent writers wait for milliseconds. */
const BATCH = 1_000;

/**
 * Adds authoring: the source of a line, the key for comparing titles, and stored answers of idempotent requests. Runs
 * step by step, since the previous release keeps writing; each step can be repeated after a crash.
 */
export class AddAuthoring1795651200000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table drive add column if not exists title_key text');
    await runner.query('alter table drive_route add column if not exists directions_source text');
    await runner.query('drop table if exists idempotent_request');
    await createIdempotency(runner);
    await fillKeys(runner);
    for (const index of ['drive_title_taken', 'drive_title_key']) {
      await runner.query(`drop index concurrently if exists ${index}`);
    }
    // Does not apply to imports; decides between two people who submit one title concurrently.
    await runner.query(
      `create unique index concurrently drive_title_taken on drive (title_key)
         where not official and privacy = 'public' and title_key <> ''`,
    );
    await runner.query(`create index concurrently drive_title_key on drive (title_key) where privacy = 'public'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index drive_title_taken, drive_title_key');
    await dropIdempotency(runner);
    await runner.query('alter table drive_route drop column directions_source');
    await runner.query('alter table drive drop column title_key');
  }
}

/** Terminates because each batch leaves fewer drives without a key. */
async function fillKeys(runner: QueryRunner): Promise<void> {
  for (;;) {
    const batch = (await runner.query(`select id, title from drive where title_key is null limit ${BATCH}`)) as {
      id: string;
      title: string;
    }[];
    if (batch.length === 0) return;
    const rows = batch.map(({ id, title }) => ({ id, key: titleKey(title) }));
    await runner.query(
      `update drive set title_key = row.key
         from unnest($1::text[], $2::text[]) as row (id, key) where drive.id = row.id and drive.title_key is null`,
      [rows.map(({ id }) => id), rows.map(({ key }) => key)],
    );
  }
}
