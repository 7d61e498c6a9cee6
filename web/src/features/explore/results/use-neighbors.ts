import type { DriveCardData } from '../../../api/types.js';
import { useMoreNear, type DriveSearch } from './use-drive-search.js';

export interface Neighbors {
  previous: DriveCardData | null;
  next: DriveCardData | null;
}

/** Returns the drives before and after the open one in the list. */
export function useNeighbors(search: DriveSearch, activeId: string | null): Neighbors {
  const { drives } = search;
  const at = drives.findIndex(({ id }) => id === activeId);
  useMoreNear(at < 0 ? undefined : at, search);
  return { previous: drives[at - 1] ?? null, next: at < 0 ? null : (drives[at + 1] ?? null) };
}
