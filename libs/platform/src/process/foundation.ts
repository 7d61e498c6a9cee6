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
 * What services and commands stand on. Each engine is loaded and opened when it is first asked for, once, so that a
 * process holds what its parts use and nothing else.
 */
export interface Foundation {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly ids: Ids;
  /** The PostgreSQL of the settings, or else the embedded one of the data folder: joined where it runs, started where not. */
  database(): Promise<DatabaseSettings>;
  /** The event bus the settings choose, not yet started. */
  bus(): Promise<EventBus>;
  /**
   * The engine of jobs the settings choose, not yet started. A part that works on a kind registers it before its module is
   * there; a process starts the jobs after all of its parts.
   */
  jobs(): Promise<Jobs>;
  /** The same, where a part asked for it. */
  openedJobs(): Promise<Jobs> | undefined;
  places(): Promise<Places>;
  /** The storage of files the settings choose. */
  storage(): Promise<Storage>;
  /** Gives back what was opened, the last first: an embedded database that nobody else uses stops. */
  close(): Promise<void>;
}

/** Told what goes wrong while nobody waits for an answer. */
export interface Listener {
  /** In one sentence, when the embedded database was lost and is brought back, or could not be. */
  onEvent: (message: string) => void;
  /** Each failure of the bus's own work; it goes on by itself. */
  onBusError: (error: unknown) => void;
  /** Each failure of the work of the jobs' engine; it goes on by itself. */
  onJobsError: (error: unknown) => void;
  /** Each attempt at a job that ended. */
  onAttempt: AttemptMeter;
  /** Each failure of the storage's own work. */
  onStorageError: (error: unknown) => void;
  /** Once, when the storage is opened. */
  onStorage: (storage: MeteredStorage) => void;
}

/** A foundation of which nothing is open yet. Commands, which end with what they do, need no listener. */
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
    const parts = { database, clock: systemClock, ...(onError && { onError }) };
    const { openBus } = await import('../events/open-bus.js');
    const opened = await openBus(settings, parts);
    closers.add(() => opened.stop());
    return opened;
  });
  const jobs = once(async () => {
    const { onJobsError: onError, onAttempt: meter } = listener;
    const parts = { database, clock: systemClock, ...(onError && { onError }), ...(meter && { meter }) };
    const { openJobs } = await import('../jobs/open-jobs.js');
    const opened = await openJobs(settings, parts);
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
    ...{ settings, clock: systemClock, ids: randomIds, database, bus, jobs, storage, places },
    openedJobs: () => jobs.opened(),
    close: () => closers.close(),
  };
}

interface Once<T> {
  (): Promise<T>;
  /** What was opened, or is being opened; nothing where nobody asked. */
  opened(): Promise<T> | undefined;
}

/** The same answer for all who ask, from one opening; one that failed is tried again for who asks later. */
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
