import type { Readable } from 'node:stream';
import type { LatLng } from '@switchback/geo/location';
import { joinParts, partsOf } from '@switchback/geo/parts';
import { encodePolyline } from '@switchback/geo/polyline';
import { normalizeFeature, type NormalizedDrive } from '../import/normalize-feature.js';
import type { RawFeature } from '../import/raw-feature.js';
import { readFeatures } from '../import/read-features.js';
import { directionsOf } from '../routing/directions.js';
import { chooseWaypoints } from '../routing/waypoints.js';

/** Of a file with more features, the first of these that holds a line is read. */
const FEATURES_MAX = 1_000;
/** A route somebody draws or records has a few; joining many takes long. */
const PARTS_MAX = 1_000;
/** Points by which the regions along a line are found. */
const SKETCH_POINTS_MAX = 2_000;

/** The first line of a file, ready to be shown: paths are Google-encoded, precision 5. */
export interface Track {
  path: string;
  /** Whether it is one line without jumps. */
  isWhole: boolean;
  waypoints: { location: LatLng; pathIndex: number }[];
  legs: { path: string; distance: number; duration: number }[];
  /** A bounded number of its points. */
  sketch: LatLng[];
}

export type TrackOrRefusal = { track: Track } | { refused: string };

/** Reads the first line of a GPX, KML or GeoJSON file. Bad input never throws. */
export async function readTrack(file: Readable): Promise<TrackOrRefusal> {
  let refused = '';
  let looked = 0;
  for await (const item of readFeatures(file)) {
    const normalized = 'feature' in item ? normalizeFeature(titled(item.feature), PARTS_MAX) : item;
    if ('drive' in normalized) return { track: trackOf(normalized.drive) };
    refused ||= normalized.refused;
    looked += 1;
    if (looked >= FEATURES_MAX) break;
  }
  return { refused };
}

function trackOf({ path, distanceMeters, durationSeconds }: NormalizedDrive): Track {
  const waypoints = chooseWaypoints(path).map((pathIndex) => ({ label: '', location: path[pathIndex]!, pathIndex }));
  const { legs } = directionsOf({ path, waypoints, distanceMeters, durationSeconds, source: 'track' });
  return {
    path: encodePolyline(path),
    isWhole: partsOf(path).length === 1,
    waypoints: waypoints.map(({ location, pathIndex }) => ({ location, pathIndex })),
    legs: legs.map(({ path: line, distance, duration }) => ({ path: line, distance, duration })),
    sketch: sketchOf(path),
  };
}

/** Thins each part by itself: the ways between parts are not driven. */
function sketchOf(path: readonly LatLng[]): LatLng[] {
  const step = Math.ceil(path.length / SKETCH_POINTS_MAX);
  const isKept = (index: number, { length }: readonly LatLng[]) => index % step === 0 || index === length - 1;
  return joinParts(partsOf(path).map((part) => part.filter((_, index) => isKept(index, part))));
}

/** A device names no track, and a route needs no title. */
function titled(feature: RawFeature): RawFeature {
  return { ...feature, properties: { title: 'Route' } };
}
