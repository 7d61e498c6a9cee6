import pg from 'pg';
import type { MigrationInterface } from 'typeorm';

/** A migration as it is written; its class's name is what a database keeps of it. */
export type Migration = new () => MigrationInterface;

/** This version needs more than the database has, and may not bring it there by itself. */
export class SchemaBehind extends Error {
  override readonly name = 'SchemaBehind';
  constructor(service: string, pending: readonly string[]) {
    super(
      `The schema of "${service}" is ${pending.length} migrations behind this version (${pending.join(', ')}). ` +
        'Run the command migrate first, or let processes do so with MIGRATE_AT_START=on.',
    );
  }
}

/** Names of the migrations that the service's schema does not have yet; it may have others, of a newer version. */
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

/** @throws SchemaBehind when a migration is missing. */
export async function requireUpToDate(
  admin: Pick<pg.ClientBase, 'query'>,
  service: string,
  migrations: readonly Migration[],
): Promise<void> {
  const pending = await pendingMigrations(admin, service, migrations);
  if (pending.length > 0) throw new SchemaBehind(service, pending);
}
