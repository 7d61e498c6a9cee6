import { resolve } from 'node:path';
import type { z } from 'zod';
import { GATEWAY } from '../services.js';
import { PASSWORDS, withPassword } from './passwords.js';
import { OWN_PREFIXES, type Setting, SETTINGS } from './table.js';

type Parsed = { [Name in keyof typeof SETTINGS]: z.output<(typeof SETTINGS)[Name]['schema']> };

/** Settings that have no effect without Kafka. */
const KAFKA_DETAILS = [
  'KAFKA_PREFIX',
  'KAFKA_CLIENT_ID',
  'KAFKA_REPLICATION',
  'KAFKA_RETENTION_HOURS',
  'KAFKA_SASL_MECHANISM',
  'KAFKA_USERNAME',
  'KAFKA_PASSWORD',
] as const;

/** Settings that have no effect without an OpenID Connect provider. */
const OIDC_DETAILS = ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_NAME'] as const;

/** Settings that have no effect without Chargebee. */
const CHARGEBEE_DETAILS = [
  'CHARGEBEE_API_KEY',
  'CHARGEBEE_PUBLISHABLE_KEY',
  'CHARGEBEE_WEBHOOK_USER',
  'CHARGEBEE_WEBHOOK_PASSWORD',
] as const;

/** Settings that have no effect without S3. */
const S3_DETAILS = ['S3_PUBLIC_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const;

/** Settings that have no effect without Elasticsearch. */
const ELASTICSEARCH_DETAILS = [
  'ELASTICSEARCH_API_KEY',
  'ELASTICSEARCH_PREFIX',
  'ELASTICSEARCH_SHARDS',
  'ELASTICSEARCH_REPLICAS',
  'ELASTICSEARCH_REFRESH_MS',
] as const;

/** Settings that, when unset, are derived from other settings or from the type of the process. */
interface Derived {
  PORT: number;
  LISTEN_HOST: string;
  PUBLIC_URL: string;
  MANAGEMENT_PORT: number;
}

/** The complete settings from the environment: derived settings are filled in, `DATA_DIR` is absolute. */
export type Settings = Omit<Parsed, keyof Derived> & Derived;

/** Invalid configuration; the message names every invalid setting and shows no secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  /** Name of the setting → description of the fault. */
  readonly faults: ReadonlyMap<string, string>;

  constructor(faults: ReadonlyMap<string, string>) {
    const lines = [...faults].map(([name, fault]) => `  ${name} ${fault}`);
    super(`The configuration is invalid:\n${lines.join('\n')}`);
    this.faults = faults;
  }
}

/**
 * Loads the settings. An empty value counts as unset.
 *
 * @param environment names and values, such as `process.env`; unknown names are ignored.
 * @param checkout base folder for a relative `DATA_DIR`.
 * @param defaultPort value of `PORT` when unset.
 * @throws ConfigError naming every invalid setting.
 */
export function loadSettings(
  environment: Readonly<Record<string, string | undefined>>,
  checkout: string = process.cwd(),
  defaultPort: number = GATEWAY.port,
): Settings {
  const given = new Map<string, string>();
  for (const [name, text] of Object.entries(environment)) if (text?.trim()) given.set(name, text.trim());

  const faults = new Map<string, string>();
  const parsed: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries<Setting>(SETTINGS)) {
    const result = setting.schema.safeParse(given.get(name));
    if (result.success) parsed[name] = result.data;
    else faults.set(name, describe(result.error, setting, given.get(name)));
  }
  const settings = complete(parsed as Parsed, checkout, defaultPort);
  findUnusable(given, faults);
  if (faults.size === 0) findContradictions(settings, faults);
  if (faults.size > 0) throw new ConfigError(faults);
  return settings;
}

function describe(error: z.ZodError, setting: Setting, text: string | undefined): string {
  const fault = error.issues[0]?.message ?? 'is invalid';
  if (setting.secret || text === undefined) return `${fault}.`;
  const shown = text.replace(/\/\/[^/]*@/, '//[hidden]@').slice(0, 100);
  return `${fault}; its value is "${shown}".`;
}

function complete(parsed: Parsed, checkout: string, defaultPort: number): Settings {
  const { PORT = defaultPort } = parsed;
  const isGateway = defaultPort === GATEWAY.port;
  const fromCheckout = (path: string | undefined) => (path === undefined ? undefined : resolve(checkout, path));
  return {
    ...parsed,
    PORT,
    // A service in its own process is called only by other processes, which run on this machine by default.
    LISTEN_HOST: parsed.LISTEN_HOST ?? (isGateway ? '0.0.0.0' : '127.0.0.1'),
    // Links always lead to the gateway, whichever process writes them.
    PUBLIC_URL: parsed.PUBLIC_URL ?? `http://localhost:${isGateway ? PORT : GATEWAY.port}`,
    MANAGEMENT_PORT: parsed.MANAGEMENT_PORT ?? PORT + 1,
    DATABASE_URL: withPassword(parsed.DATABASE_URL, parsed.DATABASE_PASSWORD),
    ELASTICSEARCH_URL: withPassword(parsed.ELASTICSEARCH_URL, parsed.ELASTICSEARCH_PASSWORD),
    REDIS_URL: withPassword(parsed.REDIS_URL, parsed.REDIS_PASSWORD),
    DATA_DIR: resolve(checkout, parsed.DATA_DIR ?? '.data'),
    OSM_PBF: fromCheckout(parsed.OSM_PBF),
    ELEVATION_DIR: fromCheckout(parsed.ELEVATION_DIR),
    BACKUP_DIR: fromCheckout(parsed.BACKUP_DIR),
    LEGAL_DIR: fromCheckout(parsed.LEGAL_DIR),
    ADS_FILE: fromCheckout(parsed.ADS_FILE),
    BASEMAP_FILE: fromCheckout(parsed.BASEMAP_FILE),
  };
}

function findUnusable(given: ReadonlyMap<string, string>, faults: Map<string, string>): void {
  for (const name of given.keys()) {
    if (OWN_PREFIXES.some((prefix) => name.startsWith(prefix)) && !Object.hasOwn(SETTINGS, name)) {
      faults.set(name, 'is not a setting; docs/config.md lists all settings.');
    }
  }
}

function findContradictions(settings: Settings, faults: Map<string, string>): void {
  if (settings.MANAGEMENT_PORT === settings.PORT) faults.set('MANAGEMENT_PORT', 'must differ from PORT.');
  if (settings.MANAGEMENT_PORT > 65_535)
    faults.set('MANAGEMENT_PORT', 'must be set, since PORT + 1 is not a valid port.');
  if (settings.BACKUP_DIR && settings.DATABASE_URL)
    faults.set(
      'BACKUP_DIR',
      'applies only to the embedded PostgreSQL; docs/backup.md describes backups of DATABASE_URL.',
    );
  for (const [name, url] of Object.entries(PASSWORDS) as [keyof typeof PASSWORDS, keyof Settings][])
    if (settings[name] !== undefined && settings[url] === undefined)
      faults.set(name, `has no effect without ${url}: set that, or unset this.`);
  findKafkaContradictions(settings, faults);
  findS3Contradictions(settings, faults);
  findElasticsearchContradictions(settings, faults);
  findOidcContradictions(settings, faults);
  findChargebeeContradictions(settings, faults);
  if (settings.REDIS_PREFIX !== undefined && settings.REDIS_URL === undefined)
    faults.set('REDIS_PREFIX', 'has no effect without REDIS_URL: set that, or unset this.');
  findMapContradictions(settings, faults);
}

function findMapContradictions(settings: Settings, faults: Map<string, string>): void {
  for (const name of ['GOOGLE_MAPS_API_KEY', 'MAP_STYLE_ROADMAP'] as const)
    if (settings.BASEMAP_FILE && settings[name])
      faults.set('BASEMAP_FILE', `conflicts with ${name}: unset one of them.`);
  if (!settings.GOOGLE_MAPS_API_KEY) return;
  for (const name of ['MAP_STYLE_ROADMAP', 'MAP_STYLE_TERRAIN', 'MAP_STYLE_SATELLITE'] as const) {
    if (settings[name]) faults.set(name, 'conflicts with GOOGLE_MAPS_API_KEY: unset one of them.');
  }
}

function findOidcContradictions(settings: Settings, faults: Map<string, string>): void {
  const { OIDC_ISSUER: issuer } = settings;
  for (const name of OIDC_DETAILS)
    if (!issuer && settings[name] !== undefined)
      faults.set(name, 'has no effect without OIDC_ISSUER: set that, or unset this.');
  // The gateway only displays the provider's name; only the auth service logs in there.
  const logsIn = settings.SETTINGS_OF === undefined || settings.SETTINGS_OF === 'auth';
  for (const name of ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const)
    if (issuer && logsIn && settings[name] === undefined)
      faults.set(name, 'must be set as well: the provider authenticates its clients.');
}

/** Requires only the publishable key here: the one service that uses the secrets checks for them itself. */
function findChargebeeContradictions(settings: Settings, faults: Map<string, string>): void {
  const { CHARGEBEE_SITE: site } = settings;
  for (const name of CHARGEBEE_DETAILS)
    if (!site && settings[name] !== undefined)
      faults.set(name, 'has no effect without CHARGEBEE_SITE: set that, or unset this.');
  if (site && settings.CHARGEBEE_PUBLISHABLE_KEY === undefined)
    faults.set('CHARGEBEE_PUBLISHABLE_KEY', 'must be set as well: the checkout page uses it.');
}

function findKafkaContradictions(settings: Settings, faults: Map<string, string>): void {
  if (!settings.KAFKA_BROKERS) {
    for (const name of KAFKA_DETAILS)
      if (settings[name] !== undefined)
        faults.set(name, 'has no effect without KAFKA_BROKERS: set that, or unset this.');
    if (settings.KAFKA_SSL === 'on') faults.set('KAFKA_SSL', 'has no effect without KAFKA_BROKERS.');
    return;
  }
  const login = ['KAFKA_SASL_MECHANISM', 'KAFKA_USERNAME', 'KAFKA_PASSWORD'] as const;
  const missing = login.filter((name) => settings[name] === undefined);
  if (missing.length === login.length) return;
  for (const name of missing)
    faults.set(name, 'must be set as well: a login to Kafka needs a mechanism, a name and a password.');
}

function findS3Contradictions(settings: Settings, faults: Map<string, string>): void {
  const { S3_ENDPOINT: endpoint } = settings;
  for (const name of S3_DETAILS)
    if (!endpoint && settings[name] !== undefined)
      faults.set(name, 'has no effect without S3_ENDPOINT: set that, or unset this.');
  for (const name of ['S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const)
    if (endpoint && settings[name] === undefined) faults.set(name, 'must be set as well: S3 requires credentials.');
}

function findElasticsearchContradictions(settings: Settings, faults: Map<string, string>): void {
  if (!settings.ELASTICSEARCH_URL) {
    for (const name of ELASTICSEARCH_DETAILS)
      if (settings[name] !== undefined)
        faults.set(name, 'has no effect without ELASTICSEARCH_URL: set that, or unset this.');
  } else if (settings.ELASTICSEARCH_API_KEY && new URL(settings.ELASTICSEARCH_URL).username !== '')
    faults.set('ELASTICSEARCH_API_KEY', 'conflicts with the user in ELASTICSEARCH_URL: unset one of them.');
}
