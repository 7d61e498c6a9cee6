import type { RangeResponse, Source } from 'pmtiles';
import type { MapStore } from './map-store.js';

interface Ports {
  store: Pick<MapStore, 'range'>;
  /** Reads bytes that are not on the device; null reads nothing else. */
  network: Pick<Source, 'getBytes'> | null;
}

const TIMEOUT_MS = 20_000;

/** Ranges of an archive: from the device if they are there, which needs no network, else from the server. */
export class DeviceSource implements Source {
  readonly #address: string;
  readonly #ports: Ports;

  constructor(address: string, ports: Ports) {
    this.#address = address;
    this.#ports = ports;
  }

  getKey(): string {
    return this.#address;
  }

  async getBytes(offset: number, length: number, signal?: AbortSignal, etag?: string): Promise<RangeResponse> {
    const { store, network } = this.#ports;
    // A browser that stores nothing still has the network.
    const stored = await store.range(this.#address, offset).catch(() => undefined);
    if (stored !== undefined) return { data: stored.slice(0, length) };
    if (network === null) throw new Error('Not on this device.');
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    return network.getBytes(offset, length, signal ? AbortSignal.any([signal, timeout]) : timeout, etag);
  }
}
