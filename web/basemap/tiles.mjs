/** Cuts layers into vector tiles and packs the tiles into bundles. */
import GeoJSONVT from 'geojson-vt';
import vtPbf from 'vt-pbf';

/** Deepest zoom with tiles; the client overzooms them beyond it. */
export const MAX_ZOOM = 7;
/** Tiles up to this zoom share one bundle; deeper ones are in the bundle of their ancestor one zoom below it. */
export const WORLD_ZOOM = 3;
export const BUNDLE_ZOOM = WORLD_ZOOM + 1;
const EXTENT = 4096;
const BUFFER = 64;

/**
 * Returns the bundles by name: `world`, and `{z}-{x}-{y}` of the ancestor. Tiles of the open sea are omitted; the client
 * draws water where a tile is missing.
 * @param {ReturnType<typeof import('./sources.mjs').readLayers>} layers
 * @returns {Map<string, Map<string, Uint8Array>>} tiles by `{z}/{x}/{y}`, by bundle
 */
export function cutBundles(layers) {
  const cutters = layers.map((layer) => ({
    ...layer,
    index: new GeoJSONVT(layer.data, {
      maxZoom: MAX_ZOOM,
      indexMaxZoom: 4,
      indexMaxPoints: 0,
      extent: EXTENT,
      buffer: BUFFER,
    }),
  }));
  const bundles = new Map();
  for (let z = 0; z <= MAX_ZOOM; z++) {
    for (let x = 0; x < 2 ** z; x++) {
      for (let y = 0; y < 2 ** z; y++) {
        const tile = cutTile(cutters, z, x, y);
        if (!tile) continue;
        const name = bundleOf(z, x, y);
        if (!bundles.has(name)) bundles.set(name, new Map());
        bundles.get(name).set(`${z}/${x}/${y}`, tile);
      }
    }
  }
  return bundles;
}

/** Returns the tile of the open sea. */
export function openSea() {
  const [low, high] = [-BUFFER, EXTENT + BUFFER];
  const square = [
    [low, low],
    [high, low],
    [high, high],
    [low, high],
    [low, low],
  ];
  return Buffer.from(encoded({ sea: { features: [{ type: 3, tags: {}, geometry: [square] }] } }));
}

function encoded(layers) {
  return vtPbf.fromGeojsonVt(layers, { version: 2, extent: EXTENT });
}

export function bundleOf(z, x, y) {
  if (z <= WORLD_ZOOM) return 'world';
  const shift = z - BUNDLE_ZOOM;
  return `${BUNDLE_ZOOM}-${x >> shift}-${y >> shift}`;
}

function cutTile(cutters, z, x, y) {
  const layers = {};
  for (const { name, minZoom, keep, index } of cutters) {
    const tile = z >= minZoom ? index.getTile(z, x, y) : null;
    const shown = tile?.features.filter(({ tags }) => !keep || keep(tags, z)) ?? [];
    const features = name === 'sea' ? shown.filter((feature) => !isInland(feature)) : shown;
    if (features.length > 0) layers[name] = { features: features.map(withoutHelpers) };
  }
  const names = Object.keys(layers);
  if (names.length === 0) return new Uint8Array();
  if (names.join() === 'sea' && layers.sea.features.every(isOpen)) return undefined;
  return encoded(layers);
}

function isOpen({ geometry }) {
  return geometry.length === 1 && isWhole(geometry[0]);
}

/** Inland, one of the sea's holes is as large as the tile. */
function isInland({ geometry }) {
  return geometry.slice(1).some(isWhole);
}

/** Whether a ring is a square around the tile; the outermost tiles have no buffer to the north and south. */
function isWhole(ring) {
  if (ring.length !== 5) return false;
  return [0, 1].every((axis) => {
    const at = ring.map((point) => point[axis]);
    return at.every((edge) => edge <= 0 || edge >= EXTENT) && Math.min(...at) <= 0 && Math.max(...at) >= EXTENT;
  });
}

/** A lake's area is only needed to decide whether to show it. */
function withoutHelpers(cut) {
  const tags = { ...cut.tags };
  delete tags.area;
  return { ...cut, tags };
}

/**
 * Packs tiles into one file: the length of the table (32 bits, little-endian), the table as JSON `{"z/x/y": [offset,
 * length]}` with offsets from the table's end, then the tiles.
 * @param {Map<string, Uint8Array>} tiles
 */
export function packBundle(tiles) {
  const table = {};
  let offset = 0;
  for (const [key, bytes] of tiles) {
    table[key] = [offset, bytes.length];
    offset += bytes.length;
  }
  const head = Buffer.from(JSON.stringify(table));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  return Buffer.concat([length, head, ...tiles.values()]);
}
