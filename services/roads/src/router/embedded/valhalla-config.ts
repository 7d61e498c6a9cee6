import { availableParallelism } from 'node:os';
import type { ValhallaConfig } from './messages.js';

const QUIET = { logging: { type: '' } };
/** Bytes of roads cached in memory; the rest is read from disk when needed. */
const CACHE_BYTES = 256_000_000;
/** Meters. */
const ROUTE_MAX = 5_000_000;
const TRACE_MAX = 1_000_000;

/**
 * Returns the settings that Valhalla requires and those that differ from its defaults: its own script for a full
 * configuration needs Python. Each module writes a log unless it is turned off.
 */
export function valhallaConfig(): ValhallaConfig {
  return {
    mjolnir: {
      ...QUIET,
      max_cache_size: CACHE_BYTES,
      // Leaves half of the cores to the product during the build.
      concurrency: Math.max(1, Math.floor(availableParallelism() / 2)),
    },
    loki: {
      ...QUIET,
      actions: ['route', 'trace_route', 'status'],
      service_defaults: {
        minimum_reachability: 50,
        radius: 0,
        search_cutoff: 35_000,
        node_snap_tolerance: 5,
        street_side_tolerance: 5,
        street_side_max_distance: 1_000,
        heading_tolerance: 60,
      },
    },
    thor: QUIET,
    odin: QUIET,
    meili: {
      ...QUIET,
      auto: { search_radius: 50, turn_penalty_factor: 200 },
      default: { breakage_distance: 2_000, turn_penalty_factor: 0 },
    },
    service_limits: {
      auto: {
        max_distance: ROUTE_MAX,
        max_locations: 20,
        max_matrix_distance: 400_000,
        max_matrix_location_pairs: 2_500,
      },
      trace: {
        max_distance: TRACE_MAX,
        max_shape: 16_000,
        max_gps_accuracy: 100,
        max_search_radius: 100,
        max_alternates: 3,
        max_alternates_shape: 100,
      },
      ...NEVER_ASKED,
      max_alternates: 2,
      max_radius: 200,
      max_reachability: 100,
      max_exclude_locations: 50,
      max_exclude_polygons_length: 10_000,
    },
  };
}

/** Limits of unused features, without which Valhalla does not start. */
const NEVER_ASKED = {
  isochrone: {
    max_contours: 4,
    max_distance: 25_000,
    max_distance_contour: 200,
    max_locations: 1,
    max_time_contour: 120,
  },
  pedestrian: {
    max_distance: 250_000,
    max_locations: 50,
    max_matrix_distance: 200_000,
    max_matrix_location_pairs: 2_500,
    min_transit_walking_distance: 1,
    max_transit_walking_distance: 10_000,
  },
  skadi: { max_shape: 750_000, min_resample: 10 },
};
