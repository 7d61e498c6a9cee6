import type { ElevationSource } from '@switchback/contracts/rules/drives';
import { type ElevatedPoint, encodeElevations, withElevations } from '@switchback/geo/elevation';
import { type ElevationProfile, elevationProfile } from '@switchback/geo/elevation-profile';
import { decodePolyline } from '@switchback/geo/polyline';
import type { DriveRoute } from '../drive.entity.js';
import { fineLine } from './fine-line.js';
import type { SrtmTiles } from './srtm-tiles.js';

/** A line as stored, with the facts that decide which of its heights count. */
export interface HeightsInput extends Pick<DriveRoute, 'path' | 'elevation'> {
  /** The router that made the line; null for a track and for straight legs. */
  directionsSource: string | null;
  /** It leaves the road between its points, so that only recorded heights are those of the drive. */
  approximate: boolean;
}

/** The stored heights of a line. */
export type DerivedHeights = Pick<DriveRoute, 'elevation' | 'profile'>;

/** Points whose heights are compared with those of the tiles. */
const COMPARED_POINTS = 20;
/** Heights are stored in decimeters. */
const SAME_METERS = 0.051;

/**
 * Returns the heights of a line from the best source that knows all but short gaps: recorded with the track, else the
 * tiles, else the router.
 * @param tiles null if there are none.
 * @returns profile null if no source knows them.
 */
export async function deriveHeights(input: HeightsInput, tiles: SrtmTiles | null): Promise<DerivedHeights> {
  const { path, elevation, directionsSource, approximate } = input;
  const line = withElevations(decodePolyline(path), elevation);
  const own = elevation === '' ? null : elevationProfile(line);
  const readable = approximate ? null : tiles;
  const isRecorded = own !== null && directionsSource === null;
  const mayBeTrack = isRecorded && !(readable && (await areFromTiles(line, readable)));
  const risen = readable && !mayBeTrack ? await riseFrom(readable, line) : null;
  if (risen) return risen;
  if (!own) return { elevation, profile: null };
  return { elevation, profile: toElevation(directionsSource === null ? 'track' : 'router', own) };
}

/**
 * Returns whether the tiles gave a line its heights, which come back as a track's own when the drive is edited or its
 * download is imported.
 */
async function areFromTiles(line: readonly ElevatedPoint[], tiles: SrtmTiles): Promise<boolean> {
  const step = Math.ceil(line.length / COMPARED_POINTS);
  const compared = line.filter((_, index) => index % step === 0);
  const heights = await tiles.heightsAt(compared);
  return compared.every(({ elevation }, index) => Math.abs((elevation ?? NaN) - (heights[index] ?? NaN)) < SAME_METERS);
}

/** @returns null if the tiles do not cover the line. */
async function riseFrom(tiles: SrtmTiles, line: readonly ElevatedPoint[]): Promise<DerivedHeights | null> {
  const { points, indexes } = fineLine(line);
  const heights = await tiles.heightsAt(points);
  const found = elevationProfile(points.map((point, index) => ({ ...point, elevation: heights[index] })));
  if (!found) return null;
  const own = indexes.map((index) => ({ ...points[index]!, elevation: heights[index] }));
  return { elevation: encodeElevations(own), profile: toElevation('srtm', found) };
}

function toElevation(
  source: ElevationSource,
  { gainMeters, lossMeters, highestMeters, steepest, profile }: ElevationProfile,
): NonNullable<DriveRoute['profile']> {
  return {
    source,
    gain: gainMeters,
    loss: lossMeters,
    highest: highestMeters,
    steepest: steepest ? { from: steepest.fromMeters, percent: steepest.percent } : undefined,
    profileMeters: profile.map(([meters]) => meters),
    profileHeights: profile.map(([, height]) => height),
  };
}
