import { type DriveSummary, SUMMARY_FIELDS } from '@switchback/contracts/resources/drive';
import { linesWithin } from '@switchback/geo/lines';
import type { Bounds, LatLng } from '@switchback/geo/location';
import { decodePolyline, encodePolyline } from '@switchback/geo/polyline';

import { audienceIn } from '@switchback/platform/wire/audience';
import { toSummary } from '@switchback/platform/wire/drive-summary';
import type { DriveEvent, DriveSaved } from '@switchback/proto/drives/v1/events';
import type { IndexChange } from './index/search-index.js';
import { hashOf } from './summary.js';
import { indexWords, titleKey } from './words.js';

/** Up to which zoom a band's line is drawn, and by how much it may stray: about a pixel (of 256 to the tile) there. */
export const LINE_BANDS = [
  { zoomBelow: 6, toleranceMeters: 2_000 },
  { zoomBelow: 8, toleranceMeters: 500 },
  { zoomBelow: 10, toleranceMeters: 120 },
  { zoomBelow: 12, toleranceMeters: 30 },
  { zoomBelow: Infinity, toleranceMeters: 5 },
] as const;

/** Everything an index needs to find a drive and to show it in a list, without asking anybody. */
export interface DriveDocument {
  /** The contract's summary as JSON, and its hash. */
  summary: string;
  hash: string;
  /** Its audience. */
  isPublic: boolean;
  viewers: string[];
  /** '' for none. */
  ownerId: string;
  title: string;
  titleKey: string;
  titleWords: string[];
  /** Of title, description, addresses, tags and place names. */
  words: string[];
  /** category:name */
  tags: string[];
  countryIds: number[];
  stateIds: number[];
  values: DriveValues;
  start: LatLng;
  bounds: Bounds;
  /** The full geometry: what decides whether the route passes through a box. */
  path: LatLng[];
  /** Polylines, one for each of {@link LINE_BANDS}. */
  lines: string[];
}

/** What is filtered and sorted by, each a number or null where the drive has none; every index has a column for each. */
const VALUES = {
  distance: ({ distance }) => distance,
  duration: ({ duration }) => duration,
  starRating: ({ starRating }) => starRating,
  intensityRating: ({ intensityRating }) => intensityRating,
  roadQualityRating: ({ roadQualityRating }) => roadQualityRating,
  trafficRating: ({ trafficRating }) => trafficRating,
  curviness: ({ curviness }) => curviness.value,
  reviewCount: ({ reviewCount }) => reviewCount,
  popularity: (_, popularity) => popularity,
  tagCount: ({ tags }) => tags.length,
  createdAtMs: ({ created }) => Date.parse(created.at),
  importance: importanceOf,
} satisfies Record<string, (drive: DriveSummary, popularity: number) => number | null>;

export type DriveValues = { [Name in keyof typeof VALUES]: ReturnType<(typeof VALUES)[Name]> };
export const VALUE_NAMES = Object.keys(VALUES) as (keyof DriveValues)[];

/** What a field of the document is called in an index. */
export function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** How words are cut: goes up when words are found that an older release did not index. */
const WORDS = 'words:2';

/** The names of all that an index keeps: an index that lacks one was made by an older release. */
export function documentFields(kept: readonly string[]): string[] {
  return [...kept, WORDS, ...SUMMARY_FIELDS.map((name) => `summary.${name}`)];
}

/**
 * What an event means to the index.
 * @throws Error when the state is not whole: such an event is set aside, not applied in part.
 */
export function changeOf(event: DriveEvent): IndexChange {
  const { id, rev: version } = event;
  if (event.saved) return { id, version, document: documentOf(event.saved) };
  if (event.deleted) return { id, version, document: null };
  throw new TypeError(`The event of drive ${id} says neither saved nor deleted.`);
}

function documentOf(saved: DriveSaved): DriveDocument {
  if (!saved.summary) throw new TypeError('A saved drive has a summary.');
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
    titleWords: indexWords([drive.title]),
    words: indexWords(textsOf(drive)),
    tags: drive.tags.map(({ category, name }) => `${category}:${name}`),
    countryIds: [...new Set(drive.countries.map(({ country }) => country.id))],
    stateIds: [...new Set(drive.statesOrProvinces.map(({ id }) => id))],
    values: valuesOf(drive, saved.popularity),
    start: drive.startLocation,
    bounds: drive.bounds,
    path,
    lines: linesOf(path),
  };
}

function textsOf(drive: DriveSummary): string[] {
  const places = drive.countries.flatMap(({ country, states }) => [country.name, ...states.map(({ name }) => name)]);
  const tags = drive.tags.map(({ name }) => name);
  return [drive.title, drive.description, drive.startAddress, drive.endAddress, ...tags, ...places];
}

function valuesOf(drive: DriveSummary, popularity: number): DriveValues {
  return Object.fromEntries(VALUE_NAMES.map((name) => [name, VALUES[name](drive, popularity)])) as DriveValues;
}

/** Which lines a crowded map shows first: the long ones carry it, stars and a following lift a drive by up to a class each. */
function importanceOf(drive: DriveSummary, popularity: number): number {
  return Math.log10(1 + drive.distance) + (drive.starRating ?? 0) / 5 + Math.log10(1 + popularity) / 3;
}

function linesOf(path: readonly LatLng[]): string[] {
  const tolerances = LINE_BANDS.map(({ toleranceMeters }) => toleranceMeters);
  return linesWithin(path, tolerances).map(encodePolyline);
}
