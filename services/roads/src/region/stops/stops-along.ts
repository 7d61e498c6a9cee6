import { setImmediate } from 'node:timers/promises';
import { distanceMeters, METERS_PER_DEGREE } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import { metersAlong } from '@switchback/geo/measured-line';
import { startsPart } from '@switchback/geo/parts';

const CELL_DEGREES = 0.02;
const CELLS_AROUND = Math.round(360 / CELL_DEGREES);
/** Longer steps are divided, so that few cells are near to each. */
const STEP_METERS_MAX = 2_000;
/** Steps of a line that are compared before other work gets its turn. */
const AT_ONCE = 2_000;
/** Farther north and south, a degree of longitude is too short for the cells. */
const LAT_MAX = 85;

/** A place next to a line: where along it, and how far off, in meters. */
export interface Beside<Place> {
  place: Place;
  along: number;
  off: number;
}

/** Places by the cells of a grid, to find those next to a line. */
export class PlaceGrid<Place extends LatLng> {
  readonly #cells = new Map<number, Place[]>();

  constructor(places: readonly Place[]) {
    for (const place of places) {
      const cell = cellOf(rowOf(place.lat), columnOf(place.lng));
      const found = this.#cells.get(cell);
      if (found) found.push(place);
      else this.#cells.set(cell, [place]);
    }
  }

  /** Returns the places within a distance of a line, each at its nearest pass, in the order of the line. */
  async beside(line: readonly LatLng[], maxMeters: number): Promise<Beside<Place>[]> {
    const nearest = new Map<Place, Beside<Place>>();
    const along = metersAlong(line);
    for (let index = 1; index < line.length; index += 1) {
      if (index % AT_ONCE === 0) await setImmediate();
      if (startsPart(line, index)) continue;
      const [start, end] = [line[index - 1]!, line[index]!];
      if (Math.abs(end.lng - start.lng) > 180 || Math.abs(start.lat) > LAT_MAX) continue;
      for (const step of stepsOf(start, end, along[index - 1]!, along[index]!))
        for (const place of this.#near(step, maxMeters)) {
          const found = nearestOn(step, place);
          if (found.off <= maxMeters && found.off < (nearest.get(place)?.off ?? Infinity))
            nearest.set(place, { place, ...found });
        }
    }
    return [...nearest.values()].toSorted((a, b) => a.along - b.along);
  }

  *#near({ start, end }: Step, meters: number): Generator<Place> {
    const north = meters / METERS_PER_DEGREE;
    const east = north / Math.cos((start.lat * Math.PI) / 180);
    const [first, last] = [rowOf(Math.min(start.lat, end.lat) - north), rowOf(Math.max(start.lat, end.lat) + north)];
    const [west, most] = [columnOf(Math.min(start.lng, end.lng) - east), columnOf(Math.max(start.lng, end.lng) + east)];
    for (let row = first; row <= last; row += 1)
      for (let column = west; column <= most; column += 1) yield* this.#cells.get(cellOf(row, column)) ?? [];
  }
}

interface Step {
  start: LatLng;
  end: LatLng;
  fromMeters: number;
  toMeters: number;
}

function* stepsOf(start: LatLng, end: LatLng, fromMeters: number, toMeters: number): Generator<Step> {
  const count = Math.ceil((toMeters - fromMeters) / STEP_METERS_MAX);
  for (let step = 0; step < count; step += 1) {
    const [from, to] = [step / count, (step + 1) / count];
    const at = (share: number) => ({
      lat: start.lat + share * (end.lat - start.lat),
      lng: start.lng + share * (end.lng - start.lng),
    });
    const meters = (share: number) => fromMeters + share * (toMeters - fromMeters);
    yield { start: at(from), end: at(to), fromMeters: meters(from), toMeters: meters(to) };
  }
}

/** On a plane fitted to the step. */
function nearestOn({ start, end, fromMeters, toMeters }: Step, place: LatLng): { along: number; off: number } {
  const scale = Math.cos((start.lat * Math.PI) / 180);
  const [east, north] = [(end.lng - start.lng) * scale, end.lat - start.lat];
  const squared = east ** 2 + north ** 2;
  const dot = (place.lng - start.lng) * scale * east + (place.lat - start.lat) * north;
  const share = squared > 0 ? Math.min(1, Math.max(0, dot / squared)) : 0;
  const point = { lat: start.lat + share * north, lng: start.lng + share * (end.lng - start.lng) };
  return { along: fromMeters + share * (toMeters - fromMeters), off: distanceMeters(point, place) };
}

function rowOf(lat: number): number {
  return Math.floor(lat / CELL_DEGREES);
}

function columnOf(lng: number): number {
  return Math.floor(lng / CELL_DEGREES);
}

function cellOf(row: number, column: number): number {
  return row * CELLS_AROUND + column;
}
