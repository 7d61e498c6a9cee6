import type { Units } from '@switchback/contracts/rules/units';
import { expandBounds, widthDegrees } from '@switchback/geo/bounds';
import type { Bounds, LatLng } from '@switchback/geo/location';
import type { SearchArg } from '../../api/api.js';
import type { ApiFilters } from '../../api/types.js';
import { toMeters } from '../../lib/text/units.js';
import { type ExploreState, searchesEverywhere, sortOf } from './explore-state.js';
import { RANGE_FILTERS, RANGE_NAMES } from './range-filters.js';
import { locationText } from '../../lib/text/location-text.js';
import { boundsText, rangeText } from './url.js';

/** Zoom level that shows a city. */
export const CITY_ZOOM = 10;
/** At this zoom and below, cards have no lines and the map shows clusters. */
export const CLUSTER_ZOOM = CITY_ZOOM - 2;

/** Default search area: the continental United States. */
export const CONTINENTAL_US: Bounds = { north: 49.384358, east: -66.93457, south: 24.396308, west: -124.848974 };

const AREA_UNITS = 100;

/**
 * Returns the bounds searched around a location until the map reports its own: 100 miles or kilometers in each
 * direction.
 */
export function areaBox(location: LatLng, units: Units): Bounds {
  return expandBounds(
    { north: location.lat, south: location.lat, east: location.lng, west: location.lng },
    toMeters(AREA_UNITS, units),
  );
}

/** Returns the zoom to send with a search: five levels lower, between 3 and 7. */
export function geocodeZoom(mapZoom: number): number {
  return Math.min(7, Math.max(3, Math.round(mapZoom - 5)));
}

/** Returns the zoom (256-pixel tiles) at which a map of this width shows the bounds. */
export function zoomOfBounds(bounds: Bounds, widthPixels: number): number {
  const zoom = Math.log2((360 / Math.max(widthDegrees(bounds), 1e-6)) * (widthPixels / 256));
  return Math.min(20, Math.max(1, zoom));
}

/** Returns the filters shared by both views, and by search, clusters and lines. */
export function commonFilters(state: ExploreState): ApiFilters {
  const filters: Record<string, string | null> = {
    q: state.search?.type === 'text' ? state.search.value : null,
    tags: state.tags.map(({ category, name }) => `${category}:${name}`).join() || null,
    starRating: state.stars === 0 ? null : String(state.stars),
    ...Object.fromEntries(RANGE_NAMES.map((name) => [RANGE_FILTERS[name].param, rangeText(state[name])])),
    ...Object.fromEntries(state.kindsOff.map((kind) => [kind, 'false'])),
  };
  return Object.fromEntries(Object.entries(filters).filter((entry): entry is [string, string] => entry[1] !== null));
}

export interface MapContext {
  /** Bounds that the map shows, or will show. */
  box: Bounds;
  location: LatLng;
  zoom: number;
  /** The place that distances of drives are measured from; null if there is none. */
  origin: LatLng | null;
}

/**
 * Converts the state to the API's filters. The list searches everywhere, or in a country and its states; a search for
 * one drive lists only that drive. The map searches its bounds, and everywhere for a text.
 */
export function apiFilters(state: ExploreState, { box, location, zoom }: Omit<MapContext, 'origin'>): ApiFilters {
  const geocode = `${locationText(location)},any,${geocodeZoom(zoom)}`;
  // The map moves to what a text finds: distances from its center would only repeat the same search with each move.
  if (searchesEverywhere(state) && sortOf(state) !== 'location') return commonFilters(state);
  const common = { ...commonFilters(state), geocode };
  if (searchesEverywhere(state)) return common;
  if (state.view === 'map') return { ...common, bounds: boundsText(box) };
  return {
    ...common,
    ...(state.country === null ? {} : { country: String(state.country) }),
    ...(state.states.length === 0 ? {} : { states: state.states.join() }),
    ...(state.search?.type === 'drive' ? { ids: state.search.value } : {}),
  };
}

export function searchArg(state: ExploreState, surroundings: MapContext): SearchArg {
  const onMap = state.view === 'map';
  const inBox = onMap && !searchesEverywhere(state);
  return {
    filters: apiFilters(state, surroundings),
    sort: sortOf(state),
    withPath: !onMap || surroundings.zoom > CLUSTER_ZOOM,
    withDescription: !onMap,
    from: surroundings.origin && locationText(surroundings.origin),
    box: inBox ? surroundings.box : null,
  };
}
