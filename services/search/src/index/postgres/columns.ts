import { type SphereBox, sphereBoxOf } from '@switchback/geo/line-distance';
import type { LatLng } from '@switchback/geo/location';
import { decodePolyline } from '@switchback/geo/polyline';
import { spherePoint } from '@switchback/geo/sphere';
import type { BinaryRows } from '@switchback/platform/db/binary-rows';
import {
  columnOf,
  type DriveDocument,
  type DriveValues,
  LINE_BANDS,
  MEASURED_BAND,
  VALUE_NAMES,
} from '../../document.js';
import { extentOf, type Piece, piecesOf } from '../geometry.js';
import { cellsOfPieces } from './route-cells.js';

export interface Column<Row> {
  name: string;
  /** Declared type with its constraints. */
  declared: string;
  write: (rows: BinaryRows, row: Row) => void;
}

export interface Entry {
  id: string;
  /** Small, and never reused for another drive of the same index. */
  number: number;
  document: DriveDocument;
  /** Pieces of its path. */
  pieces: readonly Piece[];
  /** Box around the start and the line that distances are measured to. */
  reach: SphereBox;
  /** End of that line. */
  finish: LatLng;
}

interface Part extends Piece {
  number: number;
}

interface Version {
  id: string;
  version: number;
  number: number;
  isDeleted: boolean;
}

const ID: Column<{ id: string }> = {
  name: 'id',
  declared: 'text collate "C" not null',
  write: (rows, { id }) => rows.text(id),
};

/** Number of the drive, where frequent lookups make the id too long. */
const NUMBER: Column<{ number: number }> = {
  name: 'number',
  declared: 'int not null',
  write: (rows, { number }) => rows.int4(number),
};

/** Version of every drive ever stored; the tombstone of a deleted one. */
export const VERSION_COLUMNS: readonly Column<Version>[] = [
  ID,
  { name: 'version', declared: 'bigint not null', write: (rows, { version }) => rows.int8(version) },
  { name: 'is_deleted', declared: 'bool not null', write: (rows, { isDeleted }) => rows.bool(isDeleted) },
  NUMBER,
];

const IS_PUBLIC: Column<Entry> = {
  name: 'is_public',
  declared: 'bool not null',
  write: (rows, { document }) => rows.bool(document.isPublic),
};

/** Columns to filter and sort by. Rows are kept narrow, since a wide box reads many. */
export const DRIVE_COLUMNS: readonly Column<Entry>[] = [
  ID,
  NUMBER,
  IS_PUBLIC,
  text('owner_id', (document) => document.ownerId),
  // Empty for public drives.
  texts('viewers', (document) => document.viewers),
  // Only for the previous release, which reads and writes it.
  texts('shared_with', () => []),
  { name: 'box', declared: 'box not null', write: (rows, { document }) => rows.box(extentOf(document.path)) },
  {
    name: 'start',
    declared: 'point not null',
    write: (rows, { document }) => rows.point(document.path[0]!.lng, document.path[0]!.lat),
  },
  {
    name: 'sphere',
    declared: 'cube not null',
    write: (rows, { document }) => rows.cube(spherePoint(document.start)),
  },
  // Box around the line and the start, and the line's end: the distance to the line lies between those to the box and to
  // either end. Null in rows of the previous release.
  { name: 'reach', declared: 'cube', write: (rows, { reach }) => rows.cubeBox(reach.low, reach.high) },
  { name: 'finish', declared: 'cube', write: (rows, { finish }) => rows.cube(spherePoint(finish)) },
  { name: 'cells', declared: 'int[] not null', write: (rows, { pieces }) => rows.ints(cellsOfPieces(pieces)) },
  texts('tags', (document) => document.tags),
  ints('country_ids', (document) => document.countryIds),
  ints('state_ids', (document) => document.stateIds),
  ...VALUE_NAMES.map(valueColumn),
];

/**
 * Returns the box of a drive on the sphere as SQL, over the columns of `drive` with the given prefix (alias and dot):
 * never farther from a place than its line, nor than its start. A row of the previous release has its start alone.
 */
export function reachOf(alias: string): string {
  return `coalesce(${alias}reach, ${alias}sphere)`;
}

/** Columns for full-text search and autocompletion. */
export const TEXT_COLUMNS: readonly Column<Entry>[] = [
  ID,
  NUMBER,
  IS_PUBLIC,
  text('title_key', (document) => document.titleKey, 'text collate "C"'),
  words('title_words', (document) => document.titleWords),
  words('place_words', (document) => document.placeWords),
  words('words', (document) => document.words),
];

/** Returned columns. */
export const CARD_COLUMNS: readonly Column<Entry>[] = [
  ID,
  text('hash', (document) => document.hash, 'text collate "C"'),
  text('title', (document) => document.title),
  text('summary', (document) => document.summary),
  // The previous release writes rows without it.
  {
    name: 'approximate',
    declared: 'bool not null default false',
    write: (rows, { document }) => rows.bool(document.approximate),
  },
  ...LINE_BANDS.map((_, band) => text(`line_${band}`, (document) => document.lines[band]!)),
];

/** The full geometry in pieces, which decides at the border of a box. */
export const PART_COLUMNS: readonly Column<Part>[] = [
  NUMBER,
  { name: 'box', declared: 'box not null', write: (rows, part) => rows.box(part) },
  { name: 'path', declared: 'path not null', write: (rows, { lngs, lats }) => rows.path(lngs, lats) },
];

/** Vocabulary of the drives: the distinct words that tolerate a typo. */
export const WORD_COLUMNS: readonly Column<string>[] = [
  { name: 'word', declared: 'text collate "C" not null', write: (rows, word) => rows.text(word) },
];

export function entryOf(id: string, number: number, document: DriveDocument): Entry {
  const line = decodePolyline(document.lines[MEASURED_BAND]!);
  const reach = sphereBoxOf([document.start, ...line]);
  return { id, number, document, pieces: piecesOf(document.path), reach, finish: line.at(-1)! };
}

/** Returns the rows of a route. */
export function partsOf({ number, pieces }: Entry): Part[] {
  return pieces.map((piece) => ({ ...piece, number }));
}

export function boxText(west: number, south: number, east: number, north: number): string {
  return `(${east},${north}),(${west},${south})`;
}

/**
 * Returns a point of the unit sphere: the straight-line distance of two points (the chord) grows with the great-circle
 * distance, so that an index can return starts nearest first anywhere on the globe.
 */
export function sphereText(location: LatLng): string {
  return `(${spherePoint(location).join(',')})`;
}

function valueColumn(name: keyof DriveValues): Column<Entry> {
  return {
    name: columnOf(name),
    declared: 'float8',
    write: (rows, { document }) => rows.float8(document.values[name]),
  };
}

/**
 * The defaults are for the previous release, which writes rows without the columns that are newer than it, during a
 * rollout and after a rollback.
 */
function text(name: string, pick: (document: DriveDocument) => string, type = 'text'): Column<Entry> {
  return { name, declared: `${type} not null default ''`, write: (rows, { document }) => rows.text(pick(document)) };
}

function texts(name: string, pick: (document: DriveDocument) => readonly string[]): Column<Entry> {
  return { name, declared: `text[] not null default '{}'`, write: (rows, { document }) => rows.texts(pick(document)) };
}

function ints(name: string, pick: (document: DriveDocument) => readonly number[]): Column<Entry> {
  return { name, declared: `int[] not null default '{}'`, write: (rows, { document }) => rows.ints(pick(document)) };
}

function words(name: string, pick: (document: DriveDocument) => readonly string[]): Column<Entry> {
  return {
    name,
    declared: `tsvector not null default ''`,
    write: (rows, { document }) => rows.tsvector(pick(document)),
  };
}
