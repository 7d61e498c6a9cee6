/** Finds water on the shipped base map: its sea and its lakes. */
import { readLakes, readSeas } from '../../sources.mjs';

const ROW_DEGREES = 0.01;
const seas = readSeas().flatMap(ringsOf);
const lakes = readLakes().flatMap(ringsOf);

/**
 * Returns whether a point [lng, lat] inside the box is water.
 * @param {{south: number, north: number}} box
 * @returns {(point: number[]) => boolean}
 */
export function waterWithin(box) {
  const sea = insideOf(seas, box);
  const lake = insideOf(lakes, box);
  return (point) => sea(point) || lake(point);
}

/** Counts the edges east of a point, in rows of latitude: an odd number means inside. */
function insideOf(rings, { south, north }) {
  const rows = new Map();
  const rowOf = (lat) => Math.floor(lat / ROW_DEGREES);
  for (const ring of rings) {
    for (let index = 1; index < ring.length; index++) {
      const [from, to] = [ring[index - 1], ring[index]];
      const low = Math.max(rowOf(south), rowOf(Math.min(from[1], to[1])));
      const high = Math.min(rowOf(north), rowOf(Math.max(from[1], to[1])));
      for (let row = low; row <= high; row++) {
        if (!rows.has(row)) rows.set(row, []);
        rows.get(row).push([from, to]);
      }
    }
  }
  return ([lng, lat]) => {
    const crossed = (rows.get(rowOf(lat)) ?? []).filter(
      ([[x0, y0], [x1, y1]]) => y0 > lat !== y1 > lat && x0 + ((lat - y0) / (y1 - y0)) * (x1 - x0) > lng,
    );
    return crossed.length % 2 === 1;
  };
}

function ringsOf({ geometry: { type, coordinates } }) {
  return type === 'MultiPolygon' ? coordinates.flat() : coordinates;
}
