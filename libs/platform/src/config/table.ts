import { z } from 'zod';
import { GATEWAY } from '../services.js';
import { ACCOUNT_SETTINGS } from './account-settings.js';
import { addressSettings, portsInWords, serviceNames } from './address-settings.js';
import { BILLING_SETTINGS } from './billing-settings.js';
import { addresses, integer, onOff, type Setting, setting, url, webUrl } from './setting.js';
import { SITE_SETTINGS } from './site-settings.js';

export type { Setting } from './setting.js';

const port = integer(1, 65_535);
const origin = webUrl
  .refine((text) => !URL.canParse(text) || isOrigin(new URL(text)), 'must end with the host and port')
  .transform((text) => new URL(text).origin);
const style = z
  .union([webUrl, z.string().regex(/^\/(?!\/)/)], { error: 'must be a URL with http:// or https://, or a path from /' })
  .optional();
const keys = z
  .string()
  .transform((text) => text.split(',').map((key) => key.trim()))
  .refine((all) => all.every((key) => /^[\x21-\x7e]{32,200}$/.test(key)), 'must be keys of 32 characters or more');

/** Setting for an engine's password, used if the engine's URL contains none. */
function password(url: string) {
  const description = `The password that goes into \`${url}\` where that has none, written as it is: in a URL \`@\`, \`/\`, \`:\`, \`#\` and \`%\` must be percent-encoded.`;
  return setting(z.string().max(1_000).optional(), `the password in \`${url}\`, or none`, description, {
    secret: true,
  });
}

function isOrigin({ pathname, search, hash, username }: URL): boolean {
  return pathname === '/' && search + hash + username === '';
}

function trustProxy(text: string): boolean | number | string[] {
  if (text === 'off') return false;
  return /^\d$/.test(text) ? Number(text) : text.split(',').map((part) => part.trim());
}

/** All settings of the product. `docs/config.md` is generated from this table. */
export const SETTINGS = {
  PORT: setting(port.optional(), portsInWords(GATEWAY.port), 'The port of the process.'),
  LISTEN_HOST: setting(
    z.string().optional(),
    '0.0.0.0 for the product and the gateway, which people come to; 127.0.0.1 for a service alone',
    'The address `PORT` is opened on; 0.0.0.0 for a service whose callers are on other machines.',
  ),
  PUBLIC_URL: setting(
    webUrl.transform((text) => text.replace(/\/+$/, '')).optional(),
    '`http://localhost`, on the port of the gateway',
    'Where people reach the product: used in links, canonical addresses and the OpenAPI document.',
  ),
  MANAGEMENT_PORT: setting(port.optional(), '`PORT` + 1', 'The port of `/metrics` and health, for operators only.'),
  MANAGEMENT_HOST: setting(
    z.string().default('127.0.0.1'),
    '127.0.0.1',
    'The address `MANAGEMENT_PORT` is opened on; 0.0.0.0 where probes come from outside the machine.',
  ),
  PRODUCT_NAME: setting(
    z.string().max(60, 'must have at most 60 characters').default('Switchback'),
    'Switchback',
    'The name in titles, mails and texts.',
  ),
  SOCIAL_URL: setting(
    webUrl.optional(),
    'no such link',
    'A page of the product on a social network, linked at the foot of each page.',
  ),
  DATA_DIR: setting(
    z.string().default('.data'),
    '`.data` in the checkout',
    'Database, files, mail and the keys made at first start; deleting it is a factory reset.',
  ),
  DEMO: setting(onOff('on'), 'on', 'Whether the demo drives are loaded into an empty catalogue: `on` or `off`.'),
  DATABASE_URL: setting(
    url(['postgres:', 'postgresql:']).optional(),
    'embedded PostgreSQL in `DATA_DIR`',
    'Another PostgreSQL, 15 or newer.',
    { secret: true },
  ),
  DATABASE_PASSWORD: password('DATABASE_URL'),
  MIGRATE_AT_START: setting(
    onOff('on'),
    'on',
    'Whether a process brings the schemas it uses up to date: `on`, or `off` where the command `migrate` does so before; one that is behind then stops the start.',
  ),
  BACKUP_DIR: setting(
    z.string().optional(),
    'no backups',
    'Where the embedded PostgreSQL keeps its log and `npm run backup` its copies: another disk than that of `DATA_DIR`.',
  ),
  KAFKA_BROKERS: setting(
    addresses('kafka-1:9092').optional(),
    'events go through PostgreSQL',
    'Kafka for the events: some of its brokers, as `host:port`, separated by commas.',
  ),
  KAFKA_PREFIX: setting(
    z
      .string()
      .regex(/^[A-Za-z0-9._-]{1,60}$/, 'must be letters, digits, dots, dashes and underscores, at most 60')
      .optional(),
    'no prefix',
    'Stands before the names of all topics and groups, where several installations share a Kafka.',
  ),
  KAFKA_CLIENT_ID: setting(
    z.string().max(100, 'must have at most 100 characters').optional(),
    'switchback',
    'What Kafka calls this process in its logs and quotas.',
  ),
  KAFKA_REPLICATION: setting(
    integer(1, 9).optional(),
    'what the cluster does by default',
    'Copies of each partition of the topics the product makes; those that exist stay as they are.',
  ),
  KAFKA_RETENTION_HOURS: setting(
    integer(1, 87_600).optional(),
    '168',
    'How long the topics the product makes keep events; dead letters stay until they are redriven.',
  ),
  KAFKA_SSL: setting(
    onOff('off'),
    'off',
    'Whether to speak TLS to Kafka: `on` or `off`. An authority of your own goes into `NODE_EXTRA_CA_CERTS`.',
  ),
  KAFKA_SASL_MECHANISM: setting(
    z
      .enum(['plain', 'scram-sha-256', 'scram-sha-512'], { error: 'must be plain, scram-sha-256 or scram-sha-512' })
      .optional(),
    'no login',
    'How to log in to Kafka: `plain`, `scram-sha-256` or `scram-sha-512`.',
  ),
  KAFKA_USERNAME: setting(z.string().max(200).optional(), 'no login', 'The name to log in to Kafka with.'),
  KAFKA_PASSWORD: setting(z.string().max(1_000).optional(), 'no login', 'The password that goes with it.', {
    secret: true,
  }),
  S3_ENDPOINT: setting(
    origin.optional(),
    'files lie in `DATA_DIR`',
    'An object store that speaks S3 for the files, such as `https://s3.eu-central-1.amazonaws.com`.',
  ),
  S3_PUBLIC_ENDPOINT: setting(
    origin.optional(),
    'the same as `S3_ENDPOINT`',
    'Where browsers reach the object store, if that differs: signed links begin with it.',
  ),
  S3_BUCKET: setting(
    z
      .string()
      .regex(/^(?!.*\.\.)(?!\d+\.\d+\.\d+\.\d+$)[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'is no name of a bucket')
      .optional(),
    'switchback',
    'The bucket of the files; made when it is missing.',
  ),
  S3_REGION: setting(
    z
      .string()
      .regex(/^[a-z0-9-]{1,60}$/, 'is no region')
      .optional(),
    'us-east-1',
    'The region of the bucket.',
  ),
  S3_ACCESS_KEY: setting(z.string().max(200).optional(), 'nothing: it goes with `S3_ENDPOINT`', 'Who we are to S3.', {
    secret: true,
  }),
  S3_SECRET_KEY: setting(
    z.string().max(1_000).optional(),
    'nothing: it goes with `S3_ENDPOINT`',
    'The secret that goes with `S3_ACCESS_KEY`.',
    { secret: true },
  ),
  ELASTICSEARCH_URL: setting(
    webUrl.optional(),
    'the search index is kept in PostgreSQL',
    'Elasticsearch 9 for the search index, such as `https://elasticsearch:9200`; a user and a password may stand in it.',
    { secret: true },
  ),
  ELASTICSEARCH_PASSWORD: password('ELASTICSEARCH_URL'),
  ELASTICSEARCH_API_KEY: setting(
    z.string().max(1_000).optional(),
    'the login of the URL, or none',
    'How to log in to Elasticsearch without a user.',
    { secret: true },
  ),
  ELASTICSEARCH_PREFIX: setting(
    z
      .string()
      .regex(/^[a-z0-9][a-z0-9._-]{0,59}$/, 'must be small letters, digits, dots, dashes and underscores, at most 60')
      .optional(),
    'switchback-',
    'Stands before the names of all indexes, where several installations share an Elasticsearch.',
  ),
  ELASTICSEARCH_SHARDS: setting(
    integer(1, 100).optional(),
    '1',
    'Shards of the index, from the next `npm run reindex` on.',
  ),
  ELASTICSEARCH_REPLICAS: setting(
    integer(0, 10).optional(),
    '1',
    'Copies of each shard, which take searches too; 0 on a single node.',
  ),
  ELASTICSEARCH_REFRESH_MS: setting(
    integer(50, 60_000).optional(),
    '200',
    'How soon after it was indexed a drive is found.',
  ),
  ...addressSettings(),
  SERVICE_KEY: setting(
    keys.optional(),
    'one in `DATA_DIR`, made at first start',
    'The secret by which separate processes know each other, the same for all: 32 characters or more. To change it, several separated by commas: the first signs, all are taken.',
    { secret: true },
  ),
  SETTINGS_OF: setting(
    z.enum(['gateway', ...serviceNames()], { error: 'must be gateway or the name of a service' }).optional(),
    'every setting is given',
    'The process whose settings alone are given, as in a container of compose or of the chart: commands that need others refuse, and the doctor names what it cannot see.',
  ),
  DRAIN_SECONDS: setting(
    integer(0, 5).default(0),
    '0',
    'How long a process that is told to stop by SIGTERM still serves while it says that it is not ready, so that load balancers turn away from it.',
  ),
  REDIS_URL: setting(
    url(['redis:', 'rediss:']).optional(),
    'jobs go through PostgreSQL, limits hold for each process',
    'Redis for jobs and for limits that hold over all gateways, as `redis://` or, with TLS, `rediss://`.',
    { secret: true },
  ),
  REDIS_PASSWORD: password('REDIS_URL'),
  REDIS_PREFIX: setting(
    z
      .string()
      .regex(/^[A-Za-z0-9._-]{1,60}$/, 'must be letters, digits, dots, dashes and underscores, at most 60')
      .optional(),
    'switchback',
    'Stands before the names of all keys, where several installations share a Redis.',
  ),
  DIRECTIONS_URL: setting(
    webUrl.optional(),
    'the roads of `OSM_PBF`, else Google where `GOOGLE_MAPS_API_KEY` is set, else straight legs that say so',
    'A Valhalla or an OSRM that finds the way between waypoints; which of both it is, it is asked.',
  ),
  OSM_PBF: setting(
    z.string().optional(),
    'no roads of our own',
    'An extract of OpenStreetMap, as `.osm.pbf`: its roads are built once into `DATA_DIR`, and Valhalla finds the way on them in a process of its own.',
  ),
  DIRECTIONS_PER_PERSON: setting(
    integer(1, 1_000_000).default(120),
    '120',
    'How often in a minute a person may ask for the way between waypoints, or for one out of a file; the editor asks for each leg.',
  ),
  GOOGLE_MAPS_API_KEY: setting(
    z
      .string()
      .regex(/^[A-Za-z0-9_-]{10,200}$/, 'is no key')
      .optional(),
    'MapLibre with the base map that ships with the product, no outside request',
    'Google Maps in its place. The key reaches the browser, as Google means it to: restrict it to your address.',
  ),
  MAP_STYLE_ROADMAP: setting(style, 'the shipped style', 'A MapLibre style for the road map.'),
  MAP_STYLE_TERRAIN: setting(style, 'the shipped style', 'A MapLibre style for terrain.'),
  MAP_STYLE_SATELLITE: setting(style, 'the shipped style', 'A MapLibre style for satellite pictures.'),
  ...ACCOUNT_SETTINGS,
  ...BILLING_SETTINGS,
  ...SITE_SETTINGS,
  READ_LIMIT_PER_MINUTE: setting(
    integer(0, 100_000_000).default(1_200),
    '1200',
    'Reads a minute an address may make: API calls and pictures of drives; 0 sets no limit.',
  ),
  TRUST_PROXY: setting(
    z
      .string()
      .regex(/^(off|\d|[0-9a-fA-F.:/]+(\s*,\s*[0-9a-fA-F.:/]+)*)$/, 'must be off, a number of hops, or addresses')
      .default('off')
      .transform(trustProxy),
    'off',
    'Whose `x-forwarded-for` tells the address of a caller: `off`, a number of hops, or addresses and networks separated by commas.',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    webUrl.optional(),
    'no traces',
    'Where an OpenTelemetry collector takes traces over HTTP, such as `http://localhost:4318`.',
  ),
  OTEL_TRACES_SAMPLER_ARG: setting(
    z
      .string()
      .regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/, 'must be a number from 0 to 1')
      .default('1')
      .transform(Number),
    '1',
    'The share of the requests whose traces are kept, 0 to 1.',
  ),
  NODE_ENV: setting(
    z
      .enum(['production', 'development', 'test'], { error: 'must be production, development or test' })
      .default('development'),
    'development',
    'What this process is for.',
  ),
  LOG_LEVEL: setting(
    z
      .enum(['debug', 'info', 'warn', 'error', 'silent'], { error: 'must be debug, info, warn, error or silent' })
      .default('info'),
    'info',
    'The least important line that is still written.',
  ),
} satisfies Record<string, Setting>;

/**
 * Prefixes reserved for the product: an unknown name with one of them is a typo. `KAFKA_` alone is not reserved:
 * Kubernetes sets `KAFKA_PORT` and similar variables if a service is called kafka.
 */
export const OWN_PREFIXES = [
  ...([
    'MAP_STYLE_',
    'CHARGEBEE_',
    'HERO_',
    'SANDBOX_',
    'READ_LIMIT_',
    'DIRECTIONS_',
    'LOGIN_',
    'OIDC_',
    'SESSION_',
    'MAILS_',
    'MESSAGES_',
    'UPLOADS_',
    'USERNAME_',
    'KAFKA_SASL_',
    'KAFKA_RETENTION_',
  ] as const),
  ...(['ELASTICSEARCH_API_', 'ELASTICSEARCH_REFRESH_'] as const),
] as const;
