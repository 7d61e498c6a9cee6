import type { Call } from '@switchback/platform/rpc/call';
import type { Filters } from '@switchback/proto/search/v1/service';
import type { Clients } from '../services/clients.js';
import { toFilters } from '../mapping/filters.js';

type Query = Parameters<typeof toFilters>[0];

/**
 * What to look for, with the lists of whoever asks where these decide: while all other kinds of drive are on, each drive that
 * somebody may see is found anyhow, and nobody's lists are asked for.
 */
export async function filtersWithLists({ users }: Clients, query: Query, call: Call): Promise<Filters> {
  const filters = toFilters(query);
  const areAllOn = filters.includePublic && filters.includePrivate && filters.includeShared;
  const isNoneOn = !filters.includeSaved && !filters.includeCompleted;
  if (call.caller === null || areAllOn || isNoneOn) return filters;
  const { saved, completed } = await users.getListedDrives({}, call);
  return { ...filters, savedIds: saved, completedIds: completed };
}
