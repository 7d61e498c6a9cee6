import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { Call, Rpc } from '@switchback/platform/rpc/call';
import type { DriveEvent } from '@switchback/proto/drives/v1/events';
import type { DrivesService, ListStatesResponse } from '@switchback/proto/drives/v1/service';
import { changeOf } from './document.js';
import type { IndexChange, SearchIndex } from './index/search-index.js';

const BATCH = 500;
/** States made into changes at a stretch: some milliseconds. */
const TURN = 25;

export type DriveStates = Pick<Rpc<DrivesService>, 'listStates'>;

/** Told how a rebuild goes on. */
export interface ReindexListener {
  /** After each batch: how many drives were read. */
  progress(count: number): void;
  /** Of a drive whose state makes no document: it is left out of the new index. */
  skipped(id: string, cause: Error): void;
}

const UNHEARD: ReindexListener = { progress: () => undefined, skipped: () => undefined };

/** How many drives the new index has, and how many were left out. */
export interface ReindexResult {
  indexed: number;
  skipped: number;
}

/**
 * Builds the index anew from the drives service, while searches and changes go on.
 * @param batch drives read at a time.
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
  const indexed = await index.rebuild(readStates(drives, { ...listener, skipped: skip }, batch));
  return { indexed, skipped };
}

/** Reads each batch while the one before is made into changes. Ends because the pages of the walk do. */
async function* readStates(
  drives: DriveStates,
  listener: ReindexListener,
  limit: number,
): AsyncGenerator<IndexChange[]> {
  const call: Call = { requestId: randomUUID(), caller: null };
  const read = (pageToken: string) => {
    const reading = drives.listStates({ pageToken, limit }, call);
    // Its failure is met when its turn comes; until then it must not pass for one that nobody looks after.
    reading.catch(() => undefined);
    return reading;
  };
  let count = 0;
  let reading: Promise<ListStatesResponse> | null = read('');
  while (reading) {
    const { states, nextPageToken }: ListStatesResponse = await reading;
    reading = nextPageToken === '' ? null : read(nextPageToken);
    // The last page of the walk may hold nothing.
    if (states.length === 0) continue;
    yield await changesOf(states, listener);
    listener.progress((count += states.length));
  }
}

/** Lets others have their turn after every few: those who read and load wait for the network more than for this. */
async function changesOf(states: readonly DriveEvent[], listener: ReindexListener): Promise<IndexChange[]> {
  const changes: IndexChange[] = [];
  for (const [index, state] of states.entries()) {
    if (index % TURN === TURN - 1) await setImmediate();
    changes.push(...changeUnlessDamaged(state, listener));
  }
  return changes;
}

/** One damaged drive must not keep all the others out of the index. */
function changeUnlessDamaged(state: DriveEvent, listener: ReindexListener): IndexChange[] {
  try {
    return [changeOf(state)];
  } catch (error) {
    listener.skipped(state.id, error instanceof Error ? error : new Error(String(error)));
    return [];
  }
}
