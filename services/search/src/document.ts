import { type DriveSummary, SUMMARY_FIELDS } from '@switchback/contracts/resources/drive';
import { linesWithin } from '@switchback/geo/lines';
import type { Bounds, LatLng } from '@switchback/geo/location';
import { decodePolyline, encodePolyline } from '@switchback/geo/polyline';

import { audienceIn } from '@switchback/platform/wire/audience';
import { photoOf, toSummary } from '@switchback/platform/wire/drive-summary';
import type { DriveActivity, DriveEvent, DriveSaved } from '@switchback/proto/drives/v1/events';
import type { IndexChange } from './index/search-index.js';
import { hashOf } from './summary.js';
import { nameWords } from './known-roads.js';
import { roadTerms } from './road-numbers.js';
import { indexWords, titleKey } from './words.js';

/** Maximum zoom and simplification tolerance of each band's line: about a pixel (of 256 per tile) at that zoom. */
export const LINE_BANDS = [
  { zoomBelow: 6, toleranceMeters: 2_000 },
  { zoomBelow: 8, toleranceMeters: 500 },
  { zoomBelow: 10, toleranceMeters: 120 },
  { zoomBelow: 12, toleranceMeters: 30 },
  { zoomBelow: Infinity, toleranceMeters: 5 },
] as const;

/** Band of the line that distances are measured to: closer than the tenth of a mile that is displayed. */
export const MEASURED_BAND = LINE_BANDS.findIndex(({ toleranceMeters }) => toleranceMeters <= 30);

/** Everything an index needs to find a drive and show it in a list without a request to another service. */
export interface DriveDocument {
  /** The contract's summary as JSON, and its hash. */
  summary: string;
  hash: string;
  /** The drive's audience. */
  isPublic: boolean;
  viewers: string[];
  /** '' for none. */
  ownerId: string;
  title: string;
  titleKey: string;
  /** Words of the title, and other names and numbers of its road. */
  titleWords: string[];
  /** The same, and words of addresses, tags and place names. */
  placeWords: string[];
  /** The same, and words and road numbers of the description. */
  words: string[];
  /** category:name */
  tags: string[];
  countryIds: number[];
  stateIds: number[];
  values: DriveValues;
  start: LatLng;
  bounds: Bounds;
  /** The full geometry, which decides whether the route crosses a box. */
  path: LatLng[];
  /** Whether the lines leave the road between their points. */
  approximate: boolean;
  /** Polylines, one for each of {@link LINE_BANDS}. */
  lines: string[];
}

/** Numbers to filter and sort by, null if the drive has none; every index has a column for each. */
const VALUES = {
  distance: ({ distance }) => distance,
  duration: ({ duration }) => duration,
  starRating: ({ starRating }) => starRating,
  intensityRating: ({ intensityRating }) => intensityRating,
  roadQualityRating: ({ roadQualityRating }) => roadQualityRating,
  trafficRating: ({ trafficRating }) => trafficRating,
  curviness: ({ curviness }) => curviness.degreesPerKm,
  gain: ({ gain }) => gain,
  reviewCount: ({ reviewCount }) => reviewCount,
  popularity: (_, popularity) => popularity,
  tagCount: ({ tags }) => tags.length,
  createdAtMs: ({ created }) => Date.parse(created.at),
  importance: importanceOf,
} satisfies Record<string, (drive: DriveSummary, popularity: number) => number | null>;

export type DriveValues = { [Name in keyof typeof VALUES]: ReturnType<(typeof VALUES)[Name]> };
export const VALUE_NAMES = Object.keys(VALUES) as (keyof DriveValues)[];

/** Returns the name of a document's field in an index. */
export function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A power of two, so that a sum with an integer is exact: see `index/match-order.ts`. */
const IMPORTANCE_STEPS = 2 ** 20;

/**
 * Versions of fields that keep their name; increase one when its values change: words that an older release did not
 * index, another form of tags, another measure of curviness.
 */
const VERSIONS = ['words:3', 'tags:2', 'curviness:2'];

/** Returns the names of all indexed fields: an index that lacks one was built by an older release. */
export function documentFields(retained: readonly string[]): string[] {
  return [...retained, ...VERSIONS, ...SUMMARY_FIELDS.map((name) => `summary.${name}`)];
}

/**
 * Converts an event into a change of the index.
 * @throws Error if the state is incomplete: such an event is set aside, not applied in part.
 */
export function changeOf(event: DriveEvent): IndexChange {
  const { id, rev: version } = event;
  if (event.saved) return { id, version, document: documentOf(event.saved) };
  if (event.deleted) return { id, version, document: null };
  throw new TypeError(`The event of drive ${id} contains neither saved nor deleted.`);
}

function documentOf(saved: DriveSaved): DriveDocument {
  if (!saved.summary) throw new TypeError('A saved drive must have a summary.');
  const drive = toSummary(saved.summary);
  const path = decodePolyline(saved.path);
  if (path.length === 0) throw new TypeError(`Drive ${drive.id} has no route.`);
  const summary = JSON.stringify(drive);
  return {
    summary,
    hash: hashOf(summary),
    ...audienceIn(saved),
    ownerId: saved.ownerId,
    title: drive.title,
    titleKey: titleKey(drive.title),
    ...wordsOf(drive),
    tags: drive.tags.map(({ category, name }) => `${category}:${name}`),
    countryIds: [...new Set(drive.countries.map(({ country }) => country.id))],
    stateIds: [...new Set(drive.statesOrProvinces.map(({ id }) => id))],
    values: valuesOf(drive, saved.popularity),
    start: drive.startLocation,
    bounds: drive.bounds,
    path,
    approximate: drive.approximate,
    lines: linesOf(path),
  };
}

/** The parts of a document that a drive's activity changes. */
export type ActivityPart = Pick<DriveDocument, 'summary' | 'hash' | 'values'>;

/**
 * Applies a drive's activity to the stored summary.
 * @returns null if the summary is of another content: then the activity is not all that the document lacks.
 */
export function withActivity(encodedSummary: string, activity: DriveActivity): ActivityPart | null {
  const stored = JSON.parse(encodedSummary) as DriveSummary;
  if (stored._rev !== activity.contentRev) return null;
  const drive: DriveSummary = {
    ...stored,
    starRating: activity.starRating ?? null,
    intensityRating: activity.intensityRating ?? null,
    roadQualityRating: activity.roadQualityRating ?? null,
    trafficRating: activity.trafficRating ?? null,
    reviewCount: activity.reviewCount,
    starReviewCount: activity.starReviewCount ?? activity.reviewCount,
    photos: activity.photos.map(photoOf),
  };
  const summary = JSON.stringify(drive);
  return { summary, hash: hashOf(summary), values: valuesOf(drive, activity.popularity) };
}

function wordsOf(drive: DriveSummary): Pick<DriveDocument, 'titleWords' | 'placeWords' | 'words'> {
  const states = drive.statesOrProvinces.map(({ name }) => name);
  const places = drive.countries.flatMap((each) => [each.country.name, ...each.states.map(({ name }) => name)]);
  const tags = drive.tags.map(({ name }) => name);
  const titleWords = nameWords(drive.title, states);
  const placeTexts = [drive.startAddress, drive.endAddress, ...tags, ...places];
  const placeWords = [...new Set([...titleWords, ...indexWords(placeTexts)])];
  const described = [...roadTerms(drive.description, states), ...indexWords([drive.description])];
  return { titleWords, placeWords, words: [...new Set([...placeWords, ...described])] };
}

function valuesOf(drive: DriveSummary, popularity: number): DriveValues {
  return Object.fromEntries(VALUE_NAMES.map((name) => [name, VALUES[name](drive, popularity)])) as DriveValues;
}

/**
 * Returns a line's priority on a crowded map: mostly its length; stars and popularity raise a drive by up to one class
 * each.
 */
function importanceOf(drive: DriveSummary, popularity: number): number {
  const importance = Math.log10(1 + drive.distance) + (drive.starRating ?? 0) / 5 + Math.log10(1 + popularity) / 3;
  return Math.round(importance * IMPORTANCE_STEPS) / IMPORTANCE_STEPS;
}

function linesOf(path: readonly LatLng[]): string[] {
  const tolerances = LINE_BANDS.map(({ toleranceMeters }) => toleranceMeters);
  return linesWithin(path, tolerances).map(encodePolyline);
}
