import { MERGE_MAX_PARTS } from '@switchback/geo/merge-lines';

/** A feature as it stood in the file, in GeoJSON's terms whatever the format, not yet checked. */
export interface RawFeature {
  id: unknown;
  properties: Record<string, unknown>;
  /** A GeoJSON geometry, or whatever stood in its place. */
  geometry: unknown;
  /** Name of the file or folder that it lies in; '' or absent where that has none. */
  fileTitle?: string;
  /** That stand beside it in its file. */
  places?: readonly NamedPlace[];
  /** Absent for formats that do not tell a recorded track from a planned route. */
  kind?: 'track' | 'route';
  /** In motion, from time stamps, for each line of a MultiLineString; null where a line has none. Absent where the format knows none. */
  recordedSeconds?: (number | null)[];
}

/** A place with a name that stands in a file beside its lines. */
export interface NamedPlace {
  name: string;
  lat: number;
  lng: number;
  /** Said to be no stop, wherever it lies. */
  isInterest?: boolean;
}

/** A feature, or why there is none; `line` is where it starts in the file, counted from 1. */
export type FeatureOrRefusal = { line: number; feature: RawFeature } | { line: number; refused: string };

/** What a reader finds in a file, in the order of the file. */
export type FileItem =
  | FeatureOrRefusal
  /** What was mended or left out on the way, as a sentence for the person who brings the file. */
  | { line: number; note: string }
  | { line: number; place: NamedPlace };

export const IMPORT_LIMITS = {
  pointsMax: 200_000,
  /** Characters of one feature: 200,000 points, indented and with elevation, take about 24 million. */
  featureCharsMax: 32_000_000,
  partsMax: MERGE_MAX_PARTS,
  titleMax: 200,
  descriptionMax: 5_000,
  keyMax: 200,
  tagsMax: 50,
  statesMax: 60,
  overviewPointsMax: 200,
  /** Ten days at the wheel: what claims to take longer was not one drive. */
  durationSecondsMax: 864_000,
} as const;

export const TOO_MANY_POINTS = `It has more than ${IMPORT_LIMITS.pointsMax.toLocaleString('en-US')} points.`;
