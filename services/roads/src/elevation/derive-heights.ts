import type { ElevationSource } from '@switchback/contracts/rules/drives';
import { type ElevatedPoint, encodeElevations, withElevations } from '@switchback/geo/elevation';
import { type ElevationProfile, elevationProfile } from '@switchback/geo/elevation-profile';
import { plausibleElevations } from '@switchback/geo/plausible-elevations';
import { decodePolyline } from '@switchback/geo/polyline';
import type { Elevation } from '@switchback/proto/drives/v1/drive';
import { fineLine } from './fine-line.js';
import type { SrtmTiles } from './srtm-tiles.js';

/** A line as stored, with the facts that decide which of its heights count. */
export interface HeightsInput {
  /** Google-encoded, precision 5. */
  path: string;
  /** Heights that its source gave; '' if none. */
  elevation: string;
  /** The router that made the line; null for a track and for straight legs. */
  directionsSource: string | null;
  /** It leaves the road between its points, so that only recorded heights are those of the drive. */
  approximate: boolean;
}

/** The heights of a line as they are stored. */
export interface DerivedHeights {
  elevation: string;
  /** Null if no source knows them. */
  profile: Elevation | null;
  /** False if tiles that are missing would add heights. */
  isComplete: boolean;
}

/** Points whose heights are compared with those of the tiles. */
const COMPARED_POINTS = 20;
/** Heights are stored in decimeters. */
const SAME_METERS = 0.051;

/**
 * Returns the heights of a line from the best source that knows all but short gaps: recorded with the track, else the
 * tiles, else the router; else, with gaps, from the tiles or the track.
 * @param tiles null if there are none.
 * @returns profile null if no source knows them.
 */
export async function deriveHeights(input: HeightsInput, tiles: SrtmTiles | null): Promise<DerivedHeights> {
  const { path, elevation, directionsSource, approximate } = input;
  const given = withElevations(decodePolyline(path), elevation);
  const readable = approximate ? null : tiles;
  const isRecorded = elevation !== '' && directionsSource === null;
  const isFromTiles = isRecorded && readable !== null && (await areFromTiles(given, readable));
  const line = isRecorded && !isFromTiles ? plausibleElevations(given).points : given;
  const own = elevation === '' ? null : elevationProfile(line);
  const isTrack = isRecorded && !isFromTiles && own !== null;
  const risen = readable && !isTrack ? await riseFrom(readable, line) : null;
  const isComplete = risen?.isComplete ?? true;
  const kept = { elevation: encodeElevations(line), isComplete };
  const source = directionsSource === null ? 'track' : 'router';
  if (own && !risen?.isWhole) return { ...kept, profile: toElevation(source, own) };
  if (risen?.found) return { ...kept, elevation: risen.elevation, profile: toElevation('srtm', risen.found) };
  const partial = isRecorded ? elevationProfile(line, { mayHaveGaps: true }) : null;
  return { ...kept, profile: partial && toElevation('track', partial) };
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

/** Heights of a line from the tiles. */
interface Rise extends Pick<DerivedHeights, 'elevation' | 'isComplete'> {
  /** Null if the tiles cover too little of the line. */
  found: ElevationProfile | null;
  /** Without long gaps. */
  isWhole: boolean;
}

async function riseFrom(tiles: SrtmTiles, line: readonly ElevatedPoint[]): Promise<Rise> {
  const { points, indexes } = fineLine(line);
  const heights = await tiles.heightsAt(points);
  const risen = points.map((point, index) => ({ ...point, elevation: heights[index] }));
  const whole = elevationProfile(risen);
  const found = whole ?? elevationProfile(risen, { mayHaveGaps: true });
  const elevation = encodeElevations(indexes.map((index) => risen[index]!));
  return { elevation, found, isWhole: whole !== null, isComplete: await tiles.haveAll(points) };
}

function toElevation(
  source: ElevationSource,
  { gainMeters, lossMeters, highestMeters, steepest, profile }: ElevationProfile,
): Elevation {
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
