import { addProtocol, type AddProtocolAction, type RequestParameters } from 'maplibre-gl';
import { FetchSource, PMTiles, Protocol } from 'pmtiles';
import { DeviceSource } from '../../lib/offline/streets/device-source.js';
import { deviceStore, type MapStore } from '../../lib/offline/streets/map-store.js';

export const STREETS_PROTOCOL = 'pmtiles';

type Store = Pick<MapStore, 'range' | 'maps'>;
type Answer = Awaited<ReturnType<AddProtocolAction>>;
type Network = (address: string) => FetchSource;

/** Reads street tiles: from the device, else from the server, else from an earlier archive on the device. */
export class StreetTiles {
  readonly #store: Store;
  readonly #network: Network;
  readonly #current = new Protocol();
  readonly #earlier = new Protocol();

  constructor(store: Store, network: Network = (address) => new FetchSource(address)) {
    this.#store = store;
    this.#network = network;
  }

  /** Adds an archive; no-op if it was added before. */
  add(address: string): void {
    if (this.#current.get(address) === undefined) this.#open(address);
  }

  /** Returns a tile, or the description of the archive: see MapLibre's `addProtocol`. */
  async tile(request: RequestParameters, abort: AbortController): Promise<Answer> {
    try {
      return (await this.#current.tilev4(request, abort)) as Answer;
    } catch (error) {
      if (abort.signal.aborted) throw error;
      const earlier = await this.#fromEarlier(request, abort);
      if (earlier === null) throw error;
      return earlier;
    }
  }

  #open(address: string): void {
    this.#current.add(new PMTiles(new DeviceSource(address, { store: this.#store, network: this.#network(address) })));
  }

  /** The region may have been built again since the maps were stored, and the server is unavailable. */
  async #fromEarlier(request: RequestParameters, abort: AbortController): Promise<Answer | null> {
    const current = [...this.#current.tiles.keys()].find((address) => request.url.includes(address)) ?? '';
    // An archive that could not be opened must not stay closed once there is a network again.
    await this.#current
      .get(current)
      ?.getHeader()
      .catch(() => this.#open(current));
    const maps = await this.#store.maps().catch(() => []);
    const archives = new Set(maps.toSorted((a, b) => b.usedAt - a.usedAt).map(({ archive }) => archive));
    for (const archive of archives) {
      if (archive === '' || archive === current) continue;
      if (this.#earlier.get(archive) === undefined)
        this.#earlier.add(new PMTiles(new DeviceSource(archive, { store: this.#store, network: null })));
      const url = request.url.replace(current, archive);
      const found = await this.#earlier.tilev4({ ...request, url }, abort).catch(() => null);
      if (found === null) continue;
      if (request.type !== 'json') return found as Answer;
      return { data: { ...(found.data as object), tiles: [`${request.url}/{z}/{x}/{y}`] } };
    }
    return null;
  }
}

let tiles: StreetTiles | undefined;

/** Registers the archive for every map of the page. */
export function registerStreets(address: string): void {
  if (tiles === undefined) {
    tiles = new StreetTiles(deviceStore);
    const opened = tiles;
    addProtocol(STREETS_PROTOCOL, (request, abort) => opened.tile(request, abort));
  }
  tiles.add(address);
}
