import { errors } from '@elastic/elasticsearch';
import type { Clock } from '@switchback/platform/clock';
import { randomIds } from '@switchback/platform/ids';
import { RebuildRunning } from '../search-index.js';
import type { Connection } from './connection.js';
import type { Names } from './names.js';

/** A rebuild without a heartbeat for this long is dead. Tolerates clock skew between machines of a part of it. */
const STALE_MS = 120_000;
const ID = 'rebuild';

interface Holder {
  owner: string;
  alive_at: number;
}

/** Version of the lock's document, for optimistic concurrency control: a write that expects another one is refused. */
interface Place {
  if_seq_no: number;
  if_primary_term: number;
}

export interface LockDependencies {
  connection: Connection;
  names: Names;
  clock: Pick<Clock, 'now'>;
}

/**
 * Lock for one rebuild at a time across all processes: a document that can be changed only from its last known version.
 */
export class RebuildLock {
  readonly #deps: LockDependencies;
  readonly #owner = randomIds.uuid();
  #place: Place;

  private constructor(deps: LockDependencies, place: Place) {
    this.#deps = deps;
    this.#place = place;
  }

  /** @throws RebuildRunning if another rebuild holds the lock. */
  static async acquire(deps: LockDependencies): Promise<RebuildLock> {
    await createLockIndex(deps);
    const held = await holderOf(deps);
    if (held && !isStale(held.holder, deps.clock)) throw new RebuildRunning();
    const lock = new RebuildLock(deps, held?.place ?? { if_seq_no: -1, if_primary_term: -1 });
    await lock.#write(held === null);
    return lock;
  }

  /** Returns whether a rebuild died and left its lock behind. */
  static async isStale(deps: LockDependencies): Promise<boolean> {
    const held = await holderOf(deps);
    return held !== null && isStale(held.holder, deps.clock);
  }

  /** @throws RebuildRunning if another rebuild took over after this one missed its heartbeat for too long. */
  async touch(): Promise<void> {
    await this.#write(false);
  }

  async release(): Promise<void> {
    const { connection, names } = this.#deps;
    await connection.write((client, options) =>
      client.delete({ index: names.lock, id: ID, ...this.#place }, { ...options, ignore: [404, 409] }),
    );
  }

  async #write(isFirst: boolean): Promise<void> {
    const { connection, names, clock } = this.#deps;
    const document: Holder = { owner: this.#owner, alive_at: clock.now().getTime() };
    const condition = isFirst ? ({ op_type: 'create' } as const) : this.#place;
    const result = await connection.write((client, options) =>
      client
        .index({ index: names.lock, id: ID, document, require_alias: true, ...condition }, options)
        .catch((error: unknown) => {
          if (error instanceof errors.ResponseError && error.statusCode === 409) return null;
          throw error;
        }),
    );
    if (!result) throw new RebuildRunning();
    this.#place = { if_seq_no: result._seq_no!, if_primary_term: result._primary_term! };
  }
}

function isStale({ alive_at }: Holder, clock: Pick<Clock, 'now'>): boolean {
  return clock.now().getTime() - alive_at > STALE_MS;
}

async function holderOf({ connection, names }: LockDependencies): Promise<{ holder: Holder; place: Place } | null> {
  const found = await connection.write((client, options) =>
    client.get<Holder>({ index: names.lock, id: ID }, { ...options, ignore: [404] }),
  );
  if (!found.found || !found._source) return null;
  return { holder: found._source, place: { if_seq_no: found._seq_no!, if_primary_term: found._primary_term! } };
}

/** Creates the index of the lock. Two processes may do so concurrently: one of them succeeds. */
async function createLockIndex({ connection, names }: LockDependencies): Promise<void> {
  await connection.write(async (client, options) => {
    if (await client.indices.existsAlias({ name: names.lock }, options)) return;
    const mappings = {
      dynamic: 'strict',
      properties: { owner: { type: 'keyword' }, alive_at: { type: 'date' } },
    } as const;
    const settings = { number_of_shards: 1, auto_expand_replicas: '0-1' };
    await client.indices
      .create({ index: `${names.lock}-lock`, aliases: { [names.lock]: {} }, mappings, settings }, options)
      .catch((error: unknown) => {
        if (!(error instanceof errors.ResponseError) || error.statusCode !== 400) throw error;
      });
  });
}
