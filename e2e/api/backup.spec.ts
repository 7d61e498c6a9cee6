import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { runCommand } from '../support/commands.js';
import { settingsFor, startProduct } from '../support/product.js';

test.describe.configure({ timeout: 240_000 });

let folder: string;
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchback backup '));
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Writes a GeoJSON file of one road, starting at the given longitude. */
function roadFile(title: string, lng: number): string {
  const file = join(folder, `${title}.geojson`);
  const coordinates = [0, 1, 2, 3].map((step) => [lng + step * 0.02, 40 + step * 0.01]);
  const geometry = { type: 'LineString', coordinates };
  writeFileSync(file, JSON.stringify({ type: 'Feature', id: title, properties: { title }, geometry }));
  return file;
}

async function titles(url: string): Promise<string[]> {
  const answer = await fetch(`${url}/api/drives/search?includeCount=true`, { method: 'POST' });
  if (!answer.ok) return [`${answer.status}`];
  const { drives } = (await answer.json()) as { drives: { title: string }[] };
  return drives.map(({ title }) => title).sort();
}

test(
  'a product that lost its disk is restored to a moment, from its backup and its log',
  { tag: '@single' },
  async () => {
    // Aim: a restore brings back everything written before the moment, including data written after the backup, both in
    // the product and in its search; nothing written after the moment remains, and the product works from there.
    const [data, backups, anew] = ['data', 'backups', 'anew'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    const settings = { ...settingsFor(data), BACKUP_DIR: backups };
    const restoredSettings = { ...settingsFor(anew), BACKUP_DIR: backups };
    const product = await startProduct(data, { DEMO: 'off', BACKUP_DIR: backups });
    let moment: Date;
    try {
      expect((await runCommand('backup', [], settingsFor(data))).output).toContain('Set BACKUP_DIR');
      expect(await runCommand('import', [roadFile('Before', -100)], settings)).toMatchObject({ code: 0 });
      const backup = await runCommand('backup', [], settings);
      expect(backup.output).toContain(`Backed up to ${backups}`);
      expect(await runCommand('import', [roadFile('Between', -101)], settings)).toMatchObject({ code: 0 });
      moment = new Date();
      await expect.poll(() => Date.now() > moment.getTime() + 1).toBe(true);
      expect(await runCommand('import', [roadFile('After', -102)], settings)).toMatchObject({ code: 0 });
      await expect.poll(() => titles(product.url)).toEqual(['After', 'Before', 'Between']);
      const refused = await runCommand('restore', ['--to', moment.toISOString()], settings);
      expect([refused.code, refused.output]).toEqual([1, expect.stringMatching(/runs on .*[Ss]top it first/)]);
    } finally {
      await product.stop();
    }
    rmSync(data, { recursive: true });

    const restored = await runCommand('restore', ['--to', moment.toISOString()], restoredSettings);
    expect(restored.output).toContain('Rebuilt the search index: 2 drives.');
    expect(restored.code).toBe(0);
    const again = await startProduct(anew, { DEMO: 'off', BACKUP_DIR: backups });
    try {
      await expect.poll(() => titles(again.url)).toEqual(['Before', 'Between']);
      const later = await runCommand('import', [roadFile('Later', -103)], restoredSettings);
      expect(later.code).toBe(0);
      await expect.poll(() => titles(again.url)).toEqual(['Before', 'Between', 'Later']);
      const doctor = await runCommand('doctor', [], restoredSettings);
      expect(doctor.output).toContain('All checks passed.');
      expect(doctor.code).toBe(0);
    } finally {
      await again.stop();
    }
  },
);
