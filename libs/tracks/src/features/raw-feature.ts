import { MERGE_MAX_PARTS } from '@switchback/geo/merge-lines';

/** A feature of a file in GeoJSON's terms, whatever the format; not yet validated. */
export interface RawFeature {
  id: unknown;
  properties: Record<string, unknown>;
  /** A GeoJSON geometry, or any other value in its place. */
  geometry: unknown;
  /** Name of the file or folder that contains it; '' or absent if that has none. */
  fileTitle?: string;
  /** Named places of the same file. */
  places?: readonly NamedPlace[];
  /** Absent for formats that do not distinguish a recorded track from a planned route. */
  kind?: 'track' | 'route';
  /**
   * Time in motion from time stamps, for each line of a MultiLineString; null for a line without. Absent if the format
   * has no times.
   */
  recordedSeconds?: (number | null)[];
  /** Number of fixes left out as a receiver's jumps; absent for none. */
  jumps?: number;
  /** First and last time stamp of a recording, in milliseconds; absent without time stamps. */
  recordedMs?: { start: number; end: number };
}

/** A named place in a file next to its lines. */
export interface NamedPlace {
  name: string;
  lat: number;
  lng: number;
  /** Marked as not being a stop, wherever it is. */
  isInterest?: boolean;
}

/** A feature or a refusal; `line` is its first line in the file, counted from 1. */
export type FeatureOrRefusal = { line: number; feature: RawFeature } | { line: number; refused: string };

/** An item of a file, in file order. */
export type FileItem =
  | FeatureOrRefusal
  /** A correction or omission, as a sentence for the person who provides the file. */
  | { line: number; note: string }
  /** A part of the file that was not read, as a sentence that names it. */
  | { line: number; leftOut: string }
  | { line: number; place: NamedPlace };

/** A link of a file to another one, by a relative or absolute URL. */
export interface FileLink {
  name: string;
  href: string;
}

/** An item as the reader of one format yields it. */
export type ReaderItem = FileItem | { line: number; link: FileLink };

export const IMPORT_LIMITS = {
  pointsMax: 200_000,
  /** Characters of one feature: 200,000 points, indented and with elevation, need about 24 million. */
  featureCharsMax: 32_000_000,
  partsMax: MERGE_MAX_PARTS,
  titleMax: 200,
  descriptionMax: 5_000,
  keyMax: 200,
  tagsMax: 50,
  statesMax: 60,
  overviewPointsMax: 200,
  /** Ten days of driving: anything longer was not one drive. */
  durationSecondsMax: 864_000,
} as const;

export const TOO_MANY_POINTS = `It has more than ${IMPORT_LIMITS.pointsMax.toLocaleString('en-US')} points.`;
