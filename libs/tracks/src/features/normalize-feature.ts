import { createHash } from 'node:crypto';
import type { DurationSource } from '@switchback/contracts/rules/drives';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { boundsOfPath } from '@switchback/geo/bounds';
import type { Curviness } from '@switchback/geo/curviness';
import { degreesPerKm } from '@switchback/geo/heading-change';
import { lineCurviness, simplifyLine } from '@switchback/geo/lines';
import { type ElevatedPoint, splitElevations } from '@switchback/geo/elevation';
import type { Bounds, LatLng } from '@switchback/geo/location';
import { mergeLines } from '@switchback/geo/merge-lines';
import { joinParts, lineLengthMeters } from '@switchback/geo/parts';
import { plausibleElevations } from '@switchback/geo/plausible-elevations';
import { encodePolyline } from '@switchback/geo/polyline';
import type { LineWaypoint, PlacedWaypoint } from '../waypoints/place-on-line.js';
import { linesOf, Refusal } from './feature-geometry.js';
import { readProperties, type ClaimedProperties, type DriveTag } from './feature-properties.js';
import { placesOfLine } from './named-places.js';
import { IMPORT_LIMITS, type RawFeature } from './raw-feature.js';

/** A drive as read from a file, ready to be stored. Distances in meters, durations in whole seconds. */
export interface NormalizedDrive {
  /** The feature's own id, else derived from title and geometry; stable for the same feature. */
  key: string;
  title: string;
  /** Plain text; may be empty. */
  description: string;
  /**
   * The whole line, parts joined by `joinParts`, five decimals: `decodePolyline(encodePolyline(path))` is this path.
   */
  path: LatLng[];
  /** Elevations of the path, written by `encodeElevations`; '' if unknown. */
  elevation: string;
  distanceMeters: number;
  /** Null if the file has none: `lineContentOf` estimates it. */
  durationSeconds: number | null;
  durationSource: DurationSource;
  tags: DriveTag[];
  /** Postal codes given by the file, upper case; the regions of the geometry are computed elsewhere. */
  claimedStates: string[];
  bounds: Bounds;
  /** Simplified to at most 200 points, Google-encoded, precision 5. */
  overviewPath: string;
  curviness: Curviness;
  degreesPerKm: number;
  /** Label '' if the file does not name the waypoint. */
  waypoints: LineWaypoint[];
  pointsOfInterest: PlacedWaypoint[];
  /** Changes and omissions, as sentences for the person who imports. */
  notes: string[];
  /** SHA-256 (hex) of everything above except key and notes: equal hashes need no update. */
  contentHash: string;
}

export type Normalized = { drive: NormalizedDrive } | { refused: string };

/**
 * Converts a feature into a drive, or returns the reason (a sentence) why it cannot be one. Bad input never throws.
 * @param partsMax maximum parts of its line; joining takes longer the more there are.
 */
export function normalizeFeature(feature: RawFeature, partsMax: number = IMPORT_LIMITS.partsMax): Normalized {
  try {
    return { drive: normalize(feature, partsMax) };
  } catch (error) {
    if (error instanceof Refusal) {
      return { refused: error.message };
    }
    throw error;
  }
}

function normalize(feature: RawFeature, partsMax: number): NormalizedDrive {
  const claimed = readProperties(feature);
  const lines = withPlausibleHeights(linesOf(feature.geometry, partsMax, claimed.notes), claimed.notes);
  noteJumps(feature, claimed.notes);
  const { points, takenParts } = joinLines(lines, claimed.notes);
  const { path, elevation } = splitElevations(points);
  const distanceMeters = lineLengthMeters(path);
  if (distanceMeters < 0.01) {
    throw new Refusal('Its line has no length.');
  }
  if (distanceMeters > LIMITS.pathKilometersMax * 1_000) {
    throw new Refusal(`Its line is longer than ${LIMITS.pathKilometersMax.toLocaleString('en-US')} km.`);
  }
  const { waypoints, pointsOfInterest, notes } = placesOfLine(path, feature.places ?? []);
  claimed.notes.push(...notes);
  const content = {
    title: claimed.title,
    description: claimed.description,
    path,
    distanceMeters,
    ...durationOf(feature, claimed, takenParts, distanceMeters),
    tags: claimed.tags,
    claimedStates: claimed.claimedStates,
    bounds: boundsOfPath(path),
    overviewPath: encodePolyline(simplifyLine(path, IMPORT_LIMITS.overviewPointsMax)),
    curviness: lineCurviness(path),
    degreesPerKm: degreesPerKm(path),
  };
  const encodedPath = encodePolyline(path);
  const isNamed = pointsOfInterest.length > 0 || waypoints.some(({ label }) => label !== '');
  const named = isNamed ? { waypoints, pointsOfInterest } : {};
  return {
    ...content,
    elevation,
    waypoints,
    pointsOfInterest,
    key: claimed.key ?? `content-${sha256(JSON.stringify([claimed.title, encodedPath])).slice(0, 32)}`,
    notes: claimed.notes,
    contentHash: sha256(JSON.stringify({ ...content, path: encodedPath, ...(elevation && { elevation }), ...named })),
  };
}

function withPlausibleHeights(lines: ElevatedPoint[][], notes: string[]): ElevatedPoint[][] {
  const cleaned = lines.map(plausibleElevations);
  const leftOut = cleaned.reduce((sum, line) => sum + line.leftOut, 0);
  if (leftOut === 1) notes.push('One height that no road has was left out.');
  if (leftOut > 1) notes.push(`${leftOut.toLocaleString('en-US')} heights that no road has were left out.`);
  return cleaned.map(({ points }) => points);
}

function noteJumps({ jumps = 0 }: RawFeature, notes: string[]): void {
  if (jumps === 1) notes.push('One point faster than 120 mph was left out.');
  if (jumps > 1) notes.push(`${jumps.toLocaleString('en-US')} points faster than 120 mph were left out.`);
}

function joinLines(lines: ElevatedPoint[][], notes: string[]): { points: ElevatedPoint[]; takenParts: number[] } {
  if (!lines.some((line) => line.length >= 2)) {
    throw new Refusal('Its line has fewer than two different points.');
  }
  const { lines: parts, leftOutParts, takenParts } = mergeLines(lines);
  const usableParts = takenParts.length + leftOutParts;
  if (parts.length > 1) {
    notes.push(`Its ${usableParts} parts do not all meet: it is a drive in ${parts.length} parts.`);
  }
  if (leftOutParts > 0) {
    notes.push(`A drive has ${parts.length} parts at most: the longest were taken, ${leftOutParts} lines left out.`);
  }
  if (usableParts < lines.length) {
    notes.push(`${lines.length - usableParts} of its parts had fewer than two different points.`);
  }
  return { points: joinParts(parts), takenParts };
}

/** Maximum plausible speed of a car; time stamps that exceed it are wrong. */
const RECORDED_METERS_PER_SECOND_MAX = 100;

function durationOf(
  feature: RawFeature,
  claimed: ClaimedProperties,
  takenParts: number[],
  distanceMeters: number,
): Pick<NormalizedDrive, 'durationSeconds' | 'durationSource'> {
  if (claimed.durationSeconds !== null) {
    return { durationSeconds: claimed.durationSeconds, durationSource: 'given' };
  }
  const recorded = takenParts.map((part) => feature.recordedSeconds?.[part] ?? null);
  const recordedSeconds = Math.round(recorded.reduce<number>((sum, seconds) => sum + (seconds ?? NaN), 0));
  if (recordedSeconds > 0) {
    const plausible =
      recordedSeconds <= IMPORT_LIMITS.durationSecondsMax &&
      distanceMeters / recordedSeconds <= RECORDED_METERS_PER_SECOND_MAX;
    if (plausible) {
      return { durationSeconds: recordedSeconds, durationSource: 'recorded' };
    }
    claimed.notes.push('Its time stamps cannot be those of a drive: the duration was estimated.');
  }
  return { durationSeconds: null, durationSource: 'estimated' };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
