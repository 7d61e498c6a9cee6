// A process that answers requests about the roads of an extract and builds the roads first if they do not exist. A
// crash of the library ends only this process; the process ends with its parent. It imports nothing of ours, so that it
// also runs from source.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, open, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import type { Orders, Question, ValhallaMessage, ValhallaConfig } from './messages.js';

interface Library {
  VALHALLA_VERSION: string;
  Actor: new (config: string) => Record<Question['action'], (query: string) => Promise<string>>;
}

const IN_WORK = '.building-';
const HEARTBEAT_MS = 10_000;
/** Age at which an untouched build folder counts as orphaned. */
const ABANDONED_MS = 120_000;
const COMPLAINT_CHARS_MAX = 300;
/** Log lines with which the programs start long steps, in order, and our wording. */
const STEPS: readonly [RegExp, string][] = [
  [/Parsing files: /, 'reading borders'],
  [/Parsing files for ways/, 'reading ways'],
  [/Parsing files for relations/, 'reading turn restrictions'],
  [/Parsing files for nodes/, 'reading nodes'],
  [/Creating graph edges/, 'joining ways'],
  [/Building \d+ tiles/, 'writing tiles'],
  [/Enhancing local graph/, 'processing intersections'],
  [/HierarchyBuilder/, 'classifying main roads'],
  [/Creating shortcuts/, 'making shortcuts'],
  [/Adding complex turn restrictions/, 'adding turn restrictions'],
  [/Validating, finishing/, 'checking'],
];

let builder: ChildProcess | undefined;
// The parent is gone: the build is no longer needed.
process.once('disconnect', () => {
  builder?.kill('SIGKILL');
  process.exit(0);
});
process.once('message', (orders: Orders) => {
  serve(orders).catch((error: unknown) => {
    send({ kind: 'failed', cause: error instanceof Error ? error.message : String(error) }, () => process.exit(1));
  });
});

async function serve(orders: Orders): Promise<void> {
  const { library, folder, config } = orders;
  if (!(await isThere(folder))) await build(orders);
  const { Actor, VALHALLA_VERSION } = (await import(pathToFileURL(library).href)) as Library;
  const actor = new Actor(JSON.stringify(configFor(config, folder)));
  process.on('message', ({ id, action, query }: Question) => {
    actor[action](query).then(
      (body) => send({ kind: 'answer', id, body }),
      (error: unknown) => send({ kind: 'refusal', id, words: error instanceof Error ? error.message : String(error) }),
    );
  });
  send({ kind: 'ready', version: VALHALLA_VERSION });
  await removeOthers(folder);
}

function send(message: ValhallaMessage, then: () => void = () => undefined): void {
  process.send?.(message, then);
}

function configFor({ mjolnir, ...rest }: ValhallaConfig, folder: string, more: object = {}): object {
  return { ...rest, mjolnir: { ...mjolnir, ...more, tile_dir: join(folder, 'tiles') } };
}

/** Builds in a folder next to the final one and renames it at the end, so that half-built roads are never used. */
async function build({ programs, pbf, folder, config }: Orders): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  const inWork = await mkdtemp(`${folder}${IN_WORK}`);
  const heartbeat = setInterval(() => void utimes(inWork, new Date(), new Date()).catch(() => undefined), HEARTBEAT_MS);
  try {
    const settings = join(inWork, 'valhalla.json');
    const admin = join(inWork, 'admin.sqlite');
    await mkdir(join(inWork, 'tiles'));
    const told = configFor(config, inWork, { admin, logging: { type: 'std_out', color: false } });
    await writeFile(settings, JSON.stringify(told));
    // Borders first: they determine the side of the road to drive on.
    for (const program of ['valhalla_build_admins', 'valhalla_build_tiles'])
      await run(join(programs, program), ['-c', settings, pbf], inWork);
    if (!(await filesOf(join(inWork, 'tiles'))).some((file) => file.endsWith('.gph')))
      throw new Error('it contains no roads');
    for (const name of await readdir(inWork))
      if (name !== 'tiles') await rm(join(inWork, name), { recursive: true, force: true });
    await syncAll(inWork);
    await rename(inWork, folder).catch(async (error: unknown) => {
      // Another process built the same roads first.
      if (!(await isThere(folder))) throw error;
    });
  } finally {
    clearInterval(heartbeat);
    await rm(inWork, { recursive: true, force: true });
  }
}

/**
 * @param folder working directory, where the programs leave files.
 * @throws Error with the last error line of a failed program.
 */
async function run(program: string, args: string[], folder: string): Promise<void> {
  const child = (builder = spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], env: {} }));
  // Both pipes are read to the end before `close`.
  const closed = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  let complaint = '';
  let step = 0;
  createInterface(child.stdout).on('line', (line) => {
    if (/\[(ERROR|FATAL)\]/.test(line)) complaint = line;
    const begun = STEPS.findIndex(([begins]) => begins.test(line));
    if (begun < step) return;
    step = begun + 1;
    send({ kind: 'building', step, steps: STEPS.length, words: STEPS[begun]![1] });
  });
  createInterface(child.stderr).on('line', (line) => (complaint = line.trim() || complaint));
  const code = await closed;
  if (code === 0) return;
  const ending = code === null ? 'was killed: the memory of the machine may not be enough' : `exited with ${code}`;
  throw new Error(`${basename(program)} ${ending}. ${complaint.slice(0, COMPLAINT_CHARS_MAX)}`.trim());
}

/** Syncs all files to disk, so that after a power failure a folder with the final name is complete. */
async function syncAll(folder: string): Promise<void> {
  for (const file of await filesOf(folder)) {
    const handle = await open(file, 'r');
    await handle.sync();
    await handle.close();
  }
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

/** Deletes roads of earlier extracts and leftovers of a crash. */
async function removeOthers(folder: string): Promise<void> {
  for (const name of await readdir(dirname(folder))) {
    const other = join(dirname(folder), name);
    if (other === folder) continue;
    const touched = (await stat(other).catch(() => null))?.mtimeMs ?? 0;
    const isInWork = name.includes(IN_WORK) && Date.now() - touched < ABANDONED_MS;
    if (!isInWork) await rm(other, { recursive: true, force: true });
  }
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}
