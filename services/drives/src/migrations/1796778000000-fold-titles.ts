import { isUniqueViolation } from '@switchback/platform/db/unique-violation';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { titleKey } from '../drive/title-key.js';

/** Characters that a title may have in several forms, after each the form that stands for all. */
const FORMS: readonly (readonly [forms: string, one: string])[] = [
  // Apostrophes, primes and modifier letters.
  ['‘’‚‛′‵`\u02b9\u02bb\u02bc\u02bd\u02be\u02bf\u02c8\u02ca\u02cb\ua78b\ua78c\u055a\u05f3\u07f4\u07f5', "'"],
  // Hyphens, dashes and the minus sign.
  ['\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043\u2e3a\u2e3b\u058a\u05be\u301c', '-'],
  ['ς', 'σ'],
  // In Turkish, the capital of ı is I, and that of i is İ, whose lowercase is i with a dot above.
  ['ı', 'i'],
];
/** Invisible characters: soft hyphens, joiners, marks of direction, fillers. */
const INVISIBLE =
  '\u00ad\u034f\u061c\u115f\u1160\u180e\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\u2800\ufe0e\ufe0f\ufeff';
const FROM = FORMS.map(([forms]) => forms).join('') + INVISIBLE;
const TO = FORMS.map(([forms, one]) => one.repeat(forms.length)).join('');
/** Writers may add a title while the index is built. */
const ATTEMPTS_MAX = 5;

/**
 * Folds what title keys still distinguish: ß and ss, forms of apostrophes and dashes, invisible characters. The index
 * folds the keys itself, so the rule also applies to drives that the previous release writes.
 *
 * Drives that already share a title keep it: only the oldest of them is in the index.
 */
export class FoldTitles1796778000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table drive add column if not exists shares_title boolean not null default false');
    // `translate` removes the characters of the first list that exceed the second.
    await runner.query(`create or replace function title_fold(key text) returns text
      language sql immutable strict parallel safe
      as $$ select translate(replace(replace(key, 'ß', 'ss'), E'i\\u0307', 'i'), '${quoted(FROM)}', '${quoted(TO)}') $$`);
    await keyAgain(runner);
    await runner.query('drop index concurrently if exists drive_title_fold');
    await runner.query(
      `create index concurrently drive_title_fold on drive (title_fold(title_key)) where privacy = 'public'`,
    );
    await createUnique(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index if exists drive_title_unique, drive_title_fold');
    await runner.query('drop function title_fold');
    await runner.query('alter table drive drop column shares_title');
  }
}

/** Recomputes the keys of imported titles with spaced accents, which stand for apostrophes. */
async function keyAgain(runner: QueryRunner): Promise<void> {
  const rows = (await runner.query(
    `select id, title from drive where official and title ~ '[\u00b4\u0384\u1fbd\u1fbf\u1ffd\u1ffe]'`,
  )) as { id: string; title: string }[];
  await runner.query(
    `update drive set title_key = row.key
       from unnest($1::text[], $2::text[]) as row (id, key) where drive.id = row.id`,
    [rows.map(({ id }) => id), rows.map(({ title }) => titleKey(title))],
  );
}

/** Exempts the later drives of each title, then builds the index; repeats both if a writer was faster. */
async function createUnique(runner: QueryRunner): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await runner.query(
      `update drive set shares_title = true from (
         select id, row_number() over (partition by title_fold(title_key) order by created_at, id) as place
           from drive where not official and privacy = 'public' and title_key <> '' and not shares_title
       ) as rival where drive.id = rival.id and rival.place > 1`,
    );
    await runner.query('drop index concurrently if exists drive_title_unique');
    try {
      await runner.query(
        `create unique index concurrently drive_title_unique on drive (title_fold(title_key))
           where not official and privacy = 'public' and title_key <> '' and not shares_title`,
      );
      return;
    } catch (error) {
      if (!isUniqueViolation(error) || attempt === ATTEMPTS_MAX) throw error;
    }
  }
}

function quoted(text: string): string {
  return text.replaceAll("'", "''");
}
