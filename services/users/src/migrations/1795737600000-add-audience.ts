import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Facts filled per statement, so that writers wait for milliseconds. */
const BATCH = 1_000;

/**
 * Audience of a drive, from the drives service. The previous release writes its facts without it: a trigger derives it
 * for those, whose `audience_version` is behind. Trigger and `status` can go once that release no longer runs.
 */
export class AddAudience1795737600000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table drive_fact
      add column if not exists is_public boolean not null default false,
      add column if not exists viewers text[] not null default '{}',
      add column if not exists audience_version integer`);
    await runner.query(DERIVE);
    await runner.query(`create or replace trigger drive_fact_audience before insert or update on drive_fact
      for each row execute function drive_fact_audience()`);
    await fill(runner);
    await runner.query('drop index concurrently if exists drive_fact_viewers');
    await runner.query(
      `create index concurrently drive_fact_viewers on drive_fact using gin (viewers) where viewers <> '{}'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index drive_fact_viewers');
    await runner.query('drop trigger drive_fact_audience on drive_fact');
    await runner.query('drop function drive_fact_audience');
    await runner.query(
      'alter table drive_fact drop column is_public, drop column viewers, drop column audience_version',
    );
  }
}

const DERIVE = `create or replace function drive_fact_audience() returns trigger language plpgsql as $$
  begin
    if new.audience_version is distinct from new.version then
      new.is_public := new.privacy = 'public' and new.status = 'approved';
      new.viewers := case when new.is_public then '{}'::text[] else array_remove(array[new.owner_id], '')
        || array(select 'hero:' || friend from unnest(new.shared_with) friend where new.privacy = 'private') end;
      new.audience_version := new.version;
    end if;
    return new;
  end $$`;

/** Terminates, because the ids rise with each batch. */
async function fill(runner: QueryRunner): Promise<void> {
  for (let lastId: string | null = ''; lastId !== null;) {
    const batch = (await runner.query(
      `with batch as (select drive_id from drive_fact where drive_id > $1 order by drive_id limit ${BATCH}),
         filled as (update drive_fact f set version = f.version from batch where f.drive_id = batch.drive_id
           returning f.drive_id)
       select max(drive_id) as "lastId" from filled`,
      [lastId],
    )) as [{ lastId: string | null }];
    lastId = batch[0].lastId;
  }
}
