import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { runProgram } from '../support/commands.js';
import { drivesOf } from '../support/product.js';
import { freePort } from '../support/free-port.js';
import { Terminal } from '../support/terminal.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MAIN = ['services/all/dist/main.js'];

test.describe.configure({ timeout: 180_000 });

let folder: string;
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchback life '));
});
/** Terminals whose process groups are killed if a test fails halfway. */
const terminals = new Set<Terminal>();
test.afterEach(() => {
  for (const terminal of terminals) terminal.kill();
  terminals.clear();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts a script and resolves once it has printed that it is ready. */
async function startInTerminal(script: string, port: number): Promise<Terminal> {
  const env = { ...process.env, PORT: String(port), DATA_DIR: folder, LOG_LEVEL: 'warn', NO_COLOR: '1' };
  const terminal = new Terminal(process.execPath, [script], { cwd: ROOT, env });
  terminals.add(terminal);
  await terminal.prints('is ready at');
  return terminal;
}

test('Ctrl-C leaves no process, no lock and no mark behind, also when pressed twice', async () => {
  // Aim: a stopped product leaves nothing running: the port is free, and the database was shut down, not killed.
  const port = await freePort();
  const terminal = await startInTerminal('tools/start.mjs', port);
  terminal.signal('SIGINT');
  await terminal.pressCtrlC();
  expect(terminal.isAlive()).toBe(false);
  expect(existsSync(join(folder, 'product.pid'))).toBe(false);
  expect(existsSync(join(folder, 'postgres', 'lock'))).toBe(false);
  expect(existsSync(join(folder, 'postgres', 'data', 'postmaster.pid'))).toBe(false);
  expect(readdirSync(join(folder, 'postgres', 'users'))).toEqual([]);
});

test('npm run dev serves the web app from its sources, proxies /api, and stops completely', async () => {
  // Aim: one command starts the whole product for development.
  const port = await freePort();
  const terminal = await startInTerminal('tools/dev.mjs', port);
  try {
    const web = `http://localhost:${port + 10}`;
    expect(await drivesOf(web)).toBeGreaterThan(30);
    expect(await (await fetch(web)).text()).toContain('/@vite/client');
    expect((await fetch(`${web}/src/main.tsx`)).headers.get('content-type')).toContain('javascript');
  } finally {
    await terminal.pressCtrlC();
  }
  expect(terminal.isAlive()).toBe(false);
  expect(existsSync(join(folder, 'postgres', 'data', 'postmaster.pid'))).toBe(false);
});

test('a taken port is reported in one sentence that names the setting', async () => {
  // Aim: on a taken port, the message names the setting to change.
  const port = await freePort();
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(port, '0.0.0.0', resolve));
  const { code, output } = await runProgram(MAIN, { PORT: String(port), DATA_DIR: folder });
  holder.close();
  expect(code).toBe(1);
  expect(output).toMatch(new RegExp(`^Port ${port} is taken .*PORT=\\d+ npm start\n$`));
});

test('an unusable data folder is reported in one sentence', async () => {
  // Aim: a DATA_DIR that is a file, or in use by another product, is reported clearly.
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const env = { PORT: String(await freePort()), DATA_DIR: file };
  const sentence = `The data folder ${file} cannot be used: it is not a folder. Choose another with DATA_DIR.\n`;
  expect(await runProgram(MAIN, env)).toEqual({ code: 1, output: sentence });
  writeFileSync(join(folder, 'product.pid'), String(process.pid));
  const { code, output } = await runProgram(MAIN, { ...env, DATA_DIR: folder });
  expect(code).toBe(1);
  expect(output).toMatch(/^The product already runs on .* \(process \d+\)\..*\n$/);
});

test('an invalid configuration names every invalid setting', async () => {
  // Aim: one message lists every error, instead of one error per start.
  const wrong = { PORT: 'eighty', LOG_LEVEL: 'loud', SMTP_URL: 'localhost:25', HERO_CURRENCY: 'CHF' };
  const { code, output } = await runProgram(MAIN, wrong);
  expect(code).toBe(1);
  for (const name of Object.keys(wrong)) expect(output).toContain(name);
});
