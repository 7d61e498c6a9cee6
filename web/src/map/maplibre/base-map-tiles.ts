import { addProtocol } from 'maplibre-gl';

/** `index.json` next to the bundles, as written by `web/basemap/build.mjs`. */
interface BaseMapIndex {
  version: string;
  maxZoom: number;
  worldZoom: number;
  bundleZoom: number;
  bundles: string[];
  /** The tile of the open sea, in base64: stands for each tile that no bundle holds. */
  sea: string;
}

interface Bundle {
  bytes: ArrayBuffer;
  /** Offset and length of each tile by `z/x/y`. */
  table: Record<string, readonly [number, number]>;
  /** Base of the offsets. */
  start: number;
}

export const BASE_MAP_PROTOCOL = 'basemap';
/** Name of the tile source in a style. */
export const BASE_MAP_SOURCE = 'basemap';
export const BASE_MAP_MAX_ZOOM = 7;
const GZIP_MAGIC = [0x1f, 0x8b];
const FETCH_TIMEOUT_MS = 20_000;
/** The widest view needs a dozen; the rest is cached for going back. */
const BUNDLES_HELD_MAX = 48;

/** Reads the tiles of the shipped base map: fetches bundles of neighboring tiles, each once. */
export class BaseMapTiles {
  private readonly folder: URL;
  private index: Promise<BaseMapIndex> | undefined;
  private readonly bundles = new Map<string, Promise<Bundle>>();

  constructor(folder: URL) {
    this.folder = folder;
  }

  /** Returns a vector tile; empty if it is land without features. */
  async tile(z: number, x: number, y: number): Promise<ArrayBuffer> {
    this.index ??= this.readIndex();
    const index = await this.index;
    const name = bundleOf(index, z, x, y);
    if (!index.bundles.includes(name)) return openSea(index);
    const { bytes, table, start } = await this.bundle(name, index.version);
    const entry = table[`${z}/${x}/${y}`];
    if (entry === undefined) return openSea(index);
    return bytes.slice(start + entry[0], start + entry[0] + entry[1]);
  }

  /** Does not cache a failed read, so that the next tile retries it. */
  private readIndex(): Promise<BaseMapIndex> {
    const index = get(new URL('index.json', this.folder)).then((response) => response.json() as Promise<BaseMapIndex>);
    index.catch(() => (this.index = undefined));
    return index;
  }

  private bundle(name: string, version: string): Promise<Bundle> {
    const held = this.bundles.get(name);
    if (held !== undefined) return held;
    const bundle = readBundle(new URL(`${name}.tiles?v=${version}`, this.folder));
    this.bundles.set(name, bundle);
    bundle.catch(() => this.bundles.delete(name));
    for (const oldest of this.bundles.keys()) {
      if (this.bundles.size <= BUNDLES_HELD_MAX) break;
      this.bundles.delete(oldest);
    }
    return bundle;
  }
}

function bundleOf({ worldZoom, bundleZoom }: BaseMapIndex, z: number, x: number, y: number): string {
  if (z <= worldZoom) return 'world';
  const shift = z - bundleZoom;
  return `${bundleZoom}-${x >> shift}-${y >> shift}`;
}

/** A new copy for each tile: the engine transfers it to its worker. */
function openSea({ sea }: BaseMapIndex): ArrayBuffer {
  return Uint8Array.from(atob(sea), (letter) => letter.charCodeAt(0)).buffer;
}

async function get(address: URL): Promise<Response> {
  const response = await fetch(address, { signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
  if (!response.ok) throw new Error(`The base map answered ${response.status}.`);
  return response;
}

async function readBundle(address: URL): Promise<Bundle> {
  const bytes = await unzipped(await (await get(address)).arrayBuffer());
  const head = new DataView(bytes).getUint32(0, true);
  const table = JSON.parse(new TextDecoder().decode(new Uint8Array(bytes, 4, head))) as Bundle['table'];
  return { bytes, table, start: 4 + head };
}

/** A server that sends the files with a gzip encoding has them decompressed by the browser. */
async function unzipped(bytes: ArrayBuffer): Promise<ArrayBuffer> {
  const [first, second] = new Uint8Array(bytes, 0, 2);
  if (first !== GZIP_MAGIC[0] || second !== GZIP_MAGIC[1]) return bytes;
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

let registered = false;

/** Registers `basemap://{z}/{x}/{y}` for every map of the page. */
export function registerBaseMap(): void {
  if (registered) return;
  registered = true;
  const tiles = new BaseMapTiles(new URL(`${import.meta.env.BASE_URL}basemap/`, globalThis.location.origin));
  addProtocol(BASE_MAP_PROTOCOL, async ({ url }) => {
    const [z, x, y] = url.slice(`${BASE_MAP_PROTOCOL}://`.length).split('/').map(Number);
    return { data: await tiles.tile(z ?? 0, x ?? 0, y ?? 0) };
  });
}
