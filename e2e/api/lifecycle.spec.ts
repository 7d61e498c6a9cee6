import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { freePort, startProduct } from '../support/product.js';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

test.describe.configure({ timeout: 180_000 });

test('a killed product recovers, with everything it had', async () => {
  // Aim: after kill -9 the next start on the same folder serves the same drives.
  const dataDir = mkdtempSync(join(tmpdir(), 'switchback kill '));
  const first = await startProduct(dataDir);
  const before: unknown = await (await fetch(`${first.url}/api/stats/drives`)).json();
  first.process.kill('SIGKILL');
  await new Promise((resolve) => first.process.once('exit', resolve));
  const second = await startProduct(dataDir);
  try {
    expect(await (await fetch(`${second.url}/api/stats/drives`)).json()).toEqual(before);
    expect((before as { count: number }).count).toBeGreaterThan(30);
  } finally {
    await second.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test('a taken port is told in one sentence that names the setting', async () => {
  // Aim: a person who already has something on the port learns what to type.
  const port = await freePort();
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(port, '0.0.0.0', resolve));
  const env = { ...process.env, PORT: String(port), DATA_DIR: join(tmpdir(), 'switchback-never-made') };
  const failure = await run(process.execPath, ['services/all/dist/main.js'], { cwd: ROOT, env, timeout: 30_000 }).then(
    () => null,
    (error: { code: number; stderr: string }) => error,
  );
  holder.close();
  expect(failure?.code).toBe(1);
  expect(failure?.stderr).toContain(`Port ${port} is taken`);
  expect(failure?.stderr).toContain('PORT=');
});

test('bad configuration names every setting at fault', async () => {
  // Aim: one message tells everything that is wrong, not one thing a start.
  const env = { ...process.env, PORT: 'eighty', LOG_LEVEL: 'loud', REDIS_URL: 'redis://localhost:6379' };
  const failure = await run(process.execPath, ['services/all/dist/main.js'], { cwd: ROOT, env, timeout: 30_000 }).then(
    () => null,
    (error: { code: number; stderr: string }) => error,
  );
  expect(failure?.code).toBe(1);
  for (const name of ['PORT', 'LOG_LEVEL', 'REDIS_URL']) expect(failure?.stderr).toContain(name);
});
