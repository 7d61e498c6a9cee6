import type { LatLng } from '@switchback/geo/location';

/** One line of lines that meet; a point where two meet stands once. */
export function joined(lines: readonly LatLng[][]): LatLng[] {
  const path: LatLng[] = [];
  for (const point of lines.flat()) {
    const last = path.at(-1);
    if (last?.lat !== point.lat || last.lng !== point.lng) path.push(point);
  }
  return path;
}
