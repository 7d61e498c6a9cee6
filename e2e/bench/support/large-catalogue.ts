import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type RunningProduct, startProduct } from '../../support/product.js';
import { progress } from './results.js';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const IMPORT_TIMEOUT_MS = 10 * 60_000;

interface Box {
  north: number;
  east: number;
  south: number;
  west: number;
}

const COUNTRY: Box = { north: 47, east: -78, south: 32, west: -120 };
/** Half of all drives start here: more than a map can draw, as in a popular region. */
export const DENSE: Box = { north: 37, east: -81, south: 34.5, west: -85 };
const SEED = Number(process.env.BENCH_SEED ?? 1) || 1;

/** Starts a separate product with `count` generated drives, imported with the regular `npm run import`. */
export async function startWithDrives(count: number): Promise<RunningProduct> {
  const dataDir = mkdtempSync(join(tmpdir(), 'switchback-bench-web-'));
  const remove = () => rmSync(dataDir, { recursive: true, force: true });
  try {
    const file = join(dataDir, 'drives.geojsonl');
    writeFileSync(file, roads(count, SEED).join('\n'));
    progress(`importing ${count} drives, seed ${SEED}`);
    await run(process.execPath, ['tools/run.mjs', 'import', '--strict', file], {
      cwd: ROOT,
      env: { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'warn' },
      timeout: IMPORT_TIMEOUT_MS,
    });
    const product = await startProduct(dataDir, { DEMO: 'off', READ_LIMIT_PER_MINUTE: '0' });
    return { ...product, stop: () => product.stop().finally(remove) };
  } catch (error) {
    remove();
    throw error;
  }
}

/** GeoJSON features, one per line: random walks of 60 to 200 points that turn like roads. */
function roads(count: number, seed: number): string[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, index) => {
    const box = index % 2 === 0 ? COUNTRY : DENSE;
    let lat = box.south + random() * (box.north - box.south);
    let lng = box.west + random() * (box.east - box.west);
    let heading = random() * 2 * Math.PI;
    const coordinates = Array.from({ length: 60 + Math.floor(random() * 140) }, () => {
      heading += (random() - 0.5) * 0.7;
      lat += Math.sin(heading) * 0.004;
      lng += Math.cos(heading) * 0.005;
      return [Number(lng.toFixed(5)), Number(lat.toFixed(5))];
    });
    const properties = { title: `Measured Road ${index + 1}`, description: 'A generated drive.' };
    const geometry = { type: 'LineString', coordinates };
    return JSON.stringify({ type: 'Feature', id: `measured-${seed}-${index}`, properties, geometry });
  });
}

/** Mulberry32, by Tommy Ettinger: uniform in [0, 1), deterministic per seed. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
