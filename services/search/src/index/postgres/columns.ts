import type { LatLng } from '@switchback/geo/location';
import { BinaryRows } from '@switchback/platform/db/binary-rows';
import type { CopyValue } from '@switchback/platform/db/copy-in';
import { LINE_BANDS, type DriveDocument, type DriveValues } from '../../document.js';
import { extentOf, type Piece, piecesOf, spherePoint } from '../geometry.js';
import { cellsOfRoute } from './route-cells.js';

export interface Column<Row> {
  name: string;
  /** As declared, with what constrains it. */
  declared: string;
  /** As the statement that inserts takes it, one array of these for each column; text is read as the column's type. */
  sent: 'text' | 'float8' | 'bool' | 'int8';
  value: (row: Row) => CopyValue;
}

export interface Entry {
  id: string;
  /** Small, and never given to another drive of the same index. */
  number: number;
  document: DriveDocument;
}

interface Part extends Piece {
  id: string;
}

const ID = 'text collate "C" not null';

function number(name: string, key: keyof DriveValues): Column<Entry> {
  return { name, declared: 'float8', sent: 'float8', value: ({ document }) => document.values[key] };
}

/** Whether a drive was ever there, and at which version; of a deleted one nothing else is left. */
export const VERSION_COLUMNS: readonly Column<{ id: string; version: number; number: number; isDeleted: boolean }>[] = [
  { name: 'id', declared: ID, sent: 'text', value: ({ id }) => id },
  { name: 'version', declared: 'bigint not null', sent: 'int8', value: ({ version }) => version },
  { name: 'is_deleted', declared: 'bool not null', sent: 'bool', value: ({ isDeleted }) => isDeleted },
  { name: 'number', declared: 'int not null', sent: 'int8', value: ({ number }) => number },
];

/** What is filtered and sorted by: rows are kept narrow, since a wide box reads many. */
export const DRIVE_COLUMNS: readonly Column<Entry>[] = [
  { name: 'id', declared: ID, sent: 'text', value: ({ id }) => id },
  { name: 'is_public', declared: 'bool not null', sent: 'bool', value: ({ document }) => document.isPublic },
  { name: 'owner_id', declared: 'text not null', sent: 'text', value: ({ document }) => document.ownerId },
  textArray('shared_with', 'text[]', (document) => document.sharedWith),
  {
    name: 'box',
    declared: 'box not null',
    sent: 'text',
    value: ({ document }) => boxOf(document.path),
  },
  {
    name: 'start',
    declared: 'point not null',
    sent: 'text',
    value: ({ document }) => pointText(document.path[0]!),
  },
  {
    name: 'sphere',
    declared: 'cube not null',
    sent: 'text',
    value: ({ document }) => sphereText(document.start),
  },
  textArray('cells', 'int[]', (document) => cellsOfRoute(document.path)),
  textArray('tags', 'text[]', (document) => document.tags),
  textArray('country_ids', 'int[]', (document) => document.countryIds),
  textArray('state_ids', 'int[]', (document) => document.stateIds),
  number('distance', 'distance'),
  number('duration', 'duration'),
  number('star_rating', 'starRating'),
  number('intensity_rating', 'intensityRating'),
  number('road_quality_rating', 'roadQualityRating'),
  number('traffic_rating', 'trafficRating'),
  number('curviness', 'curviness'),
  number('review_count', 'reviewCount'),
  number('popularity', 'popularity'),
  number('tag_count', 'tagCount'),
  number('created_at_ms', 'createdAtMs'),
  number('importance', 'importance'),
];

/** What a drive is found by when somebody types. */
export const TEXT_COLUMNS: readonly Column<Entry>[] = [
  { name: 'id', declared: ID, sent: 'text', value: ({ id }) => id },
  { name: 'number', declared: 'int not null', sent: 'int8', value: ({ number }) => number },
  { name: 'is_public', declared: 'bool not null', sent: 'bool', value: ({ document }) => document.isPublic },
  {
    name: 'title_key',
    declared: 'text collate "C" not null',
    sent: 'text',
    value: ({ document }) => document.titleKey,
  },
  wordArray('title_words', (document) => document.titleWords),
  wordArray('words', (document) => document.words),
];

/** What is answered. */
export const CARD_COLUMNS: readonly Column<Entry>[] = [
  { name: 'id', declared: ID, sent: 'text', value: ({ id }) => id },
  { name: 'hash', declared: 'text collate "C" not null', sent: 'text', value: ({ document }) => document.hash },
  { name: 'title', declared: 'text not null', sent: 'text', value: ({ document }) => document.title },
  { name: 'summary', declared: 'text not null', sent: 'text', value: ({ document }) => document.summary },
  ...LINE_BANDS.map((_, band): Column<Entry> => ({
    name: `line_${band}`,
    declared: 'text not null',
    sent: 'text',
    value: ({ document }) => document.lines[band]!,
  })),
];

/** The full geometry in pieces, which decides at the border of a box. */
export const PART_COLUMNS: readonly Column<Part>[] = [
  { name: 'id', declared: ID, sent: 'text', value: ({ id }) => id },
  {
    name: 'box',
    declared: 'box not null',
    sent: 'text',
    value: ({ west, south, east, north }) => boxText(west, south, east, north),
  },
  {
    name: 'path',
    declared: 'path not null',
    sent: 'text',
    value: ({ lats, lngs }) => `[${lats.map((lat, index) => `(${lngs[index]},${lat})`).join(',')}]`,
  },
];

/** {@link PART_COLUMNS} of parts for a binary COPY: they are most of what a rebuild sends, and nearly all of it numbers. */
export function binaryParts(parts: readonly Part[]): Buffer {
  const rows = new BinaryRows();
  for (const part of parts) {
    rows.row(PART_COLUMNS.length);
    rows.text(part.id);
    rows.box(part);
    rows.path(part.lngs, part.lats);
  }
  return rows.finish();
}

/** The rows of a route: see {@link piecesOf}. */
export function partsOf({ id, document }: Entry): Part[] {
  return piecesOf(document.path).map((piece) => ({ ...piece, id }));
}

export function boxText(west: number, south: number, east: number, north: number): string {
  return `(${east},${north}),(${west},${south})`;
}

/**
 * A point of the unit sphere: the straight distance between two of them (the chord) grows with the great circle's, which
 * lets an index hand out starts nearest first anywhere on the globe.
 */
export function sphereText(location: LatLng): string {
  return `(${spherePoint(location).join(',')})`;
}

function boxOf(path: readonly LatLng[]): string {
  const { west, south, east, north } = extentOf(path);
  return boxText(west, south, east, north);
}

function pointText({ lat, lng }: LatLng): string {
  return `(${lng},${lat})`;
}

function textArray(
  name: string,
  type: string,
  pick: (document: DriveDocument) => readonly (string | number)[],
): Column<Entry> {
  return {
    name,
    declared: `${type} not null`,
    sent: 'text',
    value: ({ document }) => arrayText(pick(document)),
  };
}

function wordArray(name: string, pick: (document: DriveDocument) => readonly string[]): Column<Entry> {
  return {
    name,
    declared: 'tsvector not null',
    sent: 'text',
    value: ({ document }) =>
      pick(document)
        .map((word) => `'${word}'`)
        .join(' '),
  };
}

function arrayText(items: readonly (string | number)[]): string {
  return `{${items.map((item) => (typeof item === 'number' ? item : `"${item.replace(/["\\]/g, '\\$&')}"`)).join(',')}}`;
}
