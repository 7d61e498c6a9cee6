/**
 * A raster of the world that holds one bit for each theme in each pixel. Tiles exist only where a theme occurs.
 *
 * Its file starts with a header of {@link HEADER_BYTES}: JSON, padded with spaces. The offsets of the tiles and of the
 * end follow, as 32-bit integers, then the tiles, compressed by Brotli. A tile holds for each theme the lengths of the
 * runs of equal bits, starting with the zeros, as base-128 numbers: rows from south to north, each from west to east.
 */
import { brotliCompressSync, constants } from 'node:zlib';

const HEADER_BYTES = 256;
const PIXELS_PER_DEGREE = 100;
const TILE_DEGREES = 2;
const TILE_PIXELS = TILE_DEGREES * PIXELS_PER_DEGREE;
const TILE_ROWS = 180 / TILE_DEGREES;
const TILE_COLUMNS = 360 / TILE_DEGREES;
const METERS_PER_DEGREE = 111_195;

export class SceneryRaster {
  #themes;
  #tiles = new Map();

  /** @param {string[]} themes at most eight. */
  constructor(themes) {
    this.#themes = themes;
  }

  /** Marks the pixels whose center is inside the rings of a polygon. @param {number[][][]} rings */
  fill(theme, rings) {
    const [south, north] = extent(rings.flat().map(([, lat]) => lat));
    for (let row = pixelOf(south, 90); row <= pixelOf(north, 90); row += 1) {
      const crossings = rings.flatMap((ring) => crossingsOf(ring, centerOf(row, 90))).sort((a, b) => a - b);
      for (let index = 0; index + 1 < crossings.length; index += 2) {
        const [west, east] = [crossings[index], crossings[index + 1]];
        for (let column = pixelOf(west, 180); centerOf(column, 180) <= east; column += 1)
          if (centerOf(column, 180) >= west) this.#set(theme, row, column);
      }
    }
  }

  /** Marks the pixels whose center is within a distance of a line, or of a single point. */
  mark(theme, line, reachMeters) {
    for (let index = Math.min(1, line.length - 1); index < line.length; index += 1)
      this.#markSegment(theme, line[Math.max(0, index - 1)], line[index], reachMeters / METERS_PER_DEGREE);
  }

  #markSegment(theme, [fromLng, fromLat], [toLng, toLat], reach) {
    // An outline that the antimeridian cuts has its two ends on opposite edges of the world.
    if (Math.abs(toLng - fromLng) > 180) return;
    const narrowing = Math.max(0.05, Math.cos((((fromLat + toLat) / 2) * Math.PI) / 180));
    const [south, north] = extent([fromLat, toLat]);
    const [west, east] = extent([fromLng, toLng]);
    const end = [(toLng - fromLng) * narrowing, toLat - fromLat];
    const lastColumn = pixelOf(east + reach / narrowing, 180);
    for (let row = pixelOf(south - reach, 90); row <= pixelOf(north + reach, 90); row += 1) {
      for (let column = pixelOf(west - reach / narrowing, 180); column <= lastColumn; column += 1) {
        const point = [(centerOf(column, 180) - fromLng) * narrowing, centerOf(row, 90) - fromLat];
        if (distanceToSegment(point, end) <= reach) this.#set(theme, row, column);
      }
    }
  }

  #set(theme, row, column) {
    if (row < 0 || row >= TILE_ROWS * TILE_PIXELS) return;
    const columns = TILE_COLUMNS * TILE_PIXELS;
    const wrapped = ((column % columns) + columns) % columns;
    const tile = Math.floor(row / TILE_PIXELS) * TILE_COLUMNS + Math.floor(wrapped / TILE_PIXELS);
    let pixels = this.#tiles.get(tile);
    if (!pixels) this.#tiles.set(tile, (pixels = new Uint8Array(TILE_PIXELS ** 2)));
    pixels[(row % TILE_PIXELS) * TILE_PIXELS + (wrapped % TILE_PIXELS)] |= 1 << this.#themes.indexOf(theme);
  }

  pack() {
    const header = { themes: this.#themes, tileDegrees: TILE_DEGREES, pixelsPerDegree: PIXELS_PER_DEGREE };
    const offsets = new Uint32Array(TILE_ROWS * TILE_COLUMNS + 1);
    const bodies = [];
    offsets[0] = HEADER_BYTES + offsets.byteLength;
    for (let tile = 0; tile < offsets.length - 1; tile += 1) {
      const pixels = this.#tiles.get(tile);
      const body = pixels ? compress(this.#themes.flatMap((_, bit) => runsOf(pixels, bit))) : Buffer.alloc(0);
      bodies.push(body);
      offsets[tile + 1] = offsets[tile] + body.length;
    }
    const start = JSON.stringify(header).padEnd(HEADER_BYTES);
    return Buffer.concat([Buffer.from(start), Buffer.from(offsets.buffer), ...bodies]);
  }
}

function compress(bytes) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 18 };
  return brotliCompressSync(Uint8Array.from(bytes), { params });
}

function runsOf(pixels, bit) {
  const bytes = [];
  let start = 0;
  let isSet = 0;
  for (let index = 0; index <= pixels.length; index += 1) {
    if (index < pixels.length && ((pixels[index] >> bit) & 1) === isSet) continue;
    let run = index - start;
    for (; run > 127; run >>= 7) bytes.push((run & 127) | 128);
    bytes.push(run);
    [start, isSet] = [index, 1 - isSet];
  }
  return bytes;
}

/** @param zero degrees of the first pixel's edge below zero: 90 for latitudes, 180 for longitudes. */
function pixelOf(degrees, zero) {
  return Math.floor((degrees + zero) * PIXELS_PER_DEGREE);
}

function centerOf(pixel, zero) {
  return (pixel + 0.5) / PIXELS_PER_DEGREE - zero;
}

function extent(values) {
  return values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [Infinity, -Infinity]);
}

/** Returns the longitudes at which a ring crosses a parallel. */
function crossingsOf(ring, lat) {
  return ring.flatMap(([lng, ringLat], index) => {
    const [nextLng, nextLat] = ring[(index + 1) % ring.length];
    if (ringLat > lat === nextLat > lat) return [];
    return [lng + ((lat - ringLat) / (nextLat - ringLat)) * (nextLng - lng)];
  });
}

/** Returns the distance of a point from the segment that leads from the origin to `end`. */
function distanceToSegment([x, y], [endX, endY]) {
  const squared = endX * endX + endY * endY;
  const part = squared === 0 ? 0 : Math.max(0, Math.min(1, (x * endX + y * endY) / squared));
  return Math.hypot(x - part * endX, y - part * endY);
}
