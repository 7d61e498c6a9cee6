import type { LatLng } from '@switchback/geo/location';

/** Joins lines that meet; drops the duplicate where two meet. */
export function joined(lines: readonly LatLng[][]): LatLng[] {
  const path: LatLng[] = [];
  for (const point of lines.flat()) {
    const last = path.at(-1);
    if (last?.lat !== point.lat || last.lng !== point.lng) path.push(point);
  }
  return path;
}
