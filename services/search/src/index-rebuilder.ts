import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { Clock } from '@switchback/platform/clock';
import { CLOCK, LOGGER } from '@switchback/platform/nest/tokens';
import type { Logger } from '@switchback/platform/telemetry/logger';
import { IndexUnavailable, RebuildRunning } from './index/search-index.js';
import type { OpenedIndex } from './open-index.js';
import { type DriveStates, reindex } from './reindex.js';

/** Interval between checks that the index exists and has every field. */
const CHECK_MS = 10_000;
/** Drives per request: few enough for one gRPC response, however long their routes. */
const BATCH = 100;

export const OPENED_INDEX = Symbol('OpenedIndex');
/** Source of every drive's newest state; resolved when the index is to be built. */
export const DRIVE_STATES = Symbol('() => Promise<DriveStates>');

/**
 * Ensures that there is an index. Builds a missing one from the drives service, since an empty one would pass for a
 * complete one; until then searches fail as unavailable, and events wait. Rebuilds one of an older release, which
 * answers until the swap.
 */
@Injectable()
export class IndexRebuilder implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #isKnownMissing = false;
  #states: Promise<DriveStates> | undefined;

  constructor(
    @Inject(OPENED_INDEX) private readonly opened: Pick<OpenedIndex, 'index' | 'close'>,
    @Inject(DRIVE_STATES) private readonly states: () => Promise<DriveStates>,
    @Inject(CLOCK) private readonly clock: Pick<Clock, 'sleep'>,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /** Starts the checks without waiting for them. */
  onApplicationBootstrap(): void {
    this.#running = this.#run();
  }

  /** Aborts a running rebuild; the next one deletes its leftovers. */
  async beforeApplicationShutdown(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  onApplicationShutdown(): Promise<void> {
    return this.opened.close();
  }

  #warn(error: unknown): void {
    this.logger.warn({ error }, 'The search index reported an error');
  }

  async #run(): Promise<void> {
    await this.opened.index.prepare().catch((error: unknown) => this.#warn(error));
    while (!this.#stopping.signal.aborted) {
      await this.#rebuildIfNeeded().catch((error: unknown) => {
        // Queries report an unavailable engine themselves, and another process's rebuild is as good as ours.
        const isKnown = error instanceof IndexUnavailable || error instanceof RebuildRunning;
        if (!isKnown && !this.#stopping.signal.aborted) this.#warn(error);
      });
      await this.clock.sleep(CHECK_MS, this.#stopping.signal);
    }
  }

  async #rebuildIfNeeded(): Promise<void> {
    const { index } = this.opened;
    const isMissing = await index.isMissing();
    if (isMissing && !this.#isKnownMissing) this.#warn(new Error('The search index is missing; rebuilding it.'));
    this.#isKnownMissing = isMissing;
    if (!isMissing && !(await index.isOutdated())) return;
    const listener = {
      progress: () => undefined,
      skipped: (id: string, cause: Error) =>
        this.#warn(new Error(`Drive ${id} was skipped by the rebuild.`, { cause })),
    };
    this.#states ??= this.states();
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
