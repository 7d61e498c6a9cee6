// Aim: schedules follow crontab(5), in UTC, across ends of months, leap days and both kinds of day.
import { describe, expect, it } from '@jest/globals';
import { Cron } from './cron.js';

const at = (text: string) => new Date(`${text}Z`);
const stamp = (date: Date | undefined) => date?.toISOString().slice(0, 16);

describe('Cron', () => {
  it.each([
    ['* * * * *', '2026-11-21T18:30:30', '2026-11-21T18:30', '2026-11-21T18:31'],
    ['*/15 * * * *', '2026-11-21T18:30:00', '2026-11-21T18:30', '2026-11-21T18:45'],
    ['10 3 * * *', '2026-11-21T03:09:59', '2026-11-20T03:10', '2026-11-21T03:10'],
    ['0 0 1 * *', '2026-12-31T23:59:59', '2026-12-01T00:00', '2027-01-01T00:00'],
    ['30 12 29 2 *', '2026-11-21T00:00:00', '2024-02-29T12:30', '2028-02-29T12:30'],
    ['0 6 * * 7', '2026-11-21T00:00:00', '2026-11-15T06:00', '2026-11-22T06:00'],
    ['0 6 * * 1-5/2', '2026-11-21T00:00:00', '2026-11-20T06:00', '2026-11-23T06:00'],
    ['0 0 13 * 5', '2026-11-21T00:00:00', '2026-11-20T00:00', '2026-11-27T00:00'],
    ['5,50 8-9 * 1,11 *', '2026-11-21T08:30:00', '2026-11-21T08:05', '2026-11-21T08:50'],
    ['50/5 23 31 12 *', '2026-11-21T00:00:00', '2025-12-31T23:55', '2026-12-31T23:50'],
  ])('%s at %s', (pattern, now, latest, next) => {
    const cron = new Cron(pattern);
    expect([stamp(cron.latest(at(now))), stamp(cron.next(at(now)))]).toEqual([latest, next]);
  });

  it.each([
    '* * * *',
    '60 * * * *',
    '* 24 * * *',
    '* * 0 * *',
    '* * * 13 *',
    '* * * * 8',
    '*/0 * * * *',
    '5-3 * * * *',
    '0 0 31 2 *',
    '@daily',
    'a * * * *',
    '1,,2 * * * *',
    '',
  ])('rejects "%s"', (pattern) => {
    expect(() => new Cron(pattern)).toThrow();
  });
});
