import { LIMITS } from '@switchback/contracts/rules/limits';
import { ADDRESS_START, pagesOf } from './maps-url-apps.js';
import { pageOf } from './maps-url-page.js';
import { isShortened } from './maps-url-shortened.js';
import { stopsOfPage } from './planners.js';
import type { UrlStop } from './written-point.js';

/** Limits for addresses in a text and for nested addresses. */
const ADDRESSES_MAX = 5;
const NESTED_MAX = 3;

type Found = UrlStop[] | 'shortened' | null;

/**
 * Reads the stops of a route from the address of a maps page or app, also inside a sentence, markup or another
 * address. Fetches nothing.
 * @returns null without an address; `shortened` for a short link; fewer than two stops without a route.
 */
export function readMapsUrl(text: string): Found {
  const plain = text.trim().slice(0, LIMITS.mapsUrlMax).replaceAll('&amp;', '&');
  return best(addressesIn(plain).map((address) => () => readAddress(address, NESTED_MAX)));
}

/** Returns the texts that may be an address, the most likely first. */
function addressesIn(text: string): string[] {
  const starts = [...text.matchAll(ADDRESS_START)].slice(0, ADDRESSES_MAX).map(({ index }) => index);
  const cut = starts.map((at) => cutAddress(text, at));
  const whole = /^[a-z][a-z\d+.-]*:/i.test(text) || starts[0] === 0 || starts.length === 0 ? [text] : [];
  // Unencoded blanks: the text after them belongs to the address if it continues with separators.
  const goesOn = starts.length === 1 && /^\S+\s.*[/&=|]/s.test(text);
  return goesOn ? [...whole, ...cut] : [...cut, ...whole];
}

/** Cuts an address from a text: it ends at a blank, in markup at the closing quote. */
function cutAddress(text: string, at: number): string {
  const [address] = /^\S*/.exec(text.slice(at))!;
  const quote = /=\s*(["'])$/.exec(text.slice(0, at))?.[1];
  return quote ? address.split(quote)[0]! : address.split(/[<>]/)[0]!.replace(/[.,;!?)\]}]{1,8}$/, '');
}

function readAddress(text: string, depth: number): Found {
  return best(pagesOf(text).map((url) => () => readPage(url, depth)));
}

function readPage(url: URL, depth: number): Found {
  const page = pageOf(url);
  const stops = stopsOfPage(page);
  // Ids alone say nothing about a route.
  const isRoute = stops.length >= 2 && stops.some(({ label }) => label !== '');
  if (isRoute) return stops;
  const inner = depth === 0 ? [] : page.query.texts().map(decodedOnce).filter(isAddress).slice(0, ADDRESSES_MAX);
  const found = best(inner.map((address) => () => readAddress(address, depth - 1)));
  if (found === 'shortened' || (found?.length ?? 0) >= 2) return found;
  return isShortened(url) ? 'shortened' : [];
}

/** Returns the first route, else that there is a short link, else that there is an address. */
function best(attempts: readonly (() => Found)[]): Found {
  let fallback: Found = null;
  for (const attempt of attempts) {
    const found = attempt();
    if (Array.isArray(found) && found.length >= 2) return found;
    if (fallback === null || found === 'shortened') fallback = found;
  }
  return fallback;
}

function isAddress(value: string): boolean {
  return value.search(ADDRESS_START) === 0;
}

function decodedOnce(value: string): string {
  try {
    return /^[a-z.-]+%3a/i.test(value) ? decodeURIComponent(value) : value;
  } catch {
    return value;
  }
}
