import { type ChildProcess, fork } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@switchback/platform/clock';
import { FROM_SOURCES } from '@switchback/platform/process/line-program';
import { programNextTo } from '@switchback/platform/process/read-in-child';
import type { Storage } from '@switchback/platform/storage/storage';
import { BuildLease } from './build-lease.js';
import type { BuiltRegion } from './build-region.js';
import type { RegionMessage, RegionOutcome } from './region-messages.js';
import { ROADS_FILE } from './roads/roads-file.js';
import { STOPS_FILE } from './stops/stops-file.js';
import { ARCHIVE_KEY, readStoredArchive, type StoredArchive } from './stored-archive.js';

const PROGRAM = programNextTo(import.meta.url, './build-region-process');
/** Increase to build the archive again though the extract did not change. */
const LAYOUT = 3;
/** The heap of the program; it holds the nodes and lines of a region outside of it. */
const HEAP_MEGABYTES = 1_024;
const ARCHIVE_BYTES_MAX = 20_000_000_000;
/** Bytes at either end of an extract that identify it, together with its size. */
const SAMPLE_BYTES = 1 << 20;
/** Interval at which a process looks for the archive that another one builds, and the time after which it builds itself. */
const WAIT = { lookMs: 1_000, maxMs: 2 * 3_600_000 };

export interface RegionBuildDependencies {
  storage: Storage;
  clock: Clock;
  /** Folder for the files of a build. */
  dataDir: string;
  signal: AbortSignal;
  /** Called with the share that is done, from 0 to 1, by this process or another one. */
  onProgress: (share: number) => void;
}

export interface StoredRegion {
  archive: StoredArchive;
  /** Null if the archive was there, or another process built it. */
  built: { seconds: number; size: number; skipped: BuiltRegion['skipped'] } | null;
}

/**
 * Returns the stored archive of an extract; builds and stores it first unless another process does.
 * @throws BuildFailed if the extract cannot be read.
 */
export async function storeRegion(pbf: string, deps: RegionBuildDependencies): Promise<StoredRegion> {
  const { storage, clock, signal, onProgress } = deps;
  const source = `${LAYOUT}:${await identityOf(pbf)}`;
  const owner = randomUUID();
  const deadlineMs = clock.monotonicMs() + WAIT.maxMs;
  for (;;) {
    signal.throwIfAborted();
    const archive = await readStoredArchive(storage);
    if (archive?.source === source) return { archive, built: null };
    const lease = await BuildLease.claim({ storage, clock, owner });
    if (lease instanceof BuildLease) return buildUnder(lease, pbf, source, deps);
    if (clock.monotonicMs() > deadlineMs) throw new BuildFailed('Another process has been building for too long.');
    onProgress(lease.progress);
    await clock.sleep(WAIT.lookMs, signal);
  }
}

async function buildUnder(
  lease: BuildLease,
  pbf: string,
  source: string,
  deps: RegionBuildDependencies,
): Promise<StoredRegion> {
  const onProgress = (share: number) => {
    lease.progress = share;
    deps.onProgress(share);
  };
  try {
    return await build(pbf, source, { ...deps, onProgress });
  } finally {
    // It expires on its own.
    await lease.release().catch(() => undefined);
  }
}

async function build(pbf: string, source: string, deps: RegionBuildDependencies): Promise<StoredRegion> {
  const folder = join(deps.dataDir, 'region');
  await mkdir(folder, { recursive: true });
  const inWork = await mkdtemp(join(folder, 'building-'));
  try {
    const path = join(inWork, 'streets.pmtiles');
    const [roads, stops] = [join(inWork, 'roads.gz'), join(inWork, 'stops.gz')];
    const startedMs = deps.clock.monotonicMs();
    const { bounds, date, skipped } = await runProgram([pbf, path, roads, stops, source], deps);
    // Before the archive, which refers to them.
    await ROADS_FILE.store(roads, source, deps.storage);
    await STOPS_FILE.store(stops, source, deps.storage);
    const options = { contentType: 'application/vnd.pmtiles', maxBytes: ARCHIVE_BYTES_MAX };
    const { etag, size } = await deps.storage.put(ARCHIVE_KEY, createReadStream(path), options);
    await ROADS_FILE.removeExcept(source, deps.storage);
    await STOPS_FILE.removeExcept(source, deps.storage);
    const seconds = (deps.clock.monotonicMs() - startedMs) / 1_000;
    return { archive: { etag, source, bounds, date }, built: { seconds, size, skipped } };
  } finally {
    await rm(inWork, { recursive: true, force: true });
  }
}

function runProgram(
  args: readonly string[],
  deps: Pick<RegionBuildDependencies, 'signal' | 'onProgress'>,
): Promise<BuiltRegion> {
  const execArgv = [
    `--max-old-space-size=${HEAP_MEGABYTES}`,
    ...(PROGRAM.endsWith('.ts') ? ['--conditions=@switchback/source', ...FROM_SOURCES] : []),
  ];
  return resultOf(fork(PROGRAM, args, { execArgv, env: {}, serialization: 'advanced' }), deps);
}

async function resultOf(
  child: ChildProcess,
  { signal, onProgress }: Pick<RegionBuildDependencies, 'signal' | 'onProgress'>,
): Promise<BuiltRegion> {
  const kill = () => child.kill('SIGKILL');
  signal.addEventListener('abort', kill, { once: true });
  if (signal.aborted) kill();
  let outcome: RegionOutcome | undefined;
  child.on('message', (message: RegionMessage) => {
    if (message.kind === 'progress') onProgress(message.share);
    else outcome = message;
  });
  try {
    const ended = await new Promise<string>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code, by) => {
        const end = () => resolve(String(by ?? code));
        if (child.connected) child.once('disconnect', end);
        else end();
      });
    });
    if (outcome?.kind === 'built') return outcome.region;
    throw new BuildFailed(outcome?.reason ?? `The build ended early (${ended}): it may need more memory.`);
  } finally {
    signal.removeEventListener('abort', kill);
  }
}

/** A build that failed for a reason that the operator can read. */
export class BuildFailed extends Error {
  override readonly name = 'BuildFailed';
}

/** Identifies an extract by its size and both ends, which hold its date and its last objects. */
async function identityOf(pbf: string): Promise<string> {
  const file = await open(pbf, 'r').catch((cause: unknown) => {
    throw new BuildFailed(`${pbf} cannot be read.`, { cause });
  });
  try {
    const { size } = await file.stat();
    const hash = createHash('sha256').update(String(size));
    for (const position of [0, Math.max(0, size - SAMPLE_BYTES)]) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(SAMPLE_BYTES), 0, SAMPLE_BYTES, position);
      hash.update(buffer.subarray(0, bytesRead));
    }
    return hash.digest('hex').slice(0, 32);
  } finally {
    await file.close();
  }
}
