/**
 * Compact format for GeoJSON features in the repository: deltas between points in whole ten-thousandths of a degree.
 */
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

const STEPS_PER_DEGREE = 1e4;

/** @param {import('geojson').Feature[]} features */
export function pack(features) {
  const packed = features.map(({ properties, geometry: { type, coordinates } }) => [
    properties,
    type,
    mapLines(coordinates, deltas),
  ]);
  const text = `[${packed.map((feature) => JSON.stringify(feature)).join(',\n')}]`;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
  return brotliCompressSync(text, { params });
}

/** @param {Uint8Array} bytes @returns {import('geojson').Feature[]} */
export function unpack(bytes) {
  return JSON.parse(brotliDecompressSync(bytes).toString()).map(([properties, type, coordinates]) => ({
    type: 'Feature',
    properties,
    geometry: { type, coordinates: type === 'Point' ? points(coordinates)[0] : mapLines(coordinates, points) },
  }));
}

/** Applies `change` to each innermost list: of points, or of their packed numbers. */
function mapLines(coordinates, change) {
  if (typeof coordinates[0] === 'number') return change(coordinates);
  if (Array.isArray(coordinates[0][0]) || change === points) return coordinates.map((part) => mapLines(part, change));
  return change(coordinates);
}

function deltas(line) {
  let [x, y] = [0, 0];
  return (typeof line[0] === 'number' ? [line] : line).flatMap((point) => {
    const [nextX, nextY] = point.map((degrees) => Math.round(degrees * STEPS_PER_DEGREE));
    const step = [nextX - x, nextY - y];
    [x, y] = [nextX, nextY];
    return step;
  });
}

function points(steps) {
  let [x, y] = [0, 0];
  const line = [];
  for (let index = 0; index < steps.length; index += 2) {
    x += steps[index];
    y += steps[index + 1];
    line.push([x / STEPS_PER_DEGREE, y / STEPS_PER_DEGREE]);
  }
  return line;
}
