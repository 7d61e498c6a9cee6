import { splitBounds } from '@switchback/geo/bounds';
import type { Bounds } from '@switchback/geo/location';
import type { Clock } from '@switchback/platform/clock';
import { countByCell } from './density.sql.js';
import type { Sql } from './sql.js';

const CELL_DEGREES = 2;
const REFRESH_MS = 60_000;
/**
 * Estimates how many drives start in a box. The planner cannot estimate boxes; this distinguishes wide ones from narrow
 * ones. It affects only how a query runs, never its result, so it may be stale.
 */
export class Density {
  readonly #sql: Sql;
  readonly #clock: Clock;
  #cells = new Map<number, number>();
  #total = 0;
  #refreshedAtMs = -Infinity;
  #refreshing: Promise<void> | undefined;

  constructor(sql: Sql, clock: Clock) {
    this.#sql = sql;
    this.#clock = clock;
  }

  /**
   * Returns true if walking the sort order until `limit` drives lie in the box beats collecting and sorting all drives
   * in the box: with m of n drives in the box, the walk reads about limit * n / m.
   */
  isWide(bounds: Bounds, limit: number): boolean {
    const inside = this.#inside(bounds);
    return inside > Math.sqrt(limit * this.#total) && inside > 4 * limit;
  }

  /** Returns true if at least half of all drives lie in the box. */
  holdsMost(bounds: Bounds): boolean {
    return this.#inside(bounds) * 2 > this.#total;
  }

  #inside(bounds: Bounds): number {
    this.#refreshIfOld();
    return splitBounds(bounds).reduce((sum, box) => sum + this.#estimate(box), 0);
  }

  /** Returns the number of drives at the last refresh. */
  get total(): number {
    return this.#total;
  }

  async refresh(): Promise<void> {
    this.#refreshedAtMs = this.#clock.monotonicMs();
    const cells = await countByCell(this.#sql, CELL_DEGREES);
    this.#cells = new Map(cells.map(({ x, y, count }) => [cellOf(x, y), count]));
    this.#total = cells.reduce((sum, { count }) => sum + count, 0);
  }

  #refreshIfOld(): void {
    if (this.#refreshing || this.#clock.monotonicMs() - this.#refreshedAtMs < REFRESH_MS) return;
    this.#refreshing = this.refresh()
      // Stale estimates are good enough: the next query retries a minute later.
      .catch(() => undefined)
      .finally(() => (this.#refreshing = undefined));
  }

  #estimate({ north, east, south, west }: Bounds): number {
    let sum = 0;
    for (let y = Math.floor(south / CELL_DEGREES); y * CELL_DEGREES <= north; y += 1) {
      const height = overlap(y, south, north);
      for (let x = Math.floor(west / CELL_DEGREES); x * CELL_DEGREES <= east; x += 1) {
        sum += (this.#cells.get(cellOf(x, y)) ?? 0) * height * overlap(x, west, east);
      }
    }
    return sum;
  }
}

function cellOf(x: number, y: number): number {
  return x * 1_000 + y;
}

/** Returns the fraction of a cell between two degrees, from 0 to 1. */
function overlap(cell: number, low: number, high: number): number {
  const [first, last] = [cell * CELL_DEGREES, (cell + 1) * CELL_DEGREES];
  return Math.max(0, Math.min(high, last) - Math.max(low, first)) / CELL_DEGREES;
}
