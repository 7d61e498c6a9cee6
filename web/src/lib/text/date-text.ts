/**
 * Formats a calendar day in the browser's locale: `May 3`, or `May 3, 2027` in another year than the present one.
 * @param date YYYY-MM-DD
 */
export function dateText(date: string, now = new Date()): string {
  const isThisYear = date.startsWith(`${now.getFullYear()}-`);
  const format = new Intl.DateTimeFormat(undefined, {
    month: 'long',
    day: 'numeric',
    ...(isThisYear ? {} : { year: 'numeric' }),
    timeZone: 'UTC',
  });
  return format.format(new Date(`${date}T00:00:00Z`));
}
