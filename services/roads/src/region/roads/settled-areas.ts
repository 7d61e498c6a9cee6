import type { LatLng } from '@switchback/geo/location';
import { type Area, placeOf, WORLD } from '../map/area.js';
import type { FeatureStore } from '../map/feature-store.js';
import { contains } from '../map/rings.js';

/** Side of the cells by which areas are found: about a kilometer in the middle latitudes. */
const CELL = WORLD / 2 ** 15;

/** Residential areas of the map, whose curves are streets. */
export class SettledAreas {
  readonly #cells = new Map<number, number[]>();

  constructor(private readonly features: FeatureStore) {
    for (let number = 0; number < features.size; number += 1) {
      if (features.layerOf(number) !== 'landuse' || features.propertiesOf(number)['kind'] !== 'residential') continue;
      for (const cell of cellsOf(features.areaOf(number))) {
        const found = this.#cells.get(cell);
        if (found) found.push(number);
        else this.#cells.set(cell, [number]);
      }
    }
  }

  contain(place: LatLng): boolean {
    const at = placeOf(place);
    if (!at) return false;
    const { x, y } = at;
    return (this.#cells.get(cellAt(x, y)) ?? []).some((number) => {
      const { west, north, east, south } = this.features.areaOf(number);
      if (x < west || x > east || y < north || y > south) return false;
      // Even-odd over all rings: a hole is no part of its area.
      return this.features.linesOf(number).filter((ring) => contains(ring, x, y)).length % 2 === 1;
    });
  }
}

function cellAt(x: number, y: number): number {
  return Math.floor(x / CELL) * 2 ** 15 + Math.floor(y / CELL);
}

function* cellsOf({ west, north, east, south }: Area): Generator<number> {
  for (let x = Math.floor(west / CELL) * CELL; x <= east; x += CELL)
    for (let y = Math.floor(north / CELL) * CELL; y <= south; y += CELL) yield cellAt(x, y);
}
