import { widthDegrees } from './bounds.js';
import { unwrapLongitudes, type Bounds, type LatLng } from './location.js';

/**
 * Reports whether the path, drawn as straight segments in the longitude-latitude plane, touches the box or its edge.
 * Both may cross the antimeridian. Tests every segment: the reference for the indexes.
 */
export function pathCrossesBounds(path: readonly LatLng[], bounds: Bounds): boolean {
  const lngs = unwrapLongitudes(path);
  return path.some((point, index) => {
    const from = Math.max(0, index - 1);
    return segmentCrosses(lngs[from]!, path[from]!.lat, lngs[index]!, point.lat, bounds);
  });
}

/** The box repeats every 360 degrees; tries only the copies within the segment's longitudes. */
function segmentCrosses(x1: number, y1: number, x2: number, y2: number, bounds: Bounds): boolean {
  if (Math.max(y1, y2) < bounds.south || Math.min(y1, y2) > bounds.north) {
    return false;
  }
  const width = widthDegrees(bounds);
  const firstCopy = Math.ceil((Math.min(x1, x2) - bounds.west - width) / 360);
  const lastCopy = Math.floor((Math.max(x1, x2) - bounds.west) / 360);
  for (let copy = firstCopy; copy <= lastCopy; copy += 1) {
    const west = bounds.west + copy * 360;
    const east = bounds.west <= bounds.east ? bounds.east + copy * 360 : bounds.east + (copy + 1) * 360;
    const overlaps = Math.max(x1, x2) >= west && Math.min(x1, x2) <= east;
    if (overlaps && !boxOnOneSide(x1, y1, x2, y2, { ...bounds, west, east })) {
      return true;
    }
  }
  return false;
}

/** Separating axis test: all four corners lie strictly on the same side of the line through the segment. */
function boxOnOneSide(x1: number, y1: number, x2: number, y2: number, box: Bounds): boolean {
  const side = (x: number, y: number): number => Math.sign((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1));
  const total =
    side(box.west, box.south) + side(box.west, box.north) + side(box.east, box.south) + side(box.east, box.north);
  return Math.abs(total) === 4;
}
