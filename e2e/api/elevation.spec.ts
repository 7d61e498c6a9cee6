// Aim: drives have the heights of their tracks or of the operator's tiles, can be found and sorted by their ascent, and
// are downloaded with their heights; drives without a source have none.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { Api } from '../support/api.js';
import { runCommand } from '../support/commands.js';
import { type RunningProduct, startProduct } from '../support/product.js';
import { writeTile } from '../support/tile.js';

test.describe.configure({ mode: 'serial', timeout: 120_000 });

/** Kafka takes seconds to assign partitions. */
const FINDABLE = { timeout: 20_000 };

let folder: string;
let product: RunningProduct;
let api: Api;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  folder = mkdtempSync(join(tmpdir(), 'switchback heights '));
  const tiles = join(folder, 'tiles');
  mkdirSync(tiles);
  writeTile(tiles, 2_000);
  product = await startProduct(join(folder, 'data'), { DEMO: 'off', ELEVATION_DIR: tiles });
  api = new Api(product.url);
});
test.afterAll(async () => {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A road to the north over half a degree, with heights if there is a function of the share of the way. */
function track(title: string, lng: number, heightAt?: (share: number) => number): string {
  const points = Array.from({ length: 51 }, (_, at) => {
    const height = heightAt ? `<ele>${heightAt(at / 50)}</ele>` : '';
    return `<trkpt lat="${(36.2 + at / 100).toFixed(5)}" lon="${lng}">${height}</trkpt>`;
  });
  return `<trk><name>${title}</name><trkseg>${points.join('')}</trkseg></trk>`;
}

interface Found {
  id: string;
  title: string;
  gain: number | null;
}

async function found(query = ''): Promise<Found[]> {
  const { status, body } = await api.call('POST', `/api/drives/search?sort=gain${query}`, {});
  expect(status, JSON.stringify(body)).toBe(200);
  return body.drives as Found[];
}

const titlesOf = (drives: readonly Found[]) => drives.map(({ title }) => title);

async function detailsOf(title: string): Promise<Record<string, unknown>> {
  const { id } = (await found()).find((drive) => drive.title === title)!;
  return (await api.call('GET', `/api/drives/drive/${id}/details`)).body.drive as Record<string, unknown>;
}

test('imported drives are sorted by their ascent, and filtered by it', async () => {
  const file = join(folder, 'drives.gpx');
  const ridge = track('Recorded Ridge', -75, (share) => 500 + 300 * (1 - Math.abs(2 * share - 1)));
  writeFileSync(file, `<gpx>${ridge}${track('Road up the Tile', -70.5)}${track('Unknown Heights', -74)}</gpx>`);
  const { code, output } = await runCommand('import', [file], product.environment);
  expect([code, output]).toEqual([0, expect.stringContaining('Imported: 3 new')]);
  await expect
    .poll(async () => titlesOf(await found()), FINDABLE)
    .toEqual(['Road up the Tile', 'Recorded Ridge', 'Unknown Heights']);
  expect(titlesOf(await found('&gain=0,undefined'))).toHaveLength(3);
  expect(titlesOf(await found('&gain=100,undefined'))).toEqual(['Road up the Tile', 'Recorded Ridge']);
  expect(titlesOf(await found('&gain=undefined,500'))).toEqual(['Recorded Ridge']);
  expect((await found()).map(({ gain }) => gain && Math.round(gain / 10) * 10)).toEqual([1_000, 300, null]);
});

test('their details have the profile of the best source', async () => {
  const { elevation: recorded } = await detailsOf('Recorded Ridge');
  expect(recorded).toMatchObject({ source: 'track', steepest: { percent: expect.closeTo(1.1, 0) } });
  const { elevation } = await detailsOf('Road up the Tile');
  const { profile, ...figures } = elevation as { profile: [number, number][]; highest: number };
  expect(figures).toMatchObject({ source: 'srtm', loss: 0, highest: expect.closeTo(1_400, 0) });
  expect(profile.length).toBeGreaterThan(100);
  expect(profile.length).toBeLessThanOrEqual(400);
  expect([profile[0], profile.at(-1)]).toEqual([
    [0, expect.closeTo(400, 0)],
    [expect.closeTo(55_597, -2), expect.closeTo(1_400, 0)],
  ]);
  expect((await detailsOf('Unknown Heights')).elevation).toBeNull();
});

test('a download has the heights of the tiles', async () => {
  const { id } = await detailsOf('Road up the Tile');
  const gpx = await (await fetch(`${product.url}/api/drives/drive/${String(id)}/export/gpx`)).text();
  const heights = Array.from(gpx.matchAll(/<ele>([^<]*)<\/ele>/g), ([, height]) => Number(height));
  expect(heights).toHaveLength(51);
  expect(heights[25]).toBeCloseTo(900, 0);
});
