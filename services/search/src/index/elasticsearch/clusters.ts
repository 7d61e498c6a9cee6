import type { estypes } from '@elastic/elasticsearch';
import { centerOfBounds, splitBounds } from '@switchback/geo/bounds';
import type { Bounds } from '@switchback/geo/location';
import { type CellRow, cellSize, clustersOf, joinUntil, mergeCells, WORLD } from '../cells.js';
import type { MapQuery } from '../search-index.js';
import { startsIn } from './borders.js';
import type { Ask, Search, SearchAnswer } from './connection.js';
import { askExactly } from './exactly.js';
import { answerOf, bring, type Found, idOf, numberOf, totalOf } from './hits.js';
import { allOf, anyOf, butNot, type Query } from './query.js';

/** Placeholder for an id that was not looked up; a cell at the edge never gets one. */
const UNNAMED = '';
/** Maximum number of drives per response of the engine. */
const FOUND_MAX = 10_000;
/** Maximum number of drives, among those that cross the bounds without starting in them, that are placed one by one. */
const PASSING_MAX = 2_000;
/** Beyond that, they are counted by their start, in cells of at least this many degrees: at most 2,600 on the globe. */
const PASSING_CELL_DEGREES = 5;

/** Counts drives by cells of a grid that stays in place while the map is moved. */
export async function findClusters(ask: Ask, query: MapQuery) {
  const { filters, zoom, limit } = query;
  const grid = new Grid(filters.bounds, cellSize(zoom, filters.bounds));
  const answers = await askExactly(ask, query, (drives) => [
    ...grid.boxes.map((box) => cellSearch(allOf([drives, startsIn(box)]), grid.degrees)),
    passingSearch(butNot(drives, grid.startsInside())),
  ]);
  const passing = answers.at(-1)!;
  const starting = grid.boxes.flatMap((box, index) => grid.cellsOf(answers[index]!, grid.turnOf(box)));
  const others =
    totalOf(passing) <= PASSING_MAX
      ? passing.hits.hits.map((hit) => grid.cellOf(hit))
      : await edgeCells(ask, query, grid);
  const rows = mergeCells([], [...starting, ...others]);
  const cells = await nameAlone(ask, query, joinUntil(rows, limit));
  return { clusters: clustersOf(cells), total: rows.reduce((sum, { count }) => sum + count, 0) };
}

/** Looks up the ids of drives that are alone in their cell by their start: aggregations do not return ids. */
async function nameAlone(ask: Ask, query: MapQuery, cells: readonly CellRow[]): Promise<CellRow[]> {
  const isUnnamed = ({ count, id }: CellRow) => count === 1 && id === UNNAMED;
  const alone = cells.filter(isUnnamed);
  if (alone.length === 0) return [...cells];
  const searches = (drives: Query): Search[] => [
    {
      query: allOf([
        drives,
        { terms: { lng: alone.map(({ lng }) => exactLongitude(lng)) } },
        { terms: { lat: alone.map(({ lat }) => lat) } },
      ]),
      size: FOUND_MAX,
      track_total_hits: false,
      ...bring('lng', 'lat'),
    },
  ];
  const [answer] = await askExactly(ask, query, searches);
  const names = new Map(answer!.hits.hits.map((hit) => [`${numberOf(hit, 'lng')} ${numberOf(hit, 'lat')}`, idOf(hit)]));
  return cells.map((cell) =>
    isUnnamed(cell) ? { ...cell, id: names.get(`${exactLongitude(cell.lng)} ${cell.lat}`) ?? UNNAMED } : cell,
  );
}

/** Returns a drive's own longitude, to five decimals; the longitude of a cell may continue past the antimeridian. */
function exactLongitude(lng: number): number {
  return Math.round((lng > 180 ? lng - 360 : lng) * 1e5) / 1e5;
}

/**
 * Counts drives that cross the bounds without starting in them, if they are too many to place one by one: puts each
 * group at the point of the bounds nearest to its starts.
 */
async function edgeCells(ask: Ask, query: MapQuery, grid: Grid): Promise<CellRow[]> {
  const degrees = Math.max(grid.degrees, PASSING_CELL_DEGREES);
  const searches = (drives: Query) => [cellSearch(butNot(drives, grid.startsInside()), degrees)];
  const [answer] = await askExactly(ask, query, searches);
  return new Grid(undefined, degrees).cellsOf(answer!, 0).map((cell) => grid.atEdge(cell));
}

function cellSearch(query: Query, degrees: number): Search {
  const figures = {
    lng: { stats: { field: 'lng' } },
    lat: { stats: { field: 'lat' } },
  } as const;
  const rows = { y: { histogram: { field: 'lat', interval: degrees, min_doc_count: 1 }, aggs: figures } };
  const columns = { x: { histogram: { field: 'lng', interval: degrees, min_doc_count: 1 }, aggs: rows } };
  return { query, size: 0, track_total_hits: false, aggs: columns };
}

function passingSearch(query: Query): Search {
  return { query, size: PASSING_MAX, sort: ['id'], track_total_hits: true, ...bring('pieces') };
}

interface Buckets<Bucket> {
  buckets: (Bucket & { key: number; doc_count: number })[];
}

type Column = {
  y: Buckets<{ lng: estypes.AggregationsStatsAggregate; lat: estypes.AggregationsStatsAggregate }>;
};

/** A grid of cells over bounds. */
class Grid {
  readonly degrees: number;
  /** The bounds, split at the antimeridian. */
  readonly boxes: readonly Bounds[];
  readonly #bounds: Bounds;

  constructor(bounds: Bounds = WORLD, degrees: number) {
    this.degrees = degrees;
    this.boxes = splitBounds(bounds);
    this.#bounds = bounds;
  }

  startsInside(): Query {
    return anyOf(this.boxes.map(startsIn));
  }

  /** Returns the offset by which the box's longitudes continue past the antimeridian. */
  turnOf(box: Bounds): 0 | 360 {
    return box.east < this.#bounds.west ? 360 : 0;
  }

  cellsOf({ aggregations }: SearchAnswer, turn: 0 | 360): CellRow[] {
    const { buckets } = aggregations!['x'] as unknown as Buckets<Column>;
    return buckets.flatMap((column) =>
      column.y.buckets.map(({ key, doc_count: count, lng, lat }) => ({
        x: Math.round((column.key + turn) / this.degrees),
        y: Math.round(key / this.degrees),
        count,
        lng: lng.avg! + turn,
        west: lng.min! + turn,
        east: lng.max! + turn,
        lat: lat.avg!,
        south: lat.min!,
        north: lat.max!,
        id: UNNAMED,
      })),
    );
  }

  /**
   * Places a drive that starts elsewhere at the visible part of the westernmost piece of its route that touches the
   * bounds.
   */
  cellOf(hit: Found): CellRow {
    return this.#cellAt(1, this.#shown(piecesIn(answerOf(hit, 'pieces'))), idOf(hit));
  }

  atEdge({ count, lng, lat, id }: CellRow): CellRow {
    const [nearest] = this.boxes
      .map((box) => {
        const [x, y] = [clamp(lng, box.west, box.east), clamp(lat, box.south, box.north)];
        return { box: { west: x, east: x, south: y, north: y }, apart: Math.hypot(lng - x, lat - y) };
      })
      .sort((a, b) => a.apart - b.apart);
    return this.#cellAt(count, nearest!.box, id);
  }

  #shown(pieces: readonly Bounds[]): Bounds {
    for (const box of this.boxes) {
      const [piece] = pieces
        .filter(
          ({ west, east, south, north }) =>
            west <= box.east && east >= box.west && south <= box.north && north >= box.south,
        )
        .sort((a, b) => a.west - b.west || a.south - b.south);
      if (piece)
        return {
          west: Math.max(piece.west, box.west),
          east: Math.min(piece.east, box.east),
          south: Math.max(piece.south, box.south),
          north: Math.min(piece.north, box.north),
        };
    }
    const { lat, lng } = centerOfBounds(this.#bounds);
    return { west: lng, east: lng, south: lat, north: lat };
  }

  #cellAt(count: number, place: Bounds, id: string): CellRow {
    const turn = this.turnOf(place);
    const [west, east] = [place.west + turn, place.east + turn];
    const [lng, lat] = [(west + east) / 2, (place.south + place.north) / 2];
    const [x, y] = [Math.floor(lng / this.degrees), Math.floor(lat / this.degrees)];
    return { x, y, count, lat, lng, north: place.north, south: place.south, east, west, id };
  }
}

function piecesIn(text: string): Bounds[] {
  return text.split(',').map((piece) => {
    const [west, south, east, north] = piece.split(' ').map(Number) as [number, number, number, number];
    return { west, south, east, north };
  });
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
