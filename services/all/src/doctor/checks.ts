import { readFileSync } from 'node:fs';
import { authSettings } from '@switchback/auth/auth-settings';
import { waitingMails } from '@switchback/auth/mails/mail-queue';
import { openProvider } from '@switchback/auth/oidc/open-provider';
import { Drive } from '@switchback/drives/drive/drive.entity';
import { DrivesQueries } from '@switchback/drives/queries/drives.queries';
import { listTiles } from '@switchback/roads/elevation/srtm-tiles';
import { runningBuild } from '@switchback/roads/region/build-lease';
import { readStoredArchive } from '@switchback/roads/region/stored-archive';
import { findValhalla } from '@switchback/roads/router/embedded/valhalla-package';
import { listBaseBackups } from '@switchback/platform/db/backup/base-backup';
import { examineDatabase } from '@switchback/platform/db/examine';
import { SchemaBehind } from '@switchback/platform/db/schema-state';
import { PostgresOutbox } from '@switchback/platform/events/outbox-store';
import { topicsOf } from '@switchback/platform/events/topics-of';
import { jobsBesideRedis } from '@switchback/platform/jobs/jobs-beside-redis';
import { openMailer } from '@switchback/platform/mail/open-mailer';
import type { Foundation } from '@switchback/platform/process/foundation';
import { unknownEngines } from '@switchback/platform/process/known-engines';
import { openStorage } from '@switchback/platform/storage/open-storage';
import type { Storage } from '@switchback/platform/storage/storage';
import { createLogger } from '@switchback/platform/telemetry/logger';
import { Filters } from '@switchback/proto/search/v1/service';
import { openIndex } from '@switchback/search/open-index';
import type { DataSource } from 'typeorm';
import { type ConnectSchema, schemas, type ServiceWithSchema } from '../schemas.js';
import { type Check, fault, type Finding, inWords, note, ok } from './finding.js';
import { compareFiles, newestPhotos, newestPictures } from './stored-files.js';

/** The objective in docs/observability.md. */
const OUTBOX_AGE_MAX_MS = 30_000;
const MAIL_AGE_MAX_MS = 600_000;
const LAG_MAX = 1_000;
const LAG_AGE_MAX_MS = 600_000;
const BACKUP_AGE_MAX_MS = 2 * 86_400_000;
const NODE_MAJOR_MIN = 22;
const CONNECTIONS_SHARE_MAX = 0.9;

/** Dependencies of all checks. */
export interface Patient extends Pick<Foundation, 'settings' | 'clock' | 'database' | 'bus' | 'jobs'> {
  /** Registers a connection that a check opened, to be closed after all checks. */
  opened: (close: () => Promise<unknown>) => void;
}

/** Returns all checks, in the order in which their findings are printed. */
export function checksOf(patient: Patient): Check[] {
  const all: Check[] = [
    { name: 'versions', needs: [], look: async () => versions() },
    { name: 'database', needs: ['postgres'], look: () => database(patient) },
    ...(Object.keys(schemas) as ServiceWithSchema[])
      .filter((name) => topicsOf(name).length > 0)
      .map((name): Check => {
        return { name, needs: ['postgres'], look: () => service(patient, schemas[name], topicsOf(name)) };
      }),
    { name: 'mail', needs: ['postgres', 'smtp'], look: () => mail(patient) },
    { name: 'logins', needs: [], look: () => logins(patient) },
    { name: 'events', needs: ['kafka'], look: () => events(patient) },
    { name: 'index', needs: ['postgres', 'elasticsearch'], look: () => index(patient) },
    { name: 'jobs', needs: ['postgres', 'redis'], look: () => jobs(patient) },
    { name: 'jobs', needs: ['postgres', 'redis'], look: () => jobsApart(patient) },
    { name: 'files', needs: ['s3'], look: () => files(patient) },
    { name: 'photos', needs: ['postgres', 's3'], look: () => rowsWithFiles(patient) },
    { name: 'roads', needs: [], look: async () => [roads(patient.settings)] },
    { name: 'region', needs: ['s3'], look: () => region(patient) },
    { name: 'heights', needs: [], look: () => heights(patient.settings) },
    { name: 'backups', needs: ['postgres'], look: () => backups(patient) },
  ];
  return all.map((check) => whereSeen(check, patient.settings));
}

/**
 * Skips the check if the settings of an engine are missing here: the engine may be healthy, and not reaching it is no
 * fault.
 */
function whereSeen(check: Check, settings: Patient['settings']): Check {
  const unknown = unknownEngines(settings, check.needs);
  if (unknown.length === 0) return check;
  const text = `unknown here: the settings of ${settings.SETTINGS_OF} do not include ${unknown.join(', ')}; the service cli of docker compose has all settings`;
  return { ...check, look: async () => [note(text)] };
}

function versions(): Finding[] {
  const manifest = new URL('../../../../package.json', import.meta.url);
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const major = Number(process.versions.node.split('.')[0]);
  const text = `Switchback ${version}, Node ${process.versions.node}, ${process.platform} ${process.arch}`;
  return [major < NODE_MAJOR_MIN ? fault(`${text}: this Node is too old`) : ok(text)];
}

async function database({ database }: Patient): Promise<Finding[]> {
  const { url } = await database();
  const { version, latencyMs, bytes, connections, maxConnections } = await examineDatabase(url);
  const megabytes = Math.round(bytes / 1e6);
  const isFull = connections > CONNECTIONS_SHARE_MAX * maxConnections;
  const use = `${connections} of ${maxConnections} connections are in use`;
  return [
    ok(`PostgreSQL ${version} answers in ${latencyMs.toFixed(1)} ms and stores ${megabytes} MB`),
    isFull ? fault(use) : ok(use),
  ];
}

/** Connects to a service's schema without migrating it; a schema that is behind is reported as a fault. */
async function sourceOf({ database, opened }: Patient, connect: ConnectSchema): Promise<DataSource> {
  const source = await connect({ ...(await database()), poolSize: 2 });
  opened(() => source.destroy());
  return source;
}

async function service(
  patient: Patient,
  connect: ConnectSchema,
  topics: readonly { name: string }[],
): Promise<Finding[]> {
  const outbox = new PostgresOutbox(await sourceOf(patient, connect));
  const { depth, oldestAgeMs } = await outbox.stats();
  const others = await outbox.countOthers(topics.map(({ name }) => name));
  const waiting = `${depth} events wait in the outbox`;
  return [
    ok('the schema is up to date'),
    oldestAgeMs > OUTBOX_AGE_MAX_MS
      ? fault(`${waiting}, the oldest for ${inWords(oldestAgeMs)}: see docs/runbooks/OutboxStuck.md`)
      : ok(waiting),
    ...others.map(({ topic, count }) => fault(`${count} of them wait for a release that supports the topic ${topic}`)),
  ];
}

async function mail(patient: Patient): Promise<Finding[]> {
  const { settings, clock } = patient;
  // Sends nothing, so nothing is logged.
  const mailer = await openMailer(settings, { clock, logger: createLogger({ service: 'doctor', level: 'silent' }) });
  patient.opened(() => mailer.close());
  await mailer.probe();
  const { count, oldestAgeMs } = await waitingMails(await sourceOf(patient, schemas.auth));
  const waiting = `${count} mails wait to be sent`;
  return [
    settings.SMTP_URL
      ? ok('the mail server accepts mails')
      : note('mails are written to DATA_DIR/mail; set SMTP_URL to deliver them'),
    oldestAgeMs > MAIL_AGE_MAX_MS ? fault(`${waiting}, the oldest for ${inWords(oldestAgeMs)}`) : ok(waiting),
  ];
}

/** Asks the login provider for its metadata, as the auth service does. */
async function logins({ settings, clock }: Patient): Promise<Finding[]> {
  const { provider } = authSettings(settings);
  if (!provider) return [ok('people log in with passwords')];
  const reasons: string[] = [];
  const opened = openProvider(provider, { clock, onFault: (reason) => reasons.push(reason) });
  await (await opened())?.probe().catch(() => undefined);
  return reasons.length === 0 ? [ok('the login provider answers')] : reasons.map(fault);
}

async function events({ settings, clock, bus }: Patient): Promise<Finding[]> {
  const began = clock.monotonicMs();
  const groups = await (await bus()).stats();
  const engine = settings.KAFKA_BROKERS ? 'Kafka' : 'the bus in PostgreSQL';
  const answered = ok(`${engine} answers in ${(clock.monotonicMs() - began).toFixed(0)} ms`);
  return [
    answered,
    ...groups.flatMap(({ topic, group, lag, oldestAgeMs, deadLetters }) => {
      const place = `${group} of ${topic}`;
      const isBehind = lag > LAG_MAX && oldestAgeMs > LAG_AGE_MAX_MS;
      const behind = `${place} is ${lag} events behind`;
      return [
        isBehind ? fault(`${behind}, by ${inWords(oldestAgeMs)}: see docs/runbooks/ConsumerBehind.md`) : ok(behind),
        ...(deadLetters > 0
          ? [fault(`${place} has ${deadLetters} dead letters: see docs/runbooks/DeadLettersWaiting.md`)]
          : []),
      ];
    }),
  ];
}

/** Compares the index with the published drives. A difference is a fault only if no events are still on their way. */
async function index(patient: Patient): Promise<Finding[]> {
  const { settings, clock } = patient;
  const database = async () => ({ ...(await patient.database()), poolSize: 2 });
  const opened = await openIndex(settings, { database, clock });
  patient.opened(opened.close);
  const name = settings.ELASTICSEARCH_URL ? 'Elasticsearch' : 'the index in PostgreSQL';
  if (await opened.index.isMissing()) return [fault(`${name} has no index: run npm run reindex`)];
  const began = clock.monotonicMs();
  const { count = 0 } = await opened.index.search({
    filters: { ...Filters.decode(new Uint8Array()), includePublic: true },
    caller: null,
    sort: 'popularity',
    after: null,
    limit: 1,
    includeCount: true,
    have: [],
  });
  const answered = ok(`${name} answers in ${(clock.monotonicMs() - began).toFixed(0)} ms`);
  const drives = (await sourceOf(patient, schemas.drives)).getRepository(Drive);
  const { count: published } = await new DrivesQueries(drives, clock).stats();
  if (count === published) return [answered, ok(`all ${published} published drives are indexed`)];
  const groups = await (await patient.bus()).stats();
  const isComing = groups.some(({ lag }) => lag > 0);
  const text = `${count} drives are indexed, and ${published} are published`;
  return [answered, isComing ? note(`${text}: events are pending`) : fault(`${text}: run npm run reindex`)];
}

/** Looks up a nonexistent job, which still requires a response from the engine. */
async function jobs({ settings, clock, jobs }: Patient): Promise<Finding[]> {
  const opened = await jobs().catch((error: unknown) => {
    if (error instanceof SchemaBehind) return error;
    throw error;
  });
  // Whether any process uses jobs depends on the version.
  if (opened instanceof SchemaBehind) return [note(opened.message)];
  const began = clock.monotonicMs();
  await opened.find({ name: 'doctor' }, 'none');
  const name = settings.REDIS_URL ? 'Redis' : 'the queue in PostgreSQL';
  return [ok(`${name} answers in ${(clock.monotonicMs() - began).toFixed(0)} ms`)];
}

/** With jobs in Redis, any jobs in PostgreSQL come from a process without REDIS_URL, or from before the switch. */
async function jobsApart({ settings, clock, database, opened }: Patient): Promise<Finding[]> {
  const beside = await jobsBesideRedis(settings, { database, clock });
  if (!beside) return [];
  opened(() => beside.stop());
  const kinds = await beside.statsOfAll();
  return kinds.map(({ name, waiting, delayed, active, failed }) => {
    const counts = `${waiting + delayed + active} ${name} jobs wait in PostgreSQL and ${failed} failed there`;
    return fault(`${counts}, not in Redis: set the same REDIS_URL for every service (docs/deployment.md)`);
  });
}

async function storageOf({ settings, clock, opened }: Patient): Promise<Storage> {
  const storage = await openStorage(settings, { clock, onError: () => undefined });
  opened(() => storage.close());
  return storage;
}

/** A restored database may refer to files that the backup of the files lacks. */
async function rowsWithFiles(patient: Patient): Promise<Finding[]> {
  const storage = await storageOf(patient);
  const [media, users] = [await sourceOf(patient, schemas.media), await sourceOf(patient, schemas.users)];
  const deps = { storage, clock: patient.clock };
  return [
    await compareFiles('photos', await newestPhotos(media), deps),
    await compareFiles('profile pictures', await newestPictures(users), deps),
  ];
}

async function files(patient: Patient): Promise<Finding[]> {
  const { settings, clock } = patient;
  const storage = await storageOf(patient);
  const began = clock.monotonicMs();
  await storage.list({ prefix: '', max: 1 });
  const name = settings.S3_ENDPOINT ? 'the object store' : 'the file storage folder';
  return [ok(`${name} answers in ${(clock.monotonicMs() - began).toFixed(0)} ms`)];
}

function roads({ OSM_PBF, DIRECTIONS_URL, GOOGLE_MAPS_API_KEY }: Patient['settings']): Finding {
  const source = [
    DIRECTIONS_URL && 'DIRECTIONS_URL',
    OSM_PBF && 'OSM_PBF',
    GOOGLE_MAPS_API_KEY && 'GOOGLE_MAPS_API_KEY',
  ];
  const named = source.find(Boolean);
  if (named === 'OSM_PBF') findValhalla();
  return named
    ? ok(`routes follow roads by ${named}`)
    : note('routes are straight lines; see README, “Road data”, for OSM_PBF and DIRECTIONS_URL');
}

async function region(patient: Patient): Promise<Finding[]> {
  const storage = await storageOf(patient);
  const archive = await readStoredArchive(storage);
  const running = await runningBuild(storage, patient.clock);
  const building = running ? [note(`a build of the region is ${Math.round(running.progress * 100)} % done`)] : [];
  if (archive) {
    const date = archive.date === null ? 'of an unknown date' : `of ${archive.date.slice(0, 10)}`;
    return [ok(`the region is built from data ${date}`), ...building];
  }
  if (patient.settings.OSM_PBF === undefined || running) return building;
  return [fault('the map of OSM_PBF is not built; the log says why it failed')];
}

async function heights({ ELEVATION_DIR: folder }: Patient['settings']): Promise<Finding[]> {
  if (folder === undefined) return [note('heights come from tracks and the router; set ELEVATION_DIR to add tiles')];
  const { size } = await listTiles(folder);
  return [size === 0 ? fault(`${folder} has no SRTM tiles, such as N47E009.hgt`) : ok(`${folder} has ${size} tiles`)];
}

async function backups({ settings, clock, database }: Patient): Promise<Finding[]> {
  const { BACKUP_DIR: folder, DATABASE_URL } = settings;
  if (!DATABASE_URL && !folder) return [note('none: set BACKUP_DIR to a folder for backups')];
  const { archive } = await examineDatabase((await database()).url);
  const log = archive.failingSince
    ? fault(`archiving of the write-ahead log has failed since ${archive.failingSince.toISOString()}`)
    : archive.isOn
      ? ok('the write-ahead log is archived')
      : note('PostgreSQL does not archive its write-ahead log; its host may do so by other means');
  if (!folder) return [log];
  const newest = (await listBaseBackups(folder)).at(-1);
  if (!newest) return [log, fault(`no base backup in ${folder}: run npm run backup`)];
  const ageMs = clock.now().getTime() - newest.finishedAt.getTime();
  const text = `the last base backup is ${inWords(ageMs)} old`;
  return [log, ageMs > BACKUP_AGE_MAX_MS ? fault(text) : ok(text)];
}
