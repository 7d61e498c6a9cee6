import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

/**
 * Brings the base map up to date before Vite lists the files of `public`; milliseconds when it already is. Specs do
 * without it.
 * @returns {import('vite').Plugin}
 */
export function basemap() {
  return {
    name: 'basemap',
    config(_config, { mode }) {
      if (mode === 'test') return;
      execFileSync(process.execPath, [join(import.meta.dirname, 'build.mjs')], { stdio: 'inherit' });
    },
  };
}
