import type { Call } from '@switchback/platform/rpc/call';
import type { FacetsRequest, Filters, SearchRequest } from '@switchback/proto/search/v1/service';
import type { Clients } from '../services/clients.js';
import { toFilters } from '../mapping/filters.js';

type Query = Parameters<typeof toFilters>[0];

/**
 * Returns the search filters, with the caller's saved and completed lists if they matter. While all other kinds of
 * drive are included, every visible drive matches anyway, so the lists are not requested.
 */
export async function filtersWithLists(clients: Clients, query: Query, call: Call): Promise<Filters> {
  const filters = toFilters(query);
  return dependsOnLists(filters, call) ? { ...filters, ...(await listsOf(clients, call)) } : filters;
}

/**
 * Returns the search filters, and the caller's lists for the facets, which count every kind. While the lists are
 * unavailable, a search that does not depend on them works without facets.
 */
export async function filtersWithFacets(
  clients: Clients,
  query: Query,
  call: Call,
): Promise<{ filters: Filters } & Pick<SearchRequest, 'facets'>> {
  const filters = toFilters(query);
  if (call.caller === null) return { filters, facets: { savedIds: [], completedIds: [] } };
  if (!dependsOnLists(filters, call)) return { filters, facets: await listsOf(clients, call).catch(() => undefined) };
  const facets = await listsOf(clients, call);
  return { filters: { ...filters, ...facets }, facets };
}

function dependsOnLists(filters: Filters, { caller }: Call): boolean {
  const areAllOn = filters.includePublic && filters.includePrivate && filters.includeShared;
  return caller !== null && !areAllOn && (filters.includeSaved || filters.includeCompleted);
}

async function listsOf({ users }: Clients, call: Call): Promise<FacetsRequest> {
  const { saved, completed } = await users.getListedDrives({}, call);
  return { savedIds: saved, completedIds: completed };
}
