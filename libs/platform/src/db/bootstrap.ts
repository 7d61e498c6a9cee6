import type { ClientBase } from 'pg';
import { systemClock } from '../clock.js';

const SERVICE_NAME = /^[a-z][a-z_]{0,40}$/;
const MIN_SERVER_VERSION = 150_000;
const START_LOCK = 'switchback start';
const START_LOCK_TIMEOUT_MS = 120_000;
const START_LOCK_POLL_MS = 50;
/**
 * Contrib extensions, shipped with every PostgreSQL: fuzzy text, accents, plain columns in GiST indexes, points in
 * space.
 */
const EXTENSIONS = ['pg_trgm', 'unaccent', 'btree_gist', 'cube'];

/** Returns the role of a service, which owns the service's schema and can access no other. */
export function roleOf(service: string): string {
  return `switchback_${service}`;
}

/**
 * Acquires the lock that lets only one process at a time prepare the database; released when the client's connection
 * ends. Polls instead of waiting inside a statement: a waiting statement would block `create index concurrently` in the
 * very process it waits for.
 * @throws Error if the lock is not free within two minutes.
 */
export async function acquireStartLock(admin: ClientBase): Promise<void> {
  const deadlineMs = systemClock.monotonicMs() + START_LOCK_TIMEOUT_MS;
  for (;;) {
    const statement = 'select pg_try_advisory_lock(hashtextextended($1, 0)) as "isOurs"';
    const { rows } = await admin.query<{ isOurs: boolean }>(statement, [START_LOCK]);
    if (rows[0]?.isOurs) return;
    if (systemClock.monotonicMs() > deadlineMs)
      throw new Error('Another process has been preparing the database for too long.');
    await systemClock.sleep(START_LOCK_POLL_MS);
  }
}

/**
 * Creates the missing extensions, role and schemas of a service. The caller must hold the start lock.
 * @param furtherSchemas schemas that the role owns in addition to the one named after the service.
 * @throws Error if the server is too old, or if the account lacks the rights and the objects do not exist yet.
 */
export async function bootstrapService(
  admin: ClientBase,
  service: string,
  furtherSchemas: readonly string[] = [],
): Promise<void> {
  const schemas = [service, ...furtherSchemas];
  for (const name of schemas) if (!SERVICE_NAME.test(name)) throw new Error(`Not a service name: ${name}`);
  const role = roleOf(service);
  const { rows } = await admin.query<{
    version: number;
    extensions: string[];
    role: boolean;
    member: boolean;
    schemas: string[];
  }>(
    `select current_setting('server_version_num')::int as version,
            array(select extname::text from pg_extension) as extensions,
            exists (select from pg_roles where rolname = $1) as role,
            exists (select from pg_roles where rolname = $1 and pg_has_role(oid, 'member')) as member,
            array(select nspname::text from pg_namespace where nspname = any ($2)) as schemas`,
    [role, schemas],
  );
  const found = rows[0];
  if (!found || found.version < MIN_SERVER_VERSION) throw new Error('The database must be PostgreSQL 15 or newer.');
  const missing = EXTENSIONS.filter((name) => !found.extensions.includes(name));
  const statements = [
    ...missing.map((name) => `create extension if not exists ${name} with schema public`),
    ...(found.role ? [] : [createRole(role)]),
    ...(found.member ? [] : [`grant ${role} to current_user`]),
    ...schemas
      .filter((name) => !found.schemas.includes(name))
      .map((name) => `create schema ${name} authorization ${role}`),
  ];
  for (const statement of statements) {
    await admin.query(statement).catch((error: Error) => {
      throw new Error(
        `The database account may not prepare the "${service}" service (${error.message}). Run as an owner: ${statement}`,
      );
    });
  }
}

/**
 * Returns the statement that creates a role if it is missing. Roles belong to the whole server, so a process that
 * starts on another database may create the same role concurrently.
 */
function createRole(role: string): string {
  return `do $$ begin create role ${role} nologin; exception when duplicate_object or unique_violation then null; end $$`;
}
