import type { DriveFilters } from '@switchback/contracts/endpoints/search';
import { NUMBER_FILTER_NAMES, type NumberFilterName, type NumberRange } from '@switchback/contracts/rules/filters';
import type * as proto from '@switchback/proto/search/v1/service';

/** Maps the filters of the browser boundary to those of the search service; null and undefined become absent. */
export function toFilters(query: DriveFilters): proto.Filters {
  return {
    text: query.q ?? '',
    countryId: query.country,
    stateIds: query.states ?? [],
    tags: query.tags ?? [],
    ...toNumberFilters(query),
    geocode: query.geocode && {
      lat: query.geocode.lat,
      lng: query.geocode.lng,
      proximityMeters: query.geocode.proximityMeters ?? undefined,
      zoom: query.geocode.zoom ?? undefined,
    },
    bounds: query.bounds,
    ids: query.ids ?? [],
    includePrivate: query.private,
    includePublic: query.public,
    includeSaved: query.saved,
    includeCompleted: query.completed,
    includeShared: query.shared,
    savedIds: [],
    completedIds: [],
  };
}

function toNumberFilters(query: DriveFilters): Pick<proto.Filters, NumberFilterName> {
  const values = NUMBER_FILTER_NAMES.map((name) => {
    const value = query[name];
    return [name, typeof value === 'object' ? toRange(value) : value];
  });
  return Object.fromEntries(values) as Pick<proto.Filters, NumberFilterName>;
}

function toRange(range: NumberRange): proto.Range {
  return { min: range.min ?? undefined, max: range.max ?? undefined };
}
