import { mkdirSync } from 'node:fs';
import { type Clock, systemClock } from '../clock.js';
import type { Settings } from '../config/settings.js';
import type { DatabaseSettings } from '../db/database.js';
import type { EventBus } from '../events/bus.js';
import { type Ids, randomIds } from '../ids.js';
import type { Jobs } from '../jobs/jobs.js';
import type { Places } from '../places/places.js';
import type { MeteredStorage } from '../storage/metered-storage.js';
import type { Storage } from '../storage/storage.js';
import type { AttemptMeter } from '../telemetry/job-metrics.js';
import { Closers } from './closers.js';

/**
 * Infrastructure shared by services and commands. Each engine is loaded and opened once, on first use, so that a
 * process holds only the resources that its parts use.
 */
export interface Foundation {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly ids: Ids;
  /**
   * The PostgreSQL server named in the settings, or else the embedded one of the data folder: joined if it is running,
   * started if not.
   */
  database(): Promise<DatabaseSettings>;
  /** The event bus selected by the settings, not started yet. */
  bus(): Promise<EventBus>;
  /**
   * The job engine selected by the settings, not started yet. A part registers its handlers before its module is ready;
   * a process starts the jobs after all of its parts.
   */
  jobs(): Promise<Jobs>;
  /** The job engine, if a part has requested it. */
  openedJobs(): Promise<Jobs> | undefined;
  places(): Promise<Places>;
  /** The file storage selected by the settings. */
  storage(): Promise<Storage>;
  /** Closes all opened resources in reverse order; stops an embedded database that no other process uses. */
  close(): Promise<void>;
}

/** Callbacks for background events and failures, which no caller awaits. */
export interface Listener {
  /** Called with one sentence when the embedded database was lost and is being restarted, or could not be restarted. */
  onEvent: (message: string) => void;
  /** Called for each failure of the bus's background work, which recovers on its own. */
  onBusError: (error: unknown) => void;
  /** Called for each failure of the job engine's background work, which recovers on its own. */
  onJobsError: (error: unknown) => void;
  /** Called for each finished attempt at a job. */
  onAttempt: AttemptMeter;
  /** Called for each failure of the storage's background work. */
  onStorageError: (error: unknown) => void;
  /** Called once, when the storage is opened. */
  onStorage: (storage: MeteredStorage) => void;
}

/** Creates a foundation with nothing opened yet. Commands, which exit after their work, need no listener. */
export function layFoundation(settings: Settings, listener: Partial<Listener> = {}): Foundation {
  const closers = new Closers();
  const database = once(async () => {
    const migrate = settings.MIGRATE_AT_START === 'on';
    if (settings.DATABASE_URL) return { url: settings.DATABASE_URL, migrate };
    mkdirSync(settings.DATA_DIR, { recursive: true });
    const { onEvent } = listener;
    const { joinOrStart } = await import('../db/embedded-postgres.js');
    const { DATA_DIR: dataDir, BACKUP_DIR: archive } = settings;
    const embedded = await joinOrStart({ dataDir, ...(onEvent && { onEvent }), ...(archive && { archive }) });
    closers.add(() => embedded.stop());
    return { url: embedded.url, migrate };
  });
  const bus = once(async () => {
    const { onBusError: onError } = listener;
    const deps = { database, clock: systemClock, ...(onError && { onError }) };
    const { openBus } = await import('../events/open-bus.js');
    const opened = await openBus(settings, deps);
    closers.add(() => opened.stop());
    return opened;
  });
  const jobs = once(async () => {
    const { onJobsError: onError, onAttempt: meter } = listener;
    const deps = { database, clock: systemClock, ...(onError && { onError }), ...(meter && { meter }) };
    const { openJobs } = await import('../jobs/open-jobs.js');
    const opened = await openJobs(settings, deps);
    closers.add(() => opened.stop());
    return opened;
  });
  const storage = once(async () => {
    const { onStorageError: onError = () => undefined, onStorage } = listener;
    const { openMeteredStorage } = await import('../storage/open-storage.js');
    const opened = await openMeteredStorage(settings, { clock: systemClock, onError });
    closers.add(() => opened.close());
    onStorage?.(opened);
    return opened;
  });
  const places = once(async () => {
    const { openEmbeddedPlaces } = await import('../places/embedded-places.js');
    return openEmbeddedPlaces();
  });
  return {
    settings,
    clock: systemClock,
    ids: randomIds,
    database,
    bus,
    jobs,
    storage,
    places,
    openedJobs: () => jobs.opened(),
    close: () => closers.close(),
  };
}

interface Once<T> {
  (): Promise<T>;
  /** Returns the resource if it was opened or is being opened; undefined if it was never requested. */
  opened(): Promise<T> | undefined;
}

/** Opens a resource once and shares it between all callers; after a failure, a later call tries again. */
export function once<T>(open: () => Promise<T>): Once<T> {
  let opened: Promise<T> | undefined;
  const ask = () => {
    if (opened) return opened;
    const opening = (opened = open());
    opening.catch(() => (opened = undefined));
    return opening;
  };
  return Object.assign(ask, { opened: () => opened });
}
