import { randomUUID } from 'node:crypto';
import type { Call, Rpc } from '@switchback/platform/rpc/call';
import type { DriveEvent } from '@switchback/proto/drives/v1/events';
import type { DrivesService } from '@switchback/proto/drives/v1/service';
import { changeOf } from './document.js';
import type { IndexChange, SearchIndex } from './index/search-index.js';

const BATCH = 500;

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

/** Ends because ids rise with each batch. */
async function* readStates(
  drives: DriveStates,
  listener: ReindexListener,
  limit: number,
): AsyncGenerator<IndexChange[]> {
  const call: Call = { requestId: randomUUID(), caller: null };
  let count = 0;
  for (let afterId = ''; ;) {
    const { states } = await drives.listStates({ afterId, limit }, call);
    const last = states.at(-1);
    if (!last) return;
    yield states.flatMap((state) => changeUnlessDamaged(state, listener));
    afterId = last.id;
    listener.progress((count += states.length));
  }
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
