import { unwrapLongitudes, type LatLng } from './location.js';
import { startsPart } from './parts.js';

export interface SilhouetteBox {
  width: number;
  height: number;
  /** Free space on every side; 0 by default. */
  padding?: number;
}

/** A tenth of a millimeter. Anything smaller is a dot; enlarged, it would only show rounding errors. */
const SMALLEST_SPAN_DEGREES = 1e-9;

/**
 * Renders a path as the `d` of an SVG path, north up, in the Web Mercator shape familiar from maps, scaled uniformly to
 * fill the box and centered in it. Units are those of the box, with one decimal. Empty for a path without points.
 */
export function silhouettePath(path: readonly LatLng[], box: SilhouetteBox): string {
  const lngs = unwrapLongitudes(path);
  const points = path.map((point, index) => ({ x: lngs[index]!, y: -mercatorDegrees(point.lat) }));
  const [minX, maxX] = extent(points.map(({ x }) => x));
  const [minY, maxY] = extent(points.map(({ y }) => y));
  const padding = box.padding ?? 0;
  const scale = Math.min(
    (box.width - 2 * padding) / Math.max(maxX - minX, SMALLEST_SPAN_DEGREES),
    (box.height - 2 * padding) / Math.max(maxY - minY, SMALLEST_SPAN_DEGREES),
  );
  const drawn = points.map(({ x, y }, index) => {
    const left = box.width / 2 + (x - (minX + maxX) / 2) * scale;
    const top = box.height / 2 + (y - (minY + maxY) / 2) * scale;
    return { command: startsPart(path, index) ? 'M' : 'L', at: `${oneDecimal(left)} ${oneDecimal(top)}` };
  });
  const distinct = drawn.filter(({ command, at }, index) => command === 'M' || at !== drawn[index - 1]?.at);
  return distinct.map(({ command, at }) => command + at).join('');
}

const MERCATOR_MAX_LATITUDE = 85.05112878;

function mercatorDegrees(lat: number): number {
  const clamped = Math.max(-MERCATOR_MAX_LATITUDE, Math.min(MERCATOR_MAX_LATITUDE, lat));
  const radians = (clamped * Math.PI) / 180;
  return (Math.log(Math.tan(Math.PI / 4 + radians / 2)) * 180) / Math.PI;
}

function extent(values: number[]): [number, number] {
  return values.reduce<[number, number]>(
    ([min, max], value) => [Math.min(min, value), Math.max(max, value)],
    [Infinity, -Infinity],
  );
}

function oneDecimal(value: number): number {
  return Math.round(value * 10) / 10;
}
