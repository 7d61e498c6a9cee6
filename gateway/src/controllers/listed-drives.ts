import type { Call } from '@switchback/platform/rpc/call';
import type { Filters } from '@switchback/proto/search/v1/service';
import type { Clients } from '../services/clients.js';
import { toFilters } from '../mapping/filters.js';

type Query = Parameters<typeof toFilters>[0];

/**
 * Returns the search filters, with the caller's saved and completed lists if they matter. While all other kinds of
 * drive are included, every visible drive matches anyway, so the lists are not requested.
 */
export async function filtersWithLists({ users }: Clients, query: Query, call: Call): Promise<Filters> {
  const filters = toFilters(query);
  const areAllOn = filters.includePublic && filters.includePrivate && filters.includeShared;
  const isNoneOn = !filters.includeSaved && !filters.includeCompleted;
  if (call.caller === null || areAllOn || isNoneOn) return filters;
  const { saved, completed } = await users.getListedDrives({}, call);
  return { ...filters, savedIds: saved, completedIds: completed };
}
