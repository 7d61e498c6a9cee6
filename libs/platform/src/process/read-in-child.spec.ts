// Aim: a file uses a bounded share of the CPU, and a busy machine rejects no valid file.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readInChild } from './read-in-child.js';

const PROGRAM = `
  let bytes = 0;
  for await (const chunk of process.stdin) {
    bytes += chunk.length;
    while (chunk.includes('loop'));
  }
  process.send({ bytes, settings: Object.keys(process.env) }, () => process.disconnect());`;
const BROKEN = { bytes: -1 };
const limit = process.platform === 'win32' ? it.skip : it;

let folder: string;
let budget: { program: string; cpuSeconds: number; broken: object };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'read-in-child-'));
  budget = { program: join(folder, 'count.mjs'), cpuSeconds: 1, broken: BROKEN };
  await writeFile(budget.program, PROGRAM);
});
afterAll(() => rm(folder, { recursive: true }));

const bytes = (text: string) => Buffer.from(text);

it('returns the result, and hides our settings from the child process', async () => {
  const { settings, ...answer } = (await readInChild([bytes('abc'), bytes('de')], budget)) as { settings: string[] };
  expect(answer).toEqual({ bytes: 5 });
  expect(
    settings.filter((name) => !['NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE', 'PWD'].includes(name)),
  ).toEqual([]);
});

limit('ends a program that loops, and none that was only kept waiting for longer', async () => {
  const looping = readInChild([bytes('loop')], budget);
  // Ends after the other program's whole budget has passed, so that this one waits longer than its own budget.
  async function* late() {
    yield bytes('abc');
    await looping;
    yield bytes('de');
  }
  expect(await readInChild(late(), budget)).toMatchObject({ bytes: 5 });
  expect(await looping).toBe(BROKEN);
});

it('ends the child process once no caller waits for it', async () => {
  const gone = new AbortController();
  async function* leaving() {
    yield bytes('loop');
    gone.abort(new Error('The caller has gone.'));
  }
  const read = readInChild(leaving(), { ...budget, cpuSeconds: 1_000, signal: gone.signal });
  await expect(read).rejects.toThrow('The caller has gone.');
});

it('fails if its source fails', async () => {
  async function* failing() {
    yield bytes('abc');
    throw new Error('The storage is unavailable.');
  }
  await expect(readInChild(failing(), budget)).rejects.toThrow('The storage is unavailable.');
});
