import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@switchback/platform/clock';
import type { LatLng } from '@switchback/geo/location';
import { waitUntil } from '@switchback/testing/wait';
import { EmbeddedValhalla } from './embedded/embedded-valhalla.js';
import { findValhalla } from './embedded/valhalla-package.js';

const EXTRACTS =
  process.env['OSM_EXTRACTS'] ?? fileURLToPath(new URL('../../../../../shared/data/osm', import.meta.url));
/** Guards against hangs, on machines that are much slower than those of people who wait. */
const PATIENT = { requestMs: 60_000, restartMs: 60_000 };
/** Guards against hangs; the build takes two seconds on an idle machine. */
const BUILD_MS = 110_000;

/** Nine towns of Liechtenstein from south to north, in the order in which the roads pass them. */
export const TOWNS: readonly LatLng[] = [
  at(47.066, 9.5025),
  at(47.1066, 9.528),
  at(47.1181, 9.5419),
  at(47.141, 9.5209),
  at(47.165, 9.51),
  at(47.1965, 9.544),
  at(47.219, 9.543),
  at(47.223, 9.526),
  at(47.2385, 9.5267),
];
export const VADUZ = at(47.141, 9.5209);
/** At the end of a mountain road. */
export const MALBUN = at(47.1073, 9.604);
/** In the middle of the Atlantic. */
export const NOWHERE = at(0, -30);

function at(lat: number, lng: number): LatLng {
  return { lat, lng };
}

/** Returns why tests on real roads are skipped here; null if they run. */
export function whyNoRoads(): string | null {
  try {
    findValhalla();
  } catch {
    return 'skipped: the package with Valhalla is not installed';
  }
  return existsSync(extractOf('liechtenstein')) ? null : `skipped: no extracts in ${EXTRACTS}, nor in OSM_EXTRACTS`;
}

export function extractOf(name: 'liechtenstein' | 'andorra'): string {
  return join(EXTRACTS, `${name}.osm.pbf`);
}

export interface OpenedValhalla {
  valhalla: EmbeddedValhalla;
  /** Its log lines, oldest first. */
  lines: string[];
  dataDir: string;
  /** Stops it and deletes its folder, unless the caller passed the folder in. */
  close: () => Promise<void>;
}

/** Starts a Valhalla that may still be building its roads. */
export async function startValhalla(pbf: string, inDataDir?: string, limits = PATIENT): Promise<OpenedValhalla> {
  const dataDir = inDataDir ?? (await mkdtemp(join(tmpdir(), 'valhalla-')));
  const lines: string[] = [];
  const log = (...args: unknown[]) => void lines.push(args.map((arg) => JSON.stringify(arg)).join(' '));
  const logger = { info: log, warn: log, error: log };
  const valhalla = new EmbeddedValhalla({ ...findValhalla(), pbf, dataDir, clock: systemClock, logger, limits });
  valhalla.onApplicationBootstrap();
  const close = async () => {
    await valhalla.onModuleDestroy();
    if (!inDataDir) await rm(dataDir, { recursive: true, force: true });
  };
  return { valhalla, lines, dataDir, close };
}

/** Opens a Valhalla that is ready. */
export async function openValhalla(pbf: string, inDataDir?: string, limits = PATIENT): Promise<OpenedValhalla> {
  const opened = await startValhalla(pbf, inDataDir, limits);
  await isReady(opened).catch(async (error: unknown) => {
    await opened.close();
    throw new Error(opened.lines.join('\n'), { cause: error });
  });
  return opened;
}

export function isReady({ valhalla }: OpenedValhalla): Promise<void> {
  return waitUntil('Valhalla to answer', () => valhalla.pid !== undefined, BUILD_MS);
}
