import { fork } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@switchback/platform/clock';
import { repeatExtract } from '@switchback/roads/region/repeated-extract.fixture';
import type { BenchOptions } from './options.js';
import { cpuMsOf, knowsProcesses } from './process-figures.js';
import { limited, record } from './result.js';
import { median, spread } from './statistics.js';

const FOLDER = process.env['OSM_EXTRACTS'] ?? fileURLToPath(new URL('../../../../shared/data/osm', import.meta.url));
const EXTRACTS = ['andorra', 'liechtenstein', 'baltimore', 'harrisburg'];
const PROGRAM = fileURLToPath(new URL('../../../services/roads/dist/region/build-region-process.js', import.meta.url));
const MB = 1_000_000;
const SECONDS_PER_MB_MAX = 2;
const LARGE_MB = 100;
const MEMORY = { atMb: 200, maxMb: 1_000 };
/** A large extract may take this much more time per megabyte than a small one made of the same data. */
const GROWTH_MAX = 1.25;
const LOOK_EVERY_MS = 50;

interface Build {
  sizeMb: number;
  cpuSeconds: number;
  peakMb: number;
}

/** P22: processor time and memory of a region's build, of real extracts and of one that repeats a real one. */
export async function measureRegion({ rounds }: Pick<BenchOptions, 'rounds'>): Promise<void> {
  if (!knowsProcesses()) return;
  const paths = EXTRACTS.map((name) => join(FOLDER, `${name}.osm.pbf`)).filter((path) => existsSync(path));
  if (paths.length === 0) return;
  const folder = mkdtempSync(join(tmpdir(), 'switchback-bench-region-'));
  try {
    for (const path of paths) await measureReal(path, folder, rounds);
    await measureRepeated(paths.find((path) => path.includes('liechtenstein')) ?? paths[0]!, folder, rounds);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureReal(path: string, folder: string, rounds: number): Promise<void> {
  const builds = await several(rounds, () => build(path, folder));
  const name = path.split('/').at(-1)!.split('.', 1)[0]!;
  record({
    goal: 'P22',
    size: name,
    measure: 'build of a region',
    ...limited(SECONDS_PER_MB_MAX, 'CPU s/MB', {
      ours: spread(builds.map(({ cpuSeconds, sizeMb }) => cpuSeconds / sizeMb)),
    }),
    note: `${builds[0]!.sizeMb.toFixed(1)} MB; at most ${Math.max(...builds.map(({ peakMb }) => peakMb)).toFixed(0)} MB of memory`,
  });
}

async function measureRepeated(path: string, folder: string, rounds: number): Promise<void> {
  const [one, many] = [join(folder, 'one.osm.pbf'), join(folder, 'many.osm.pbf')];
  repeatExtract(path, one, 1);
  const copies = repeatExtract(path, many, Math.ceil((LARGE_MB * MB) / statSync(one).size));
  const small = await several(rounds, () => build(one, folder));
  const large = await build(many, folder);
  const perMb = ({ cpuSeconds, sizeMb }: Build) => cpuSeconds / sizeMb;
  const smallPerMb = median(small.map(perMb));
  const size = `${large.sizeMb.toFixed(0)} MB`;
  const note = `${copies} copies, side by side, without metadata`;
  record({
    goal: 'P22',
    size,
    measure: 'build of a region',
    ...limited(SECONDS_PER_MB_MAX, 'CPU s/MB', { ours: spread([perMb(large)]) }),
    note,
  });
  record({
    goal: 'P22',
    size,
    measure: 'CPU per MB / that of one copy',
    ...limited(GROWTH_MAX, 'x', { ours: spread([perMb(large) / smallPerMb]) }),
    note: `one copy takes ${smallPerMb.toFixed(2)} s/MB`,
  });
  const peakMb = median(small.map((one) => one.peakMb));
  const slope = (large.peakMb - peakMb) / (large.sizeMb - small[0]!.sizeMb);
  record({
    goal: 'P22',
    size,
    measure: `peak memory, extrapolated to ${MEMORY.atMb} MB`,
    ...limited(MEMORY.maxMb, 'MB', { ours: spread([large.peakMb + slope * (MEMORY.atMb - large.sizeMb)]) }),
    note: `${large.peakMb.toFixed(0)} MB at ${size}`,
  });
}

async function several(count: number, run: () => Promise<Build>): Promise<Build[]> {
  const builds: Build[] = [];
  for (let round = 0; round < count; round += 1) builds.push(await run());
  return builds;
}

async function build(pbf: string, folder: string): Promise<Build> {
  const before = cpuMsOf([process.pid]);
  const files = [join(folder, 'streets.pmtiles'), join(folder, 'roads.gz')];
  const child = fork(PROGRAM, [pbf, ...files, 'bench'], {
    execArgv: ['--max-old-space-size=1024'],
    env: {},
    serialization: 'advanced',
  });
  let outcome: { kind: string; reason?: string } | undefined;
  let hasEnded = false;
  child.on('message', (message: { kind: string; reason?: string }) => (outcome = message));
  child.once('exit', () => (hasEnded = true));
  let peakMb = 0;
  while (!hasEnded) {
    peakMb = Math.max(peakMb, peakOf(child.pid!));
    await systemClock.sleep(LOOK_EVERY_MS);
  }
  if (outcome?.kind !== 'built') throw new Error(`The build of ${pbf} failed: ${outcome?.reason}`);
  // Ended children count as time of this process, which only waited.
  return { sizeMb: statSync(pbf).size / MB, cpuSeconds: (cpuMsOf([process.pid]) - before) / 1_000, peakMb };
}

/** Returns the highest memory of a process so far, in megabytes; 0 once it is gone. */
function peakOf(pid: number): number {
  try {
    const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return (Number(kilobytes ?? 0) * 1_024) / MB;
  } catch {
    return 0;
  }
}
