import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { startLoad } from '../support/load.js';
import { addressesOf, servicePorts, settingsFor, startGateway, startService } from '../support/product.js';
import { type Environment, isReady, type Program } from '../support/program.js';

/** How often every process is restarted; the full form of F14 takes 17 rounds of six processes. */
const ROUNDS = Number(process.env.ROLLING_RESTARTS ?? 1);
const PER_SECOND = 50;
const EXIT_LIMIT_MS = 10_000;

interface Instance {
  program: Program;
  ready: Promise<void>;
  port: number;
}

test.describe.configure({ timeout: 120_000 + ROUNDS * 120_000 });

let folder: string;
const instances: { start: (port?: number) => Promise<Instance>; running: Instance }[] = [];

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'switchback rolling '));
  const ports = await servicePorts(2);
  const environment: Environment = { ...settingsFor(folder), ...addressesOf(ports), DRAIN_SECONDS: '1' };
  const add = async (start: (port?: number) => Promise<Instance>) => {
    const running = await start();
    instances.push({ start, running });
    await running.ready;
  };
  for (const { name, port } of ports) await add(() => startService(name, environment, port));
  for (let gateway = 0; gateway < 2; gateway += 1) await add((port) => startGateway(environment, port));
});
test.afterAll(async () => {
  for (const { running } of instances.reverse()) await running.program.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('every process can be restarted in turn without anybody noticing', async () => {
  // Aim: F14. A deploy under load fails no request, and each process says first that it goes, and is gone in time.
  const gateways = instances.slice(-2).map(({ running }) => `http://127.0.0.1:${running.port}`);
  const end = startLoad(gateways, PER_SECOND);
  const exits: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const instance of instances) {
      const { program, port } = instance.running;
      const since = Date.now();
      const stopped = program.stop();
      await expect.poll(() => isReady(`http://127.0.0.1:${port + 1}`), { intervals: [20] }).toBe(false);
      expect(await stopped, program.output()).toBe(0);
      exits.push(Date.now() - since);
      instance.running = await instance.start(port);
      await instance.running.ready;
    }
  }
  const { sent, failures } = await end();
  expect(failures).toEqual([]);
  expect(sent).toBeGreaterThan(exits.length * 20);
  expect(Math.max(...exits)).toBeLessThan(EXIT_LIMIT_MS);
});
