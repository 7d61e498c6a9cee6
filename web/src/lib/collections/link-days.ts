import { daysOf, type TripDays } from '@switchback/contracts/rules/collections';
import { SECRET_LINK_DAYS } from '@switchback/contracts/rules/secret-links';

/** Days of a link; null for no end. */
export type LinkDays = (typeof SECRET_LINK_DAYS)[number] | null;

const DAY_MS = 86_400_000;
const DAYS_AFTER_TRIP = 7;
const USUAL = 7 satisfies LinkDays;
const LONGEST = 90 satisfies LinkDays;

/**
 * Returns the shortest lifetime of a link that still holds a week after the last day of a trip, when its travelers look
 * back at it; the longest one if none does, since only a person chooses that a link has no end. A list without dates has
 * the usual lifetime.
 */
export function linkDaysFor({ start, days }: TripDays, now: Date): LinkDays {
  if (start === null) return USUAL;
  const over = Date.parse(start) + (daysOf({ start, days }) + DAYS_AFTER_TRIP) * DAY_MS;
  const needed = Math.max((over - now.getTime()) / DAY_MS, USUAL);
  return SECRET_LINK_DAYS.find((each) => each >= needed) ?? LONGEST;
}
