import { isWebUrl } from './web-url.js';

/** From the first zone in which a day starts to UTC, and from UTC to the last zone in which it ends. */
const EARLIEST_ZONE_HOURS = 14;
const LATEST_ZONE_HOURS = 12;
const HOUR_MS = 3_600_000;

export type DealState = 'upcoming' | 'current' | 'ended';

/** First and last day of a deal, both inclusive: YYYY-MM-DD. */
export interface DealDays {
  from: string;
  until: string;
}

/** Returns the first and the last date that it is anywhere on Earth. */
export function datesOnEarth(now: Date): { first: string; last: string } {
  const dateAt = (hours: number) => new Date(now.getTime() + hours * HOUR_MS).toISOString().slice(0, 10);
  return { first: dateAt(-LATEST_ZONE_HOURS), last: dateAt(EARLIEST_ZONE_HOURS) };
}

/** Returns the state of a deal. It is current as long as it is one of its days anywhere on Earth. */
export function dealState({ from, until }: DealDays, now: Date): DealState {
  const { first, last } = datesOnEarth(now);
  if (from > last) return 'upcoming';
  return until < first ? 'ended' : 'current';
}

/** Reports whether a text is a link that a deal may have: a web URL with https. */
export function isDealLink(text: string): boolean {
  return isWebUrl(text) && new URL(text).protocol === 'https:';
}
