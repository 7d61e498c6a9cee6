import { describe, expect, it } from 'vitest';
import { clockText, sunOf } from './sun-times.js';

/** Sunrise and sunset with their local date and time. */
function clocks(date: string, lat: number, lng: number): string[] {
  const sun = sunOf(date, { lat, lng });
  if (sun.kind !== 'rises') return [sun.kind];
  return [sun.sunrise, sun.sunset].map(
    (time) => `${dayIn(time, sun.timeZone)} ${clockText(time, sun.timeZone, false)}`,
  );
}

function dayIn(time: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(time);
}

// Aim: people read the times of the place, on the day of the place, whatever their own time zone is.
describe('the sun of a day', () => {
  it('rises and sets in local time', () => {
    // Almanacs give 5:25 AM and 8:31 PM for New York.
    const [sunrise, sunset] = clocks('2026-06-21', 40.71, -74.01);
    expect(sunrise).toMatch(/^2026-06-21 5:2[456].AM$/);
    expect(sunset).toMatch(/^2026-06-21 8:3[012].PM$/);
  });

  it.each([
    ['Kiritimati, 14 hours ahead of UTC', 1.87, -157.43],
    ['Honolulu, 10 hours behind it', 21.3, -157.86],
    ['Auckland', -36.85, 174.76],
  ])('is of the local day in %s', (_place, lat, lng) => {
    for (const clock of clocks('2026-06-05', lat, lng)) expect(clock).toMatch(/^2026-06-05 /);
  });

  it('stays up or down beyond the polar circle', () => {
    expect(clocks('2026-06-21', 69.65, 18.96)).toEqual(['staysUp']);
    expect(clocks('2026-12-21', 69.65, 18.96)).toEqual(['staysDown']);
  });

  it('names the time zone on request', () => {
    expect(clockText(new Date('2026-06-05T10:14:00Z'), 'America/New_York', true)).toMatch(/^6:14.AM EDT$/);
  });
});
