import type { Clock } from '@switchback/platform/clock';
import { IndexUnavailable, RebuildRunning, type SearchIndex } from './index/search-index.js';
import { type DriveStates, reindex } from './reindex.js';

/** How often it is looked whether the index is still there. */
const LOOK_MS = 10_000;

export interface KeeperParts {
  index: Pick<SearchIndex, 'prepare' | 'isMissing' | 'rebuild'>;
  /** Every drive's newest state; undefined where nobody tells them, and a missing index is left to `npm run reindex`. */
  states: DriveStates | undefined;
  clock: Pick<Clock, 'sleep'>;
  onError: (error: unknown) => void;
}

/**
 * Sees to it that there is an index: where there is none it is made from the drives service, since an empty one would pass for
 * a whole one. Until then searches say that they are not available, and events wait.
 */
export class IndexKeeper {
  readonly #parts: KeeperParts;
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #isKnownMissing = false;

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
    const remedy = states ? 'it is made now' : 'npm run reindex makes it';
    if (isMissing && !this.#isKnownMissing) onError(new Error(`There is no search index: ${remedy}.`));
    this.#isKnownMissing = isMissing;
    if (isMissing && states) await reindex(index, untilStopped(states, this.#stopping.signal));
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
