import { mkdirSync } from 'node:fs';
import { type Clock, systemClock } from '../clock.js';
import type { Settings } from '../config/settings.js';
import type { DatabaseSettings } from '../db/database.js';
import { joinOrStart } from '../db/embedded-postgres.js';
import type { EventBus } from '../events/bus.js';
import { openBus } from '../events/open-bus.js';
import { type Ids, randomIds } from '../ids.js';
import { openEmbeddedPlaces } from '../places/embedded-places.js';
import type { Places } from '../places/places.js';
import { Closers } from './closers.js';

/**
 * What services and commands stand on. Each engine is opened when it is first asked for, once, so that a process opens
 * what its parts use and nothing else.
 */
export interface Foundation {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly ids: Ids;
  /** The PostgreSQL of the settings, or else the embedded one of the data folder: joined where it runs, started where not. */
  database(): Promise<DatabaseSettings>;
  /** The event bus the settings choose, not yet started. */
  bus(): Promise<EventBus>;
  places(): Promise<Places>;
  /** Gives back what was opened, the last first: an embedded database that nobody else uses stops. */
  close(): Promise<void>;
}

/** Told what goes wrong while nobody waits for an answer. */
export interface Listener {
  /** In one sentence, when the embedded database was lost and is brought back, or could not be. */
  onEvent: (message: string) => void;
  /** Each failure of the bus's own work; it goes on by itself. */
  onBusError: (error: unknown) => void;
}

/** A foundation of which nothing is open yet. Commands, which end with what they do, need no listener. */
export function layFoundation(settings: Settings, listener: Partial<Listener> = {}): Foundation {
  const closers = new Closers();
  const database = once(async () => {
    const migrate = settings.MIGRATE_AT_START === 'on';
    if (settings.DATABASE_URL) return { url: settings.DATABASE_URL, migrate };
    mkdirSync(settings.DATA_DIR, { recursive: true });
    const { onEvent } = listener;
    const embedded = await joinOrStart({ dataDir: settings.DATA_DIR, ...(onEvent && { onEvent }) });
    closers.add(() => embedded.stop());
    return { url: embedded.url, migrate };
  });
  const bus = once(async () => {
    const { onBusError: onError } = listener;
    const parts = { database: await database(), clock: systemClock, ...(onError && { onError }) };
    const opened = await openBus(settings, parts);
    closers.add(() => opened.stop());
    return opened;
  });
  return {
    ...{ settings, clock: systemClock, ids: randomIds, database, bus },
    places: openEmbeddedPlaces,
    close: () => closers.close(),
  };
}

/** The same answer for all who ask, from one opening. */
function once<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | undefined;
  return () => (opened ??= open());
}
