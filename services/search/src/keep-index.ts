import type { Clock } from '@switchback/platform/clock';
import { IndexUnavailable, RebuildRunning, type SearchIndex } from './index/search-index.js';
import { type DriveStates, reindex } from './reindex.js';

/** How often to check that the index is there and has every field. */
const LOOK_MS = 10_000;
/** Drives read at a time: few enough for one answer between processes, however long their routes are. */
const BATCH = 100;

export interface KeeperParts {
  index: Pick<SearchIndex, 'prepare' | 'isMissing' | 'isOutdated' | 'rebuild'>;
  /** Who tells every drive's newest state; asked for when the index is to be built. */
  states: () => Promise<DriveStates>;
  clock: Pick<Clock, 'sleep'>;
  onError: (error: unknown) => void;
}

/**
 * Sees to it that there is an index: where there is none it is made from the drives service, since an empty one would pass for
 * a whole one. Until then searches say that they are not available, and events wait. One that an older release made is rebuilt
 * beside itself and goes on answering meanwhile.
 */
export class IndexKeeper {
  readonly #parts: KeeperParts;
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #isKnownMissing = false;
  #states: Promise<DriveStates> | undefined;

  constructor(parts: KeeperParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#running = this.#run();
  }

  /** A rebuild under way is given up; the next one clears it away. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { index, clock, onError } = this.#parts;
    await index.prepare().catch(onError);
    while (!this.#stopping.signal.aborted) {
      await this.#look().catch((error: unknown) => {
        // Of an engine that is away its users tell, and somebody else's rebuild is as good as ours.
        const isKnown = error instanceof IndexUnavailable || error instanceof RebuildRunning;
        if (!isKnown && !this.#stopping.signal.aborted) onError(error);
      });
      await clock.sleep(LOOK_MS, this.#stopping.signal);
    }
  }

  async #look(): Promise<void> {
    const { index, states, onError } = this.#parts;
    const isMissing = await index.isMissing();
    if (isMissing && !this.#isKnownMissing) onError(new Error('There is no search index: it is made anew now.'));
    this.#isKnownMissing = isMissing;
    if (!isMissing && !(await index.isOutdated())) return;
    const listener = {
      progress: () => undefined,
      skipped: (id: string, cause: Error) => onError(new Error(`Drive ${id} was left out of the index.`, { cause })),
    };
    this.#states ??= states();
    await reindex(index, untilStopped(await this.#states, this.#stopping.signal), listener, BATCH);
  }
}

function untilStopped(states: DriveStates, signal: AbortSignal): DriveStates {
  return {
    listStates: (request, call) => {
      signal.throwIfAborted();
      return states.listStates(request, call);
    },
  };
}
