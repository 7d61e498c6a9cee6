import { text } from 'node:stream/consumers';
import type { Clock } from '@switchback/platform/clock';
import { isStorageError, type Storage } from '@switchback/platform/storage/storage';
import { z } from 'zod';

/** Key of the file that names the process which builds the region. */
const LEASE_KEY = 'region/build.json';
const LEASE_BYTES_MAX = 4_096;

/** Lease TTL. A killed build delays the next one by at most this time. */
const TTL_MS = 30_000;
const RENEW_MS = 5_000;
/** The last of two simultaneous claims wins: each process waits this long before it reads again. */
const SETTLE_MS = 300;

const leaseShape = z.object({ owner: z.string(), renewedAtMs: z.number(), progress: z.number().min(0).max(1) });
type Lease = z.output<typeof leaseShape>;

interface LeaseDependencies {
  storage: Pick<Storage, 'get' | 'put' | 'delete'>;
  clock: Clock;
  /** Names this process. */
  owner: string;
}

/**
 * Lease of the region's build, as a file of the storage: instances that start together build once. The storage cannot
 * compare and swap, so that a slow write may admit two builds, which store the same archive.
 */
export class BuildLease {
  #progress = 0;
  readonly #ending = new AbortController();
  readonly #renewing: Promise<void>;

  private constructor(private readonly deps: LeaseDependencies) {
    this.#renewing = this.#renew();
  }

  /** Returns the lease, or the progress of the process that holds it. */
  static async claim(deps: LeaseDependencies): Promise<BuildLease | { progress: number }> {
    const running = await runningBuild(deps.storage, deps.clock);
    if (running) return running;
    await writeLease(deps, 0);
    await deps.clock.sleep(SETTLE_MS);
    const settled = await readLease(deps.storage);
    if (settled && settled.owner !== deps.owner) return { progress: settled.progress };
    return new BuildLease(deps);
  }

  set progress(share: number) {
    this.#progress = share;
  }

  /** Ends the lease; another process may build at once. */
  async release(): Promise<void> {
    this.#ending.abort();
    await this.#renewing;
    const held = await readLease(this.deps.storage);
    if (held?.owner === this.deps.owner) await this.deps.storage.delete(LEASE_KEY);
  }

  async #renew(): Promise<void> {
    const { signal } = this.#ending;
    for (;;) {
      await this.deps.clock.sleep(RENEW_MS, signal);
      if (signal.aborted) return;
      // An unavailable storage costs a second build at worst.
      await writeLease(this.deps, this.#progress).catch(() => undefined);
    }
  }
}

/** Returns the progress of the build that a process runs now; null if there is none. */
export async function runningBuild(storage: Pick<Storage, 'get'>, clock: Clock): Promise<{ progress: number } | null> {
  const held = await readLease(storage);
  return held && isFresh(held, clock) ? { progress: held.progress } : null;
}

function isFresh({ renewedAtMs }: Lease, clock: Clock): boolean {
  // Absolute, since the clock of another machine may be ahead.
  return Math.abs(clock.now().getTime() - renewedAtMs) < TTL_MS;
}

async function readLease(storage: Pick<Storage, 'get'>): Promise<Lease | null> {
  try {
    const { body } = await storage.get(LEASE_KEY, { start: 0, end: LEASE_BYTES_MAX - 1 });
    return leaseShape.parse(JSON.parse(await text(body)));
  } catch (error) {
    if (isStorageError(error, 'not-found') || error instanceof SyntaxError || error instanceof z.ZodError) return null;
    throw error;
  }
}

async function writeLease({ storage, clock, owner }: LeaseDependencies, progress: number): Promise<void> {
  const lease: Lease = { owner, renewedAtMs: clock.now().getTime(), progress };
  const options = { contentType: 'application/json', maxBytes: LEASE_BYTES_MAX };
  await storage.put(LEASE_KEY, [Buffer.from(JSON.stringify(lease))], options);
}
