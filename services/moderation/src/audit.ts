import type { DataSource } from 'typeorm';
import { lastDecisions } from './audit.sql.js';

const LINES_MAX = 10_000;

/**
 * Returns one line per decision (who decided what, when and why): the last 10,000, oldest first. User input is quoted,
 * so that it cannot break its line.
 */
export async function auditLines(source: DataSource): Promise<string[]> {
  const rows = await lastDecisions(source, LINES_MAX);
  return rows.reverse().map(({ at, who, action, note, kind, subject, title }) => {
    const words = [title, note].map((text) => (text === '' ? '' : JSON.stringify(text)));
    return [at.toISOString(), who ?? 'nobody', action, kind, subject, ...words].filter(Boolean).join('  ');
  });
}
