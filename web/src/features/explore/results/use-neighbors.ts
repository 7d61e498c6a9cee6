import { useState } from 'react';
import type { DriveCardData } from '../../../api/types.js';
import { useMoreNear, type DriveSearch } from './use-drive-search.js';

export interface Neighbors {
  previous: DriveCardData | null;
  next: DriveCardData | null;
}

/**
 * Returns the drives before and after the open one. The map moves to each drive and then lists other ones, so they
 * are those of the result from which the first drive was opened.
 */
export function useNeighbors(search: DriveSearch, activeId: string | null): Neighbors {
  const [result, setResult] = useState(search.drives);
  const at = result.findIndex(({ id }) => id === activeId);
  const grown = search.drives.length > result.length && search.drives[at]?.id === activeId;
  if ((at < 0 || grown) && result !== search.drives) setResult(search.drives);
  useMoreNear(at < 0 || search.drives[at]?.id !== activeId ? undefined : at, search);
  return { previous: result[at - 1] ?? null, next: at < 0 ? null : (result[at + 1] ?? null) };
}
