import { mkdirSync } from 'node:fs';
import { systemClock } from '@switchback/platform/clock';
import type { Settings } from '@switchback/platform/config/settings';
import type { DatabaseSettings } from '@switchback/platform/db/database';
import { joinOrStart } from '@switchback/platform/db/embedded-postgres';
import { randomIds } from '@switchback/platform/ids';
import { openEmbeddedPlaces } from '@switchback/platform/places/embedded-places';
import type { Places } from '@switchback/platform/places/places';

/** What every service and every command stands on. */
export interface Foundation {
  database: DatabaseSettings;
  places: Places;
  clock: typeof systemClock;
  ids: typeof randomIds;
  /** Gives back what was opened: an embedded database that this process started stops. */
  close: () => Promise<void>;
}

/**
 * Opens the database, embedded unless `DATABASE_URL` names another, and the places.
 * @param onEvent told in one sentence when the embedded database was lost and is brought back, or could not be.
 */
export async function openFoundation(settings: Settings, onEvent?: (message: string) => void): Promise<Foundation> {
  const places = openEmbeddedPlaces();
  if (settings.DATABASE_URL) {
    return foundation({ url: settings.DATABASE_URL }, await places, () => Promise.resolve());
  }
  mkdirSync(settings.DATA_DIR, { recursive: true });
  const embedded = await joinOrStart({ dataDir: settings.DATA_DIR, ...(onEvent && { onEvent }) });
  return foundation({ url: embedded.url }, await places, () => embedded.stop());
}

function foundation(database: DatabaseSettings, places: Places, close: Foundation['close']): Foundation {
  return { database, places, clock: systemClock, ids: randomIds, close };
}
