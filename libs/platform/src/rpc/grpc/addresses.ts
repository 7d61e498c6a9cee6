import { lookup } from 'node:dns/promises';
import { experimental, status } from '@grpc/grpc-js';

const SCHEME = 'switchback';
/** Interval of repeated DNS lookups: the maximum delay until a new instance is found. */
const LOOKUP_INTERVAL_MS = 5_000;
/** Minimum interval: a balancer with an unavailable instance requests lookups as long as the instance is down. */
const ASKED_INTERVAL_MS = 500;

/** Returns the gRPC target for these addresses, each `host:port`. */
export function targetFor(addresses: readonly string[]): string {
  return `${SCHEME}:${addresses.join(',')}`;
}

/**
 * Resolves a list of addresses to instances: all addresses of each name, refreshed while calls are made, so that calls
 * spread over instances that come and go. gRPC's own resolvers accept one name or only numeric addresses, and look a
 * name up again only after a lost connection.
 */
class AddressList implements experimental.Resolver {
  readonly #addresses: readonly experimental.HostPort[];
  /** Last successful result per name, which stays in use while the name server is unavailable. */
  readonly #found = new Map<string, readonly string[]>();
  #notified = '';
  #timer: NodeJS.Timeout | undefined;
  #isLookingUp = false;
  #isDestroyed = false;
  #lookedUpAtMs = -Infinity;

  constructor(
    private readonly target: experimental.GrpcUri,
    private readonly listener: experimental.ResolverListener,
  ) {
    this.#addresses = target.path.split(',').flatMap((address) => experimental.splitHostPort(address) ?? []);
  }

  /** Called by gRPC at first and whenever a connection is lost. */
  updateResolution(): void {
    this.#isDestroyed = false;
    if (!this.#isLookingUp) this.#updateAfter(this.#lookedUpAtMs + ASKED_INTERVAL_MS - performance.now());
  }

  destroy(): void {
    this.#isDestroyed = true;
    this.#notified = '';
    clearTimeout(this.#timer);
  }

  static getDefaultAuthority({ path }: experimental.GrpcUri): string {
    return path.split(',')[0] ?? '';
  }

  #updateAfter(delayMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#update(), Math.max(0, delayMs)).unref();
  }

  async #update(): Promise<void> {
    this.#isLookingUp = true;
    await Promise.all(this.#addresses.map(({ host }) => this.#lookUp(host)));
    this.#isLookingUp = false;
    this.#lookedUpAtMs = performance.now();
    if (this.#isDestroyed) return;
    this.#updateAfter(LOOKUP_INTERVAL_MS);
    this.#notify();
  }

  async #lookUp(host: string): Promise<void> {
    const answers = await lookup(host, { all: true }).catch(() => []);
    if (answers.length > 0) {
      const addresses = answers.map(({ address }) => address).sort();
      this.#found.set(host, addresses);
    }
  }

  #notify(): void {
    const instances = this.#addresses.flatMap(({ host, port = 0 }) =>
      (this.#found.get(host) ?? []).map((address) => ({ host: address, port })),
    );
    const known = JSON.stringify(instances);
    if (known === this.#notified) return;
    this.#notified = known;
    const endpoints = instances.map((instance) => ({ addresses: [instance] }));
    const details = `No address was found for ${this.target.path}`;
    if (endpoints.length > 0) this.listener(experimental.statusOrFromValue(endpoints), {}, null, '');
    else this.listener(experimental.statusOrFromError({ code: status.UNAVAILABLE, details }), {}, null, '');
  }
}

experimental.registerResolver(SCHEME, AddressList);
