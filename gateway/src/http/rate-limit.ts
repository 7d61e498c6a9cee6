import { isIPv6 } from 'node:net';
import type { Clock } from '@switchback/platform/clock';

const WINDOW_MS = 60_000;
const ADDRESSES_MAX = 20_000;

interface Window {
  endsAtMs: number;
  calls: number;
}

/** Counts calls by address in windows of a minute that begin with an address's first call. */
export class RateLimit {
  readonly #windows = new Map<string, Window>();
  readonly #perMinute: number;
  readonly #clock: Pick<Clock, 'monotonicMs'>;

  /** @param perMinute calls an address may make; 0 sets no limit. */
  constructor(perMinute: number, clock: Pick<Clock, 'monotonicMs'>) {
    this.#perMinute = perMinute;
    this.#clock = clock;
  }

  /** Counts a call. Answers 0 when it may go on, else after how many seconds the caller may try again. */
  take(address: string): number {
    if (this.#perMinute === 0) return 0;
    const now = this.#clock.monotonicMs();
    const key = subscriber(address);
    const window = this.#windows.get(key);
    if (!window || window.endsAtMs <= now) {
      this.#windows.delete(key);
      this.#makeRoom();
      this.#windows.set(key, { endsAtMs: now + WINDOW_MS, calls: 1 });
      return 0;
    }
    window.calls += 1;
    return window.calls <= this.#perMinute ? 0 : Math.max(1, Math.ceil((window.endsAtMs - now) / 1_000));
  }

  /** Addresses held now. */
  get size(): number {
    return this.#windows.size;
  }

  /** Windows stand in the order of their beginnings, and all last as long: the first is the first to end. */
  #makeRoom(): void {
    if (this.#windows.size < ADDRESSES_MAX) return;
    const oldest = this.#windows.keys().next();
    if (!oldest.done) this.#windows.delete(oldest.value);
  }
}

/** Who holds an address: one subscriber has a whole /64 of IPv6. */
function subscriber(address: string): string {
  if (!address.includes(':')) return address;
  if (address.startsWith('::ffff:') && address.includes('.')) return address.slice(7);
  if (!isIPv6(address)) return address;
  const [head = ''] = address.split('::');
  return head === '' ? address : head.split(':').slice(0, 4).join(':');
}
