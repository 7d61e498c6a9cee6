import { isIPv4, isIPv6 } from 'node:net';
import type { Limit, Limits } from '@switchback/platform/limits/limits';

const WINDOW_MS = 60_000;

/** Counts calls by address in windows of a minute that begin with an address's first call. */
export class RateLimit {
  readonly #limit: Limit;
  readonly #limits: Pick<Limits, 'take'>;

  /** @param perMinute calls an address may make; 0 sets no limit. */
  constructor(perMinute: number, limits: Pick<Limits, 'take'>) {
    this.#limit = { name: 'calls', calls: perMinute, windowMs: WINDOW_MS };
    this.#limits = limits;
  }

  /** Counts a call. Answers 0 when it may go on, else after how many seconds the caller may try again. */
  async take(address: string): Promise<number> {
    if (this.#limit.calls === 0) return 0;
    return Math.ceil((await this.#limits.take(this.#limit, subscriber(address))) / 1_000);
  }
}

/** What everybody shares whose address cannot be read: a header that a proxy passed on may say anything. */
const UNKNOWN = 'unknown';
/** With a port, or in the brackets that keep one apart. */
const WITH_PORT = /^\[([^\]]*)\](?::\d{1,5})?$|^([\d.]+):\d{1,5}$/;
const MAPPED = /^::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/;

/**
 * Who holds an address: one subscriber has a whole /64 of IPv6, its four groups in lower case without leading zeros. However
 * a proxy spells an address, with a port, in brackets, or IPv4 within IPv6, it is the same subscriber.
 */
export function subscriber(written: string): string {
  const [, bracketed, withPort] = WITH_PORT.exec(written) ?? [];
  const [address = ''] = (bracketed ?? withPort ?? written).split('%');
  if (isIPv4(address)) return address;
  if (!isIPv6(address)) return UNKNOWN;
  // As RFC 5952 has it, which leaves one spelling of each.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const mapped = MAPPED.exec(canonical);
  if (mapped) return [mapped[1], mapped[2]].flatMap((group) => bytesOf(parseInt(group ?? '', 16))).join('.');
  const [head = [], tail] = canonical.split('::').map((groups) => groups.split(':').filter(Boolean));
  const zeros = tail === undefined ? 0 : 8 - head.length - tail.length;
  return [...head, ...Array<string>(zeros).fill('0'), ...(tail ?? [])].slice(0, 4).join(':');
}

function bytesOf(group: number): number[] {
  return [group >> 8, group & 0xff];
}
