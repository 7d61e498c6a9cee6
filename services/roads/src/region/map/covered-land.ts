import { type Area, WORLD } from './area.js';
import type { FeatureStore, MapFeature } from './feature-store.js';
import type { Edge } from './rings.js';
import { coastsOf, seaOf } from './sea.js';

/** Cells of the tiles of this zoom, two miles wide or less, in which the region has roads. */
const LAND_ZOOM = 13;
/** Cells in which the sea is drawn; the shipped map has it at every zoom below. */
const SEA_ZOOM = 10;
const LAND: MapFeature = { layer: 'earth', properties: { kind: 'earth' }, minZoom: SEA_ZOOM };
const SEA: MapFeature = { layer: 'water', properties: { kind: 'ocean' }, minZoom: SEA_ZOOM };

/**
 * The land and sea of the region's map, which hide those of the shipped map with its coarser borders, rivers, roads and
 * coasts: in the cells with roads and around them, and along the coasts.
 */
export class CoveredLand {
  readonly #withRoads = new Grid(LAND_ZOOM);
  readonly #coasts: Edge[] = [];

  addRoad(points: readonly number[]): void {
    for (let at = 0; at < points.length; at += 2) this.#withRoads.add(points[at]!, points[at + 1]!);
  }

  addCoast(coast: Edge): void {
    this.#coasts.push(coast);
  }

  addTo(features: FeatureStore): void {
    const coasts = coastsOf(this.#coasts);
    const unknown = this.#addSea(features, coasts);
    const inhabited = new Grid(SEA_ZOOM);
    for (const cell of this.#withRoads.cells) {
      const { west, north } = this.#withRoads.areaOf(cell);
      inhabited.add(west, north);
    }
    const covered = new Grid(LAND_ZOOM);
    for (const cell of this.#withRoads.withNeighbors()) {
      const { west, north } = covered.areaOf(cell);
      // A cell without roads or coasts may be sea.
      const isLand = inhabited.has(west, north) && !unknown.has(west, north);
      if (isLand) covered.cells.add(cell);
    }
    for (const { west, north, east, south } of covered.rows())
      features.add(LAND, 'polygon', [[west, north, east, north, east, south, west, south, west, north]]);
  }

  /** Adds the sea; returns the cells in which a coast ends, as at the edge of an extract. */
  #addSea(features: FeatureStore, coasts: readonly number[][]): Grid {
    const unknown = new Grid(SEA_ZOOM);
    const touched = new Grid(SEA_ZOOM);
    for (const coast of coasts) touched.addLine(coast);
    for (const cell of touched.cells) {
      const box = touched.areaOf(cell);
      const sea = seaOf(coasts, box);
      if (!sea) unknown.cells.add(cell);
      for (const polygon of sea ?? []) features.add(SEA, 'polygon', polygon);
    }
    return unknown;
  }
}

/** Cells of the tiles of one zoom. */
class Grid {
  readonly cells = new Set<number>();
  readonly #count: number;
  readonly #side: number;

  constructor(zoom: number) {
    this.#count = 2 ** zoom;
    this.#side = WORLD / this.#count;
  }

  add(x: number, y: number): void {
    this.cells.add(this.#cellOf(x, y));
  }

  /** Adds the cells of points on a line, so close that it crosses no more than the corner of another cell. */
  addLine(points: readonly number[]): void {
    this.add(points[0]!, points[1]!);
    for (let at = 2; at < points.length; at += 2) {
      const [x0, y0, x1, y1] = [points[at - 2]!, points[at - 1]!, points[at]!, points[at + 1]!];
      const steps = Math.ceil((8 * Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0))) / this.#side);
      for (let step = 1; step <= steps; step += 1)
        this.add(x0 + ((x1 - x0) * step) / steps, y0 + ((y1 - y0) * step) / steps);
    }
  }

  has(x: number, y: number): boolean {
    return this.cells.has(this.#cellOf(x, y));
  }

  /** The last cells end where numbers of 32 bits do. */
  areaOf(cell: number): Area {
    const [column, row] = [cell % this.#count, Math.floor(cell / this.#count)];
    const end = (index: number) => Math.min((index + 1) * this.#side, WORLD - 1);
    return { west: column * this.#side, north: row * this.#side, east: end(column), south: end(row) };
  }

  /** Returns the cells and those around them. */
  withNeighbors(): Set<number> {
    const all = new Set<number>();
    const last = this.#count - 1;
    for (const cell of this.cells) {
      const [column, row] = [cell % this.#count, Math.floor(cell / this.#count)];
      for (let y = Math.max(0, row - 1); y <= Math.min(last, row + 1); y += 1)
        for (let x = Math.max(0, column - 1); x <= Math.min(last, column + 1); x += 1) all.add(y * this.#count + x);
    }
    return all;
  }

  /** Returns the boxes of neighbors in a row. */
  *rows(): Generator<Area> {
    const cells = [...this.cells].sort((a, b) => a - b);
    for (let at = 0; at < cells.length; at += 1) {
      const first = cells[at]!;
      while (cells[at + 1] === cells[at]! + 1 && cells[at + 1]! % this.#count !== 0) at += 1;
      yield { ...this.areaOf(first), east: this.areaOf(cells[at]!).east };
    }
  }

  #cellOf(x: number, y: number): number {
    return Math.floor(y / this.#side) * this.#count + Math.floor(x / this.#side);
  }
}
