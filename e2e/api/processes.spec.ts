import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { runProgram } from '../support/commands.js';
import { SERVICES, settingsFor, startService } from '../support/product.js';
import { freePort } from '../support/free-port.js';

test.describe.configure({ timeout: 120_000 });

let folder: string;
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchback processes '));
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

const NAMES = ['gateway', ...SERVICES];

test('an unknown name is rejected with the valid ones', async () => {
  // Aim: a mistyped service name prints the valid ones, and nothing starts.
  for (const words of [[], ['review'], ['drives', 'search'], ['../e2e']]) {
    const { code, output } = await runProgram(['tools/service.mjs', ...words], {});
    expect(code).toBe(1);
    expect(output).toContain(`NAME is one of ${[...NAMES].sort().join(', ')}.`);
  }
});

for (const name of ['gateway', 'drives']) {
  test(`a taken port of ${name} is reported in one sentence that names the setting`, async () => {
    // Aim: the sentence can be followed as typed.
    const port = await freePort();
    const holder = createServer();
    await new Promise<void>((resolve) => holder.listen(port, '0.0.0.0', resolve));
    const { code, output } = await runProgram([`deploy/image/dist/${name}.js`], {
      PORT: String(port),
      DATA_DIR: folder,
    });
    holder.close();
    expect(code).toBe(1);
    expect(output).toMatch(new RegExp(`^Port ${port} is taken .*PORT=\\d+ npm run service -- ${name}\n$`));
  });
}

test('unusable settings between processes are named', async () => {
  // Aim: a wrong address or a key that is too short stops the start, and the key is not printed.
  const wrong = {
    DRIVES_ADDRESS: 'http://drives',
    SEARCH_ADDRESS: 'search',
    SERVICE_KEY: 'hunter2',
    DRAIN_SECONDS: '60',
  };
  const { code, output } = await runProgram(['deploy/image/dist/gateway.js'], wrong);
  expect(code).toBe(1);
  for (const name of Object.keys(wrong)) expect(output).toContain(name);
  expect(output).not.toContain('hunter2');
});

test('services started concurrently on an empty folder create its database, schemas and key once', async () => {
  // Aim: processes may start in any order, and each stops within ten seconds, whether or not the rest are running.
  const environment = { ...settingsFor(join(folder, 'data')), DEMO: 'off' };
  const ports = [await freePort(), await freePort(), await freePort()];
  const addresses = { DRIVES_ADDRESS: `127.0.0.1:${ports[0]}`, SEARCH_ADDRESS: `127.0.0.1:${ports[1]}` };
  const names = ['drives', 'search', 'drives'] as const;
  const services = names.map((name, index) => startService(name, { ...environment, ...addresses }, ports[index]!));
  try {
    await Promise.all(services.map(({ ready }) => ready));
    for (const { program } of services) {
      const since = Date.now();
      expect(await program.stop()).toBe(0);
      expect(Date.now() - since).toBeLessThan(10_000);
    }
  } finally {
    for (const { program } of services) await program.stop();
  }
});
