import lookUpZone from '@photostructure/tz-lookup';
import type { LatLng } from '@switchback/geo/location';
import { getTimes } from 'suncalc';

/** Sunrise and sunset of one day at one place, or whether the sun stays up or down all day. */
export type Sun = ({ kind: 'rises'; sunrise: Date; sunset: Date } | { kind: 'staysUp' } | { kind: 'staysDown' }) & {
  /** IANA time zone of the place. */
  timeZone: string;
};

/**
 * Returns the sun's times of a local day.
 * @param date YYYY-MM-DD at the place
 */
export function sunOf(date: string, { lat, lng }: LatLng): Sun {
  const timeZone = lookUpZone(lat, lng);
  const { sunrise, sunset, alwaysUp } = getTimes(noonOf(date, timeZone), lat, lng);
  if (sunrise !== null && sunset !== null) return { kind: 'rises', sunrise, sunset, timeZone };
  return { kind: alwaysUp === true ? 'staysUp' : 'staysDown', timeZone };
}

/** Returns local noon: the noon of UTC may be on another local day. */
function noonOf(date: string, timeZone: string): Date {
  const utcNoon = Date.parse(`${date}T12:00:00Z`);
  return new Date(2 * utcNoon - wallClock(new Date(utcNoon), timeZone));
}

/** Returns the local date and time at an instant, as the milliseconds of the same date and time in UTC. */
function wallClock(instant: Date, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  return Date.UTC(parts['year']!, parts['month']! - 1, parts['day'], parts['hour'], parts['minute']);
}

/** Formats a time in the browser's locale and the place's time zone. */
export function clockText(time: Date, timeZone: string, withZone: boolean): string {
  return new Intl.DateTimeFormat(undefined, {
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    ...(withZone && { timeZoneName: 'short' }),
  }).format(time);
}
