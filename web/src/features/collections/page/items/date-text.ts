/**
 * Formats a calendar day with its weekday in the browser's locale: `Fri, Jun 5`.
 * @param date YYYY-MM-DD
 */
export function shortDateText(date: string): string {
  const format = new Intl.DateTimeFormat(undefined, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });
  return format.format(new Date(`${date}T00:00:00Z`));
}

/**
 * Formats a calendar day with its year in the browser's locale: `June 5, 2026`.
 * @param date YYYY-MM-DD
 */
export function longDateText(date: string): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  );
}
