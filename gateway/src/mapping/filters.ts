import type { DriveFilters } from '@switchback/contracts/endpoints/search';
import type { Range } from '@switchback/contracts/endpoints/query-values';
import type * as proto from '@switchback/proto/search/v1/service';

/** The filters of the browser boundary as the search service takes them; null and undefined are its absent. */
export function toFilters(query: DriveFilters): proto.Filters {
  return {
    text: query.q ?? '',
    countryId: query.country,
    stateIds: query.states ?? [],
    tags: query.tags ?? [],
    starRating: query.starRating,
    duration: toRange(query.duration),
    distance: toRange(query.distance),
    intensityRating: toRange(query.intensityRating),
    roadQualityRating: toRange(query.roadQualityRating),
    trafficRating: toRange(query.trafficRating),
    curviness: toRange(query.curviness),
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

function toRange(range: Range | undefined): proto.Range | undefined {
  return range && { min: range.min ?? undefined, max: range.max ?? undefined };
}
