/** Settings with a plain-text password → the URL setting that each completes. */
export const PASSWORDS = {
  DATABASE_PASSWORD: 'DATABASE_URL',
  ELASTICSEARCH_PASSWORD: 'ELASTICSEARCH_URL',
  REDIS_PASSWORD: 'REDIS_URL',
} as const;

/** Adds a password, percent-encoded, to a URL that has none. */
export function withPassword(url: string | undefined, password: string | undefined): string | undefined {
  if (url === undefined || password === undefined) return url;
  const complete = new URL(url);
  if (complete.password !== '') return url;
  complete.password = encodeURIComponent(password);
  return complete.href;
}
