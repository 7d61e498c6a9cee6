import { isIPv4, isIPv6 } from 'node:net';

/** Represents everything that is not an IP address. */
const UNKNOWN = 'unknown';
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)$/;
/** Spelling of an IPv4-mapped IPv6 address by `URL`. */
const MAPPED = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/;

/** Normalizes an IP address as written by proxies: no port, brackets, zone or capitals, and IPv4 as IPv4. */
export function plainAddress(text: string): string {
  const trimmed = text.trim();
  const [, bracketed, v4] = WITH_PORT.exec(trimmed) ?? [];
  const [bare = ''] = (bracketed ?? v4 ?? trimmed).split('%');
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return UNKNOWN;
  const address = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const [, high, low] = MAPPED.exec(address) ?? [];
  if (high === undefined || low === undefined) return address;
  const bits = Number.parseInt(high, 16) * 0x10000 + Number.parseInt(low, 16);
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join('.');
}

/** Normalizes each address of an `x-forwarded-for` header. */
export function plainAddresses(header: string): string {
  return header.split(',').map(plainAddress).join(', ');
}

/** Returns the key of a subscriber: an IPv4 address or an IPv6 /64, which belongs to one subscriber. */
export function subscriber(address: string): string {
  const plain = plainAddress(address);
  if (!plain.includes(':')) return plain;
  const [head = '', tail = ''] = plain.split('::');
  const [before, after] = [head, tail].map((part) => (part === '' ? [] : part.split(':')));
  const gap = Array.from({ length: 8 - before!.length - after!.length }, () => '0');
  return [...before!, ...(plain.includes('::') ? gap : []), ...after!].slice(0, 4).join(':');
}
