import { z } from 'zod';
import { GATEWAY } from '../services.js';
import { ACCOUNT_SETTINGS } from './account-settings.js';
import { addressSettings, describePorts, serviceNames } from './address-settings.js';
import { BILLING_SETTINGS } from './billing-settings.js';
import {
  addresses,
  integer,
  listenHost,
  onOff,
  origin,
  pageUrl,
  proxies,
  type Setting,
  setting,
  url,
  webUrl,
} from './setting.js';
import { SITE_SETTINGS } from './site-settings.js';

export type { Setting } from './setting.js';

const port = integer(1, 65_535);
const style = z
  .union([pageUrl, z.string().regex(/^\/(?!\/)/)], {
    error: 'must be a URL with http:// or https://, or a path from /',
  })
  .optional();
const keys = z
  .string()
  .transform((text) => text.split(',').map((key) => key.trim()))
  .refine((all) => all.every((key) => /^[\x21-\x7e]{32,200}$/.test(key)), 'must be keys of 32 characters or more');

/** Setting for an engine's password, used if the engine's URL contains none. */
function password(url: string) {
  const description = `The password for \`${url}\`, used if that contains none. Not encoded, whereas in a URL \`@\`, \`/\`, \`:\`, \`#\` and \`%\` must be percent-encoded.`;
  return setting(z.string().max(1_000).optional(), `the password in \`${url}\`, or none`, description, {
    secret: true,
  });
}

/** All settings of the product. `docs/config.md` is generated from this table. */
export const SETTINGS = {
  PORT: setting(port.optional(), describePorts(GATEWAY.port), 'The port of the process.'),
  LISTEN_HOST: setting(
    listenHost.optional(),
    '0.0.0.0 for the product and the gateway, which are public; 127.0.0.1 for a service in its own process',
    'The address on which `PORT` listens; use 0.0.0.0 for a service whose callers run on other machines.',
  ),
  PUBLIC_URL: setting(
    origin.optional(),
    '`http://localhost`, on the port of the gateway',
    'The public URL of the product, used in links, canonical URLs and the OpenAPI document: scheme, host and port. The product has a host of its own; it does not work below a path.',
  ),
  MANAGEMENT_PORT: setting(
    port.optional(),
    '`PORT` + 1',
    'The port of `/metrics` and the health checks, for operators only.',
  ),
  MANAGEMENT_HOST: setting(
    listenHost.default('127.0.0.1'),
    '127.0.0.1',
    'The address on which `MANAGEMENT_PORT` listens; use 0.0.0.0 if probes come from outside the machine.',
  ),
  PRODUCT_NAME: setting(
    z.string().max(60, 'must have at most 60 characters').default('Switchback'),
    'Switchback',
    'The product name in titles, emails and texts.',
  ),
  SOCIAL_URL: setting(
    pageUrl.optional(),
    'no link',
    'A page of the product on a social network, linked in the footer of each page.',
  ),
  DATA_DIR: setting(
    z.string().default('.data'),
    '`.data` in the checkout',
    'The folder of the database, files, emails and the keys generated at first start; deleting it is a factory reset.',
  ),
  DEMO: setting(onOff('on'), 'on', 'Whether to load the demo drives into an empty catalog: `on` or `off`.'),
  DATABASE_URL: setting(
    url(['postgres:', 'postgresql:'], { login: true, query: true }).optional(),
    'embedded PostgreSQL in `DATA_DIR`',
    'An external PostgreSQL, 15 or newer.',
    { secret: true },
  ),
  DATABASE_PASSWORD: password('DATABASE_URL'),
  MIGRATE_AT_START: setting(
    onOff('on'),
    'on',
    'Whether a process migrates the schemas it uses at start: `on`, or `off` if the command `migrate` runs first; an outdated schema then aborts the start.',
  ),
  BACKUP_DIR: setting(
    z.string().optional(),
    'no backups',
    'The folder to which the embedded PostgreSQL archives its write-ahead log and `npm run backup` writes its copies; use a different disk than that of `DATA_DIR`.',
  ),
  KAFKA_BROKERS: setting(
    addresses('kafka-1:9092', { ipv6: false }).optional(),
    'events use PostgreSQL',
    'Bootstrap brokers of the Kafka cluster for events, as `host:port`, separated by commas.',
  ),
  KAFKA_PREFIX: setting(
    z
      .string()
      .regex(/^[A-Za-z0-9._-]{1,60}$/, 'must be letters, digits, dots, dashes and underscores, at most 60')
      .optional(),
    'no prefix',
    'Prefix of all topic and consumer group names, for several installations on one Kafka cluster.',
  ),
  KAFKA_CLIENT_ID: setting(
    z.string().max(100, 'must have at most 100 characters').optional(),
    'switchback',
    'The client ID of this process in the logs and quotas of Kafka.',
  ),
  KAFKA_REPLICATION: setting(
    integer(1, 9).optional(),
    'the default of the cluster',
    'Replication factor of the topics that the product creates; existing topics are unchanged.',
  ),
  KAFKA_RETENTION_HOURS: setting(
    integer(1, 87_600).optional(),
    '168',
    'Retention of the topics that the product creates, in hours; dead letters stay until they are redriven.',
  ),
  KAFKA_SSL: setting(
    onOff('off'),
    'off',
    'Whether to connect to Kafka with TLS: `on` or `off`. For a private certificate authority, set `NODE_EXTRA_CA_CERTS`.',
  ),
  KAFKA_SASL_MECHANISM: setting(
    z
      .enum(['plain', 'scram-sha-256', 'scram-sha-512'], { error: 'must be plain, scram-sha-256 or scram-sha-512' })
      .optional(),
    'no login',
    'The SASL mechanism of the login to Kafka: `plain`, `scram-sha-256` or `scram-sha-512`.',
  ),
  KAFKA_USERNAME: setting(z.string().max(200).optional(), 'no login', 'The user name of the login to Kafka.'),
  KAFKA_PASSWORD: setting(
    z.string().max(1_000).optional(),
    'no login',
    'The password that goes with `KAFKA_USERNAME`.',
    {
      secret: true,
    },
  ),
  S3_ENDPOINT: setting(
    origin.optional(),
    'files are stored in `DATA_DIR`',
    'An S3-compatible object store for files, such as `https://s3.eu-central-1.amazonaws.com`.',
  ),
  S3_PUBLIC_ENDPOINT: setting(
    origin.optional(),
    'the same as `S3_ENDPOINT`',
    'The address at which browsers reach the object store, if different; signed URLs begin with it.',
  ),
  S3_BUCKET: setting(
    z
      .string()
      .regex(/^(?!.*\.\.)(?!\d+\.\d+\.\d+\.\d+$)[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'is not a bucket name')
      .optional(),
    'switchback',
    'The bucket for files; created if missing.',
  ),
  S3_REGION: setting(
    z
      .string()
      .regex(/^[a-z0-9-]{1,60}$/, 'is not a region')
      .optional(),
    'us-east-1',
    'The region of the bucket.',
  ),
  S3_ACCESS_KEY: setting(z.string().max(200).optional(), 'required with `S3_ENDPOINT`', 'The access key ID for S3.', {
    secret: true,
  }),
  S3_SECRET_KEY: setting(
    z.string().max(1_000).optional(),
    'required with `S3_ENDPOINT`',
    'The secret access key that goes with `S3_ACCESS_KEY`.',
    { secret: true },
  ),
  ELASTICSEARCH_URL: setting(
    url(['http:', 'https:'], { login: true }).optional(),
    'the search index is stored in PostgreSQL',
    'Elasticsearch 9 for the search index, such as `https://elasticsearch:9200`; the URL may contain a user and a password.',
    { secret: true },
  ),
  ELASTICSEARCH_PASSWORD: password('ELASTICSEARCH_URL'),
  ELASTICSEARCH_API_KEY: setting(
    z.string().max(1_000).optional(),
    'the user in `ELASTICSEARCH_URL`, or no login',
    'The API key for Elasticsearch, instead of a user and a password.',
    { secret: true },
  ),
  ELASTICSEARCH_PREFIX: setting(
    z
      .string()
      .regex(
        /^[a-z0-9][a-z0-9._-]{0,59}$/,
        'must be lowercase letters, digits, dots, dashes and underscores, at most 60',
      )
      .optional(),
    'switchback-',
    'Prefix of all index names, for several installations on one Elasticsearch cluster.',
  ),
  ELASTICSEARCH_SHARDS: setting(
    integer(1, 100).optional(),
    '1',
    'Primary shards of the index; applies from the next `npm run reindex`.',
  ),
  ELASTICSEARCH_REPLICAS: setting(
    integer(0, 10).optional(),
    '1',
    'Replicas of each shard, which serve searches as well; use 0 on a single node.',
  ),
  ELASTICSEARCH_REFRESH_MS: setting(
    integer(50, 60_000).optional(),
    '200',
    'Refresh interval in milliseconds: the delay until an indexed drive appears in searches.',
  ),
  ...addressSettings(),
  SERVICE_KEY: setting(
    keys.optional(),
    'a key in `DATA_DIR`, generated at first start',
    'The shared secret with which separate processes authenticate each other: 32 characters or more, the same in all. To rotate it, list several, separated by commas: the first one signs, all are accepted.',
    { secret: true },
  ),
  SETTINGS_OF: setting(
    z.enum(['gateway', ...serviceNames()], { error: 'must be gateway or the name of a service' }).optional(),
    'all settings are set',
    'The only process whose settings are set, as in a container of Compose or the chart. Commands that need other settings refuse to run, and the doctor lists the settings it cannot see.',
  ),
  DRAIN_SECONDS: setting(
    integer(0, 5).default(0),
    '0',
    'Seconds for which a process still serves requests after SIGTERM while it reports that it is not ready, so that load balancers stop sending it traffic.',
  ),
  REDIS_URL: setting(
    url(['redis:', 'rediss:'], { login: true, query: true })
      .refine(
        (text) => !URL.canParse(text) || /^\/?\d*$/.test(new URL(text).pathname),
        'must end with the number of a database',
      )
      .optional(),
    'jobs use PostgreSQL, rate limits apply per process',
    'Redis for jobs and for rate limits shared by all gateways, as `redis://` or, with TLS, `rediss://`.',
    { secret: true },
  ),
  REDIS_PASSWORD: password('REDIS_URL'),
  REDIS_PREFIX: setting(
    z
      .string()
      .regex(/^[A-Za-z0-9._-]{1,60}$/, 'must be letters, digits, dots, dashes and underscores, at most 60')
      .optional(),
    'switchback',
    'Prefix of all keys, for several installations on one Redis.',
  ),
  DIRECTIONS_URL: setting(
    webUrl.optional(),
    'the roads of `OSM_PBF`, else Google if `GOOGLE_MAPS_API_KEY` is set, else straight legs that are marked as such',
    'A Valhalla or OSRM server that computes routes between waypoints; the product detects which one it is.',
  ),
  OSM_PBF: setting(
    z.string().optional(),
    'no embedded router, and the map of `BASEMAP_FILE` or without streets',
    'An OpenStreetMap extract, as `.osm.pbf`. Its road graph is built once into `DATA_DIR`, and Valhalla computes routes on it in a separate process, unless `DIRECTIONS_URL` is set. Its streets, waters, woods and names are built once into the file storage, and the map shows them from zoom 7 on, unless `BASEMAP_FILE` is set.',
  ),
  ELEVATION_DIR: setting(
    z.string().optional(),
    'heights only from recorded tracks and the router',
    'A folder of SRTM tiles (`N47E009.hgt`, `N47E009.SRTMGL1.hgt.zip`, in the folder itself or in one per latitude, such as `N47`), with samples 1 or 3 arc seconds apart: the heights along drives are read from them.',
  ),
  DIRECTIONS_PER_PERSON: setting(
    integer(1, 1_000_000).default(120),
    '120',
    'Requests per minute per person for a route between waypoints or from a file; the editor sends one request per leg. As many again, per person or IP address, for the ways between the drives of a trip, and for plans from a place.',
  ),
  GOOGLE_MAPS_API_KEY: setting(
    z
      .string()
      .regex(/^[A-Za-z0-9_-]{10,200}$/, 'is not a key')
      .optional(),
    'MapLibre with the base map that ships with the product, without outside requests',
    'The key for Google Maps, which replaces MapLibre. Browsers receive the key, as Google intends: restrict it to your domain.',
  ),
  BASEMAP_FILE: setting(
    z.string().optional(),
    'the overview map that ships with the product: main roads, no streets',
    'A PMTiles archive with streets of a region, or of the world, in the schema of Protomaps. The gateway serves it, and the map shows it from zoom 8 on; without outside requests.',
  ),
  MAP_STYLE_ROADMAP: setting(style, 'the shipped style', 'A MapLibre style for the road map.'),
  MAP_STYLE_TERRAIN: setting(
    style,
    'no such type: the map offers only types that it has',
    'A MapLibre style for terrain.',
  ),
  MAP_STYLE_SATELLITE: setting(
    style,
    'no such type: the map offers only types that it has',
    'A MapLibre style for satellite imagery.',
  ),
  ...ACCOUNT_SETTINGS,
  ...BILLING_SETTINGS,
  ...SITE_SETTINGS,
  READ_LIMIT_PER_MINUTE: setting(
    integer(0, 100_000_000).default(1_200),
    '1200',
    'Reads per minute from one IP address: API calls and pictures of drives, and as many ranges of `BASEMAP_FILE`; 0 means no limit.',
  ),
  TRUST_PROXY: setting(
    proxies.default(false),
    'off',
    'Proxies whose `x-forwarded-for` header is trusted for the client address: `off`, a number of hops, or addresses and networks separated by commas.',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    webUrl.optional(),
    'no traces',
    'The OpenTelemetry collector that receives traces over HTTP, such as `http://localhost:4318`.',
  ),
  OTEL_TRACES_SAMPLER_ARG: setting(
    z
      .string()
      .regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/, 'must be a number from 0 to 1')
      .default('1')
      .transform(Number),
    '1',
    'The fraction of requests that are traced, 0 to 1.',
  ),
  NODE_ENV: setting(
    z
      .enum(['production', 'development', 'test'], { error: 'must be production, development or test' })
      .default('development'),
    'development',
    'The environment of this process: `production`, `development` or `test`.',
  ),
  LOG_LEVEL: setting(
    z
      .enum(['debug', 'info', 'warn', 'error', 'silent'], { error: 'must be debug, info, warn, error or silent' })
      .default('info'),
    'info',
    'The lowest level that is logged: `debug`, `info`, `warn`, `error` or `silent`.',
  ),
} satisfies Record<string, Setting>;

/**
 * Prefixes reserved for the product: an unknown name with one of them is a typo. `KAFKA_` alone is not reserved:
 * Kubernetes sets `KAFKA_PORT` and similar variables if a service is called kafka.
 */
export const OWN_PREFIXES = [
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
  'ELASTICSEARCH_API_',
  'ELASTICSEARCH_REFRESH_',
] as const;
