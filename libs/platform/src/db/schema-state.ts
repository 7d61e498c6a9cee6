import { createHash } from 'node:crypto';
import pg from 'pg';
import type { MigrationInterface } from 'typeorm';

const BUILD_CHARS = 16;

/** A migration class; the database records its name. */
export type Migration = new () => MigrationInterface;

interface SchemaOfRelease {
  migrations: readonly Migration[];
  /** Parts of the schema that change without a migration. */
  fields?: readonly string[];
}

/**
 * Identifies a release by the schema that its code is for: two releases with the same schema handle events alike enough.
 */
export function buildOf({ migrations, fields = [] }: SchemaOfRelease): string {
  const hash = createHash('sha256');
  for (const name of [...migrations.map(({ name }) => name), ...fields]) hash.update(`${name}\n`);
  return hash.digest('hex').slice(0, BUILD_CHARS);
}

/** The schema lacks migrations that this version needs, and the settings do not allow running them at start. */
export class SchemaBehind extends Error {
  override readonly name = 'SchemaBehind';
  constructor(service: string, pending: readonly string[]) {
    super(
      `The schema of "${service}" is ${pending.length} migrations behind this version (${pending.join(', ')}). ` +
        'Run the command migrate first, or set MIGRATE_AT_START=on.',
    );
  }
}

/** Returns the names of the migrations missing from the service's schema, which may also contain newer ones. */
export async function pendingMigrations(
  admin: Pick<pg.ClientBase, 'query'>,
  service: string,
  migrations: readonly Migration[],
): Promise<string[]> {
  const table = `${pg.escapeIdentifier(service)}.migrations`;
  const { rows } = await admin.query<{ found: string | null }>('select to_regclass($1) as found', [table]);
  const applied = rows[0]?.found ? (await admin.query<{ name: string }>(`select name from ${table}`)).rows : [];
  const names = new Set(applied.map(({ name }) => name));
  return migrations.map(({ name }) => name).filter((name) => !names.has(name));
}

/** @throws SchemaBehind if a migration is missing. */
export async function requireUpToDate(
  admin: Pick<pg.ClientBase, 'query'>,
  service: string,
  migrations: readonly Migration[],
): Promise<void> {
  const pending = await pendingMigrations(admin, service, migrations);
  if (pending.length > 0) throw new SchemaBehind(service, pending);
}
