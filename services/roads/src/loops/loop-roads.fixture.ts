import { METERS_PER_DEGREE, pathLengthMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import type { Ends, Routed, RoutedLeg, Router, ThroughOptions, Via } from '../router/router.js';

/** Near the equator, where a degree is as long in both directions. */
export const HOME: LatLng = { lat: 0.0001, lng: 0.0001 };

const BLOCK_METERS = 1_000;
const BLOCK_DEGREES = BLOCK_METERS / METERS_PER_DEGREE;
const CUL_DE_SAC_SHARE = 0.4;
const METERS_PER_SECOND = 14;

/** A corner of the grid. */
interface Corner {
  row: number;
  column: number;
}

export interface GridOptions {
  /** Whether each point between is in a cul-de-sac, as if the nearest road were one. */
  hasCulDeSacs?: boolean;
  /** Whether the only road leads north and south. */
  isValley?: boolean;
  /** Called before each answer. */
  onAsk?: () => Promise<void> | void;
}

/** A router on an endless grid of roads, which goes along a row first, then along a column. */
export class GridRouter implements Router {
  asked = 0;

  constructor(private readonly options: GridOptions = {}) {}

  route(): Promise<Routed | null> {
    return Promise.resolve(null);
  }

  async through(
    { start, end }: Ends,
    vias: readonly Via[],
    _: ThroughOptions,
    signal: AbortSignal,
  ): Promise<Routed | null> {
    this.asked += 1;
    await this.options.onAsk?.();
    signal.throwIfAborted();
    const stops = [start, ...vias.map(({ location }) => location), end].map((point) => this.cornerAt(point));
    const isBlind = (index: number) => Boolean(this.options.hasCulDeSacs && vias[index - 1]?.isOnRoad === false);
    const legs = stops.slice(1).map((to, index) => {
      const path = [
        ...(isBlind(index) ? [culDeSac(stops[index]!)] : []),
        ...between(stops[index]!, to, index % 2 === 0),
        ...(isBlind(index + 1) ? [culDeSac(to)] : []),
      ];
      return legOf(path);
    });
    return { source: 'valhalla', legs };
  }

  private cornerAt({ lat, lng }: LatLng): Corner {
    const column = this.options.isValley ? 0 : Math.round(lng / BLOCK_DEGREES);
    return { row: Math.round(lat / BLOCK_DEGREES), column };
  }
}

function pointAt({ row, column }: Corner): LatLng {
  return { lat: row * BLOCK_DEGREES, lng: column * BLOCK_DEGREES };
}

/** Returns whether a point is on a road that leads on, or next to it as home is; the end of a cul-de-sac is not. */
export function isOnGrid({ lat, lng }: LatLng): boolean {
  const off = (degrees: number) => Math.abs(degrees / BLOCK_DEGREES - Math.round(degrees / BLOCK_DEGREES));
  return Math.min(off(lat), off(lng)) < 0.05;
}

/** Returns the end of the cul-de-sac at a corner, which leads diagonally into its block. */
function culDeSac({ row, column }: Corner): LatLng {
  return pointAt({ row: row + CUL_DE_SAC_SHARE, column: column + CUL_DE_SAC_SHARE });
}

function between(from: Corner, to: Corner, rowFirst: boolean): LatLng[] {
  const rows = range(from.row, to.row);
  const columns = range(from.column, to.column);
  const corners = rowFirst
    ? [...columns.map((column) => ({ row: from.row, column })), ...rows.map((row) => ({ row, column: to.column }))]
    : [...rows.map((row) => ({ row, column: from.column })), ...columns.map((column) => ({ row: to.row, column }))];
  return corners.map(pointAt).filter(({ lat, lng }, index, all) => {
    return lat !== all[index - 1]?.lat || lng !== all[index - 1]?.lng;
  });
}

function range(from: number, to: number): number[] {
  const step = from <= to ? 1 : -1;
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => from + step * index);
}

function legOf(path: LatLng[]): RoutedLeg {
  const distanceMeters = pathLengthMeters(path);
  return { path, distanceMeters, durationSeconds: distanceMeters / METERS_PER_SECOND };
}
