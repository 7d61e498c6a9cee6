import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Call, Rpc } from '@switchback/platform/rpc/call';
import type { DriveEvent } from '@switchback/proto/drives/v1/events';
import type { DrivesService, ListStatesResponse } from '@switchback/proto/drives/v1/service';
import { changeOf } from './document.js';
import type { IndexChange, SearchIndex } from './index/search-index.js';

const BATCH = 500;
/** States converted before yielding to the event loop: some milliseconds. */
const TURN = 25;

export type DriveStates = Pick<Rpc<DrivesService>, 'listStates'>;

/** Progress callbacks of a rebuild. */
export interface ReindexListener {
  /** Called after each batch with the number of drives read. */
  progress(count: number): void;
  /** Called for a drive whose state cannot be converted; the new index lacks it. */
  skipped(id: string, cause: Error): void;
}

const UNHEARD: ReindexListener = { progress: () => undefined, skipped: () => undefined };

/** Numbers of drives in the new index and of skipped ones. */
export interface ReindexResult {
  indexed: number;
  skipped: number;
}

/**
 * Rebuilds the index from the drives service, while searches and changes continue.
 * @param batch drives per request.
 */
export async function reindex(
  index: Pick<SearchIndex, 'rebuild'>,
  drives: DriveStates,
  listener = UNHEARD,
  batch = BATCH,
): Promise<ReindexResult> {
  let skipped = 0;
  const skip = (id: string, cause: Error) => {
    skipped += 1;
    listener.skipped(id, cause);
  };
  const indexed = await index.rebuild(readStates(drives, { listener: { ...listener, skipped: skip }, batch }));
  return { indexed, skipped };
}

/**
 * Reads each batch while the previous one is converted. Terminates with the last page.
 * @param ids restricts the result to these drives, unless empty.
 */
export async function* readStates(
  drives: DriveStates,
  { listener = UNHEARD, batch = BATCH, ids = [] as string[] },
): AsyncGenerator<IndexChange[]> {
  const call: Call = { requestId: randomUUID(), caller: null };
  const read = (pageToken: string) => {
    const reading = drives.listStates({ pageToken, limit: batch, ids }, call);
    // Its failure is handled when its turn comes; until then it must not count as an unhandled rejection.
    reading.catch(() => undefined);
    return reading;
  };
  let count = 0;
  let reading: Promise<ListStatesResponse> | null = read('');
  while (reading) {
    const { states, nextPageToken }: ListStatesResponse = await reading;
    reading = nextPageToken === '' ? null : read(nextPageToken);
    // The last page may be empty.
    if (states.length === 0) continue;
    yield await changesOf(states, listener);
    listener.progress((count += states.length));
  }
}

/** Yields to the event loop after every few states: reading and loading depend more on the network than on this. */
async function changesOf(states: readonly DriveEvent[], listener: ReindexListener): Promise<IndexChange[]> {
  const changes: IndexChange[] = [];
  for (const [index, state] of states.entries()) {
    if (index % TURN === TURN - 1) await setImmediate();
    changes.push(...changeUnlessDamaged(state, listener));
  }
  return changes;
}

/** Skips a damaged drive, which must not keep the rest out of the index. */
function changeUnlessDamaged(state: DriveEvent, listener: ReindexListener): IndexChange[] {
  try {
    return [changeOf(state)];
  } catch (error) {
    listener.skipped(state.id, error instanceof Error ? error : new Error(String(error)));
    return [];
  }
}
