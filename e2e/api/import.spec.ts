// Aim: an operator imports drives while the product runs: they are findable at once, with the heights of their tracks or
// of the operator's tiles; importing them again, a dry run and a rebuilt index change nothing.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { Api } from '../support/api.js';
import { runCommand } from '../support/commands.js';
import { type RunningProduct, startProduct } from '../support/product.js';
import { roadsFile } from '../support/roads.js';
import { writeTile } from '../support/tile.js';

/** Guards against hangs: how soon is a benchmark's question (P10). Kafka takes seconds to assign partitions. */
const FINDABLE = { timeout: 20_000 };

test.describe.configure({ timeout: 120_000 });

let folder: string;
let product: RunningProduct;
let api: Api;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  folder = mkdtempSync(join(tmpdir(), 'switchback import '));
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

const run = (command: string, ...args: string[]) => runCommand(command, args, product.environment);

/** A road to the north over half a degree, with heights if there is a function of the share of the way. */
function track(title: string, lng: number, heightAt?: (share: number) => number): string {
  const points = Array.from({ length: 51 }, (_, at) => {
    const height = heightAt ? `<ele>${heightAt(at / 50)}</ele>` : '';
    return `<trkpt lat="${(36.2 + at / 100).toFixed(5)}" lon="${lng}">${height}</trkpt>`;
  });
  return `<trk><name>${title}</name><trkseg>${points.join('')}</trkseg></trk>`;
}

interface Climb {
  id: string;
  title: string;
  gain: number | null;
}

async function byClimb(query = ''): Promise<Climb[]> {
  const { status, body } = await api.call('POST', `/api/drives/search?sort=gain${query}`, {});
  expect(status, JSON.stringify(body)).toBe(200);
  return body.drives as Climb[];
}

const titlesOf = (drives: readonly Climb[]) => drives.map(({ title }) => title);

async function detailsOf(title: string): Promise<Record<string, unknown>> {
  const { id } = (await byClimb()).find((drive) => drive.title === title)!;
  return (await api.call('GET', `/api/drives/drive/${id}/details`)).body.drive as Record<string, unknown>;
}

interface Found {
  resultsCount: number;
  hashes: string[];
  drives: { id: string }[];
}

async function search(query = ''): Promise<Found> {
  const answer = await fetch(`${product.url}/api/drives/search?includeCount=true${query}`, { method: 'POST' });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Found;
}

test.describe('the heights of imported drives', () => {
  test.describe.configure({ mode: 'serial' });

  test('imported drives are sorted by their ascent, and filtered by it', async () => {
    const gpx = join(folder, 'drives.gpx');
    const ridge = track('Recorded Ridge', -75, (share) => 500 + 300 * (1 - Math.abs(2 * share - 1)));
    writeFileSync(gpx, `<gpx>${ridge}${track('Road up the Tile', -70.5)}${track('Unknown Heights', -74)}</gpx>`);
    const { code, output } = await run('import', gpx);
    expect([code, output]).toEqual([0, expect.stringContaining('Imported: 3 new')]);
    await expect
      .poll(async () => titlesOf(await byClimb()), FINDABLE)
      .toEqual(['Road up the Tile', 'Recorded Ridge', 'Unknown Heights']);
    expect(titlesOf(await byClimb('&gain=0,undefined'))).toHaveLength(3);
    expect(titlesOf(await byClimb('&gain=100,undefined'))).toEqual(['Road up the Tile', 'Recorded Ridge']);
    expect(titlesOf(await byClimb('&gain=undefined,500'))).toEqual(['Recorded Ridge']);
    expect((await byClimb()).map(({ gain }) => gain && Math.round(gain / 10) * 10)).toEqual([1_000, 300, null]);
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
});

test.describe('an import', () => {
  test.describe.configure({ mode: 'serial' });

  let file: ReturnType<typeof roadsFile>;
  let total: number;
  test.beforeAll(() => {
    file = roadsFile(folder);
  });

  test('an import during operation makes every drive findable', async () => {
    // Aim: the person who imports sees every drive on the page immediately.
    const before = (await search()).resultsCount;
    const { code, output } = await run('import', file.path);
    expect(output).toContain(
      `Imported: ${file.roads.toLocaleString('en-US')} new, 0 changed, 0 unchanged. Refused: 0.`,
    );
    expect(code).toBe(0);
    total = before + file.roads;
    await expect.poll(async () => (await search()).resultsCount, FINDABLE).toBe(total);
  });

  test('importing the same file again changes nothing', async () => {
    // Aim: an import is idempotent: same drives, same revisions, same hashes.
    const before = await search('&sort=distance');
    const { output } = await run('import', '--strict', file.path);
    expect(output).toContain(
      `Imported: 0 new, 0 changed, ${file.roads.toLocaleString('en-US')} unchanged. Refused: 0.`,
    );
    expect(await search('&sort=distance')).toEqual(before);
  });

  test('a dry run changes nothing and lists what it would reject', async () => {
    // Aim: a person can check a file before importing it.
    const mixed = join(folder, 'mixed.geojsonl');
    const line = {
      type: 'LineString',
      coordinates: [
        [-100, 40],
        [-100.1, 40.1],
      ],
    };
    const features = [
      { type: 'Feature', id: 'new', properties: { title: 'Entirely New Road' }, geometry: line },
      { type: 'Feature', id: 'area', properties: { title: 'An Area' }, geometry: { type: 'Polygon', coordinates: [] } },
    ];
    writeFileSync(mixed, features.map((feature) => JSON.stringify(feature)).join('\n'));
    const { code, output } = await run('import', '--dry-run', mixed);
    expect(output).toContain('mixed.geojsonl, line 2: refused. It has no line, only Polygon.');
    expect(output).toContain('Would be imported: 1 new, 0 changed, 0 unchanged. Refused: 1.');
    expect(code).toBe(0);
    expect((await search()).resultsCount).toBe(total);
    expect((await run('import', '--dry-run', '--strict', mixed)).code).toBe(1);
  });

  test('rebuilding the index leaves no gap in the search', async () => {
    // Aim: a search during a reindex returns the whole result at every moment.
    let ended = false;
    const reindexed = run('reindex').finally(() => (ended = true));
    const counts = new Set<number>();
    let searches = 0;
    while (!ended) {
      counts.add((await search()).resultsCount);
      searches += 1;
    }
    expect(await reindexed).toMatchObject({ code: 0 });
    expect(searches).toBeGreaterThan(5);
    expect([...counts]).toEqual([total]);
    expect((await search()).resultsCount).toBe(total);
  });
});
