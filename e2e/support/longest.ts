import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('..', import.meta.url));
/** tools/lib/durations.mjs writes it after each run of `npm test`. */
const DURATIONS = join(FOLDER, '../node_modules/.cache/switchback/durations.json');

/** Returns the files that took longest in the last run, or the largest ones before the first run. */
export function longestFiles(count: number): string[] {
  const durations = lastDurations();
  const weightOf = (file: string) => durations?.[`e2e/${file}`] ?? statSync(join(FOLDER, file)).size;
  return globSync('{api,web}/*.spec.ts', { cwd: FOLDER })
    .toSorted((a, b) => weightOf(b) - weightOf(a))
    .slice(0, count);
}

function lastDurations(): Record<string, number> | undefined {
  try {
    return JSON.parse(readFileSync(DURATIONS, 'utf8')) as Record<string, number>;
  } catch {
    return undefined;
  }
}
