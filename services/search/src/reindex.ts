import { randomUUID } from 'node:crypto';
import type { Call, Rpc } from '@switchback/platform/rpc/call';
import type { DrivesService } from '@switchback/proto/drives/v1/service';
import { changeOf } from './document.js';
import type { IndexChange, SearchIndex } from './index/search-index.js';

const BATCH = 500;

export type DriveStates = Pick<Rpc<DrivesService>, 'listStates'>;

/**
 * Builds the index anew from the drives service, while searches and changes go on. Returns how many drives it has.
 * @param onProgress told after each batch how many drives were read.
 */
export function reindex(
  index: Pick<SearchIndex, 'rebuild'>,
  drives: DriveStates,
  onProgress: (count: number) => void = () => undefined,
): Promise<number> {
  return index.rebuild(readStates(drives, onProgress));
}

/** Ends because ids rise with each batch. */
async function* readStates(drives: DriveStates, onProgress: (count: number) => void): AsyncGenerator<IndexChange[]> {
  const call: Call = { requestId: randomUUID(), caller: null };
  let count = 0;
  for (let afterId = ''; ;) {
    const { states } = await drives.listStates({ afterId, limit: BATCH }, call);
    const last = states.at(-1);
    if (!last) return;
    yield states.map((state) => changeOf(state));
    afterId = last.id;
    onProgress((count += states.length));
  }
}
