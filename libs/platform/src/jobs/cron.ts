const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** The longest gap a pattern can have: between two leap days around a year like 2100, which has none. */
const DAYS_MAX = 8 * 366;

const FIELDS = [
  { name: 'minute', min: 0, max: 59 },
  { name: 'hour', min: 0, max: 23 },
  { name: 'day of the month', min: 1, max: 31 },
  { name: 'month', min: 1, max: 12 },
  { name: 'day of the week', min: 0, max: 7 },
] as const;
type Field = (typeof FIELDS)[number];

/**
 * Times given by the five fields of crontab(5), in UTC: numbers, `*`, ranges, lists and steps. If both day fields are
 * restricted, a match of either suffices, as in crontab.
 */
export class Cron {
  private readonly fields: Set<number>[];

  /** @throws Error naming the invalid field, or if no such day exists. */
  constructor(private readonly pattern: string) {
    const texts = pattern.trim().split(/\s+/);
    if (texts.length !== FIELDS.length) throw new Error(`The schedule "${pattern}" must have five fields.`);
    this.fields = FIELDS.map((field, index) => parseField(field, texts[index] ?? ''));
    // Sunday is both 0 and 7.
    if (this.fields[4]?.has(7)) this.fields[4].add(0);
    if (this.latest(new Date(0)) === undefined) throw new Error(`The schedule "${pattern}" matches no day.`);
  }

  /** Returns the latest time at or before `at`; undefined if there is none for years. */
  latest(at: Date): Date | undefined {
    return this.seek(at, -1);
  }

  /** Returns the first time after `at`. */
  next(at: Date): Date | undefined {
    return this.seek(new Date(at.getTime() + 1), 1);
  }

  private seek(from: Date, direction: 1 | -1): Date | undefined {
    const ordered = (field: number) => [...(this.fields[field] ?? [])].sort((a, b) => direction * (a - b));
    const [minutes, hours] = [ordered(0), ordered(1)];
    let dayMs = Math.floor(from.getTime() / DAY_MS) * DAY_MS;
    for (let days = 0; days < DAYS_MAX; days += 1, dayMs += direction * DAY_MS) {
      if (!this.hasDay(new Date(dayMs))) continue;
      for (const hour of hours)
        for (const minute of minutes) {
          const timeMs = dayMs + hour * HOUR_MS + minute * MINUTE_MS;
          if (direction * (timeMs - from.getTime()) >= 0) return new Date(timeMs);
        }
    }
    return undefined;
  }

  private hasDay(day: Date): boolean {
    const [, , dates, months, weekdays] = this.fields;
    if (!months?.has(day.getUTCMonth() + 1)) return false;
    const [, , dateText = '', , weekdayText = ''] = this.pattern.trim().split(/\s+/);
    const [inDates, inWeekdays] = [dates?.has(day.getUTCDate()) ?? false, weekdays?.has(day.getUTCDay()) ?? false];
    const bothRestricted = !dateText.startsWith('*') && !weekdayText.startsWith('*');
    return bothRestricted ? inDates || inWeekdays : inDates && inWeekdays;
  }
}

function parseField(field: Field, text: string): Set<number> {
  const numbers = new Set<number>();
  for (const part of text.split(',')) {
    const match = /^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/.exec(part);
    const [, low, high, step] = match ?? [];
    const first = low === undefined ? field.min : Number(low);
    const last = low === undefined ? field.max : Number(high ?? (step === undefined ? low : field.max));
    const stride = Number(step ?? 1);
    if (!match || stride < 1 || first < field.min || last > field.max || first > last)
      throw new Error(`"${text}" is not a valid ${field.name} of a schedule.`);
    for (let number = first; number <= last; number += stride) numbers.add(number);
  }
  return numbers;
}
