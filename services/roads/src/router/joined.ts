import type { LatLng } from '@switchback/geo/location';
import { isSame } from '@switchback/geo/parts';

/** Joins lines that meet; drops the duplicate where two meet. Returns also the index at which each line begins. */
export function joined(lines: readonly LatLng[][]): { path: LatLng[]; starts: number[] } {
  const path: LatLng[] = [];
  const starts: number[] = [];
  for (const line of lines) {
    const meets = path.length > 0 && line.length > 0 && isSame(path.at(-1)!, line[0]!);
    starts.push(path.length - (meets ? 1 : 0));
    for (const point of line) if (path.length === 0 || !isSame(path.at(-1)!, point)) path.push(point);
  }
  return { path, starts };
}
