import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { runCommand } from '../support/commands.js';
import { type RunningProduct, startProduct } from '../support/product.js';
import { roadsFile } from '../support/roads.js';

/** Guards against hangs: how soon is a benchmark's question (P10). Kafka takes seconds to assign partitions. */
const FINDABLE_WITHIN_MS = 20_000;

test.describe.configure({ mode: 'serial', timeout: 120_000 });

let folder: string;
let product: RunningProduct;
let file: ReturnType<typeof roadsFile>;

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'switchback import '));
  file = roadsFile(folder);
  product = await startProduct(join(folder, 'data'), { DEMO: 'off' });
});
test.afterAll(async () => {
  await product.stop();
  rmSync(folder, { recursive: true, force: true });
});

const run = (command: string, ...args: string[]) => runCommand(command, args, product.environment);

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

test('an import during operation makes every drive findable', async () => {
  // Aim: the person who imports sees every drive on the page immediately.
  const { code, output } = await run('import', file.path);
  expect(output).toContain(`Imported: ${file.roads.toLocaleString('en-US')} new, 0 changed, 0 unchanged. Refused: 0.`);
  expect(code).toBe(0);
  await expect.poll(async () => (await search()).resultsCount, { timeout: FINDABLE_WITHIN_MS }).toBe(file.roads);
});

test('importing the same file again changes nothing', async () => {
  // Aim: an import is idempotent: same drives, same revisions, same hashes.
  const before = await search('&sort=distance');
  const { output } = await run('import', '--strict', file.path);
  expect(output).toContain(`Imported: 0 new, 0 changed, ${file.roads.toLocaleString('en-US')} unchanged. Refused: 0.`);
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
  expect((await search()).resultsCount).toBe(file.roads);
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
  expect([...counts]).toEqual([file.roads]);
  expect((await search()).resultsCount).toBe(file.roads);
});
