import { LIMITS } from '@switchback/contracts/rules/limits';
import { PLANNERS } from './planners.js';
import type { UrlStop } from './written-point.js';

/** Hosts of short links, which hold only a reference and would have to be fetched. */
const SHORTENED = /^(?:maps\.app\.goo\.gl|goo\.gl|g\.co|bit\.ly|apple\.co|osm\.org|maps\.apple|her\.is)$/i;
/** Limits for addresses in a text and for nested addresses. */
const ADDRESSES_MAX = 5;
const NESTED_MAX = 3;

type Found = UrlStop[] | 'shortened' | null;

/**
 * Reads the stops of a route from the address of a maps page, also inside a sentence or another address. Fetches
 * nothing.
 * @returns null without an address; `shortened` for a short link; fewer than two stops without a route.
 */
export function readMapsUrl(text: string): Found {
  let best: Found = null;
  for (const address of addressesIn(text.trim().slice(0, LIMITS.mapsUrlMax))) {
    const found = readAddress(address, NESTED_MAX);
    if (Array.isArray(found) && found.length >= 2) return found;
    if (best === null || found === 'shortened') best = found;
  }
  return best;
}

/** Returns the texts that may be an address, the most likely first. */
function addressesIn(text: string): string[] {
  const starts = [...text.matchAll(/https?:\/\/|(?<![\w/.])www\./gi)].slice(0, ADDRESSES_MAX).map(({ index }) => index);
  const cut = starts.map((at) => /^\S*/.exec(text.slice(at))![0].replace(/[.,;!?)\]}>]{1,8}$/, ''));
  const whole = /^[a-z][a-z\d+.-]*:/i.test(text) || starts[0] === 0 || starts.length === 0 ? [text] : [];
  // Unencoded blanks: the text after them belongs to the address if it continues with separators.
  const goesOn = starts.length === 1 && /^\S+\s.*[/&=|]/s.test(text);
  return goesOn ? [...whole, ...cut] : [...cut, ...whole];
}

function readAddress(text: string, depth: number): Found {
  const url = parse(text);
  if (!url) return null;
  if (SHORTENED.test(url.hostname)) return 'shortened';
  const stops = stopsIn(url);
  if (stops.length >= 2 || depth === 0) return stops;
  const inner = [...url.searchParams.values()].map(decodedOnce).filter((value) => /^https?:\/\//i.test(value));
  for (const address of inner.slice(0, ADDRESSES_MAX)) {
    const found = readAddress(address, depth - 1);
    if (found === 'shortened' || (found?.length ?? 0) >= 2) return found;
  }
  return stops;
}

function stopsIn(url: URL): UrlStop[] {
  const planners = PLANNERS.filter(({ hosts }) => hosts.test(url.hostname));
  for (const read of planners.flatMap((planner) => planner.read)) {
    const stops = read(url);
    if (stops.length >= 2) return stops;
  }
  return [];
}

function decodedOnce(value: string): string {
  try {
    return /^https?%3a/i.test(value) ? decodeURIComponent(value) : value;
  } catch {
    return value;
  }
}

function parse(text: string): URL | null {
  const address = /^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  return /^https?:$/.test(url.protocol) && url.hostname.includes('.') ? url : null;
}
