import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { drivesOf, startProduct } from '../support/product.js';

test.describe.configure({ timeout: 180_000 });

let folder: string;
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchback life '));
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a killed product recovers, with all its data', { tag: '@both' }, async () => {
  // Aim: after kill -9 the next start on the same folder serves the same drives.
  const first = await startProduct(folder);
  const before = await drivesOf(first.url);
  const ended = first.programs.map((program) => new Promise((resolve) => program.process.once('exit', resolve)));
  for (const program of first.programs) program.process.kill('SIGKILL');
  await Promise.all(ended);
  const second = await startProduct(folder);
  try {
    expect(await drivesOf(second.url)).toBe(before);
    expect(before).toBeGreaterThan(30);
  } finally {
    await second.stop();
  }
});

test('two products from one checkout run side by side and independently', { tag: '@single' }, async () => {
  // Aim: a second product needs only a port and a DATA_DIR of its own.
  const [one, two] = await Promise.all([
    startProduct(join(folder, 'one')),
    startProduct(join(folder, 'two'), { DEMO: 'off' }),
  ]);
  try {
    expect([(await drivesOf(one.url)) > 0, await drivesOf(two.url)]).toEqual([true, 0]);
    await two.stop();
    expect(await drivesOf(one.url)).toBeGreaterThan(0);
  } finally {
    await Promise.all([one.stop(), two.stop()]);
  }
});
