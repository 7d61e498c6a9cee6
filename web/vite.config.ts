import { execFileSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { serviceWorker } from './service-worker/plugin.js';

const port = process.env['API_PORT'] ?? process.env['PORT'] ?? '8080';

/** Brings the base map up to date before the files of `public` are listed; milliseconds when it already is. */
const basemap: Plugin = {
  name: 'basemap',
  config(_config, { mode }) {
    if (mode === 'test') return;
    execFileSync(process.execPath, ['basemap/build.mjs'], { cwd: import.meta.dirname, stdio: 'inherit' });
  },
};

const TEXT_FILE = /\.(js|mjs|css|svg)$/;
/** A smaller file fits into one packet anyway. */
const COMPRESS_FROM_BYTES = 1_024;

/** Writes what the gateway sends beside each file, so that it does not compress the same bytes for every visitor. */
const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  async writeBundle({ dir = 'dist' }) {
    const names = await readdir(join(dir, 'assets'));
    await Promise.all(names.filter((name) => TEXT_FILE.test(name)).map((name) => compress(join(dir, 'assets', name))));
  },
};

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path);
  if (bytes.length < COMPRESS_FROM_BYTES) return;
  const brotli = promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } });
  await writeFile(`${path}.br`, await brotli);
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
}

/** What every page loads of other people's code, in one file: in pieces it would compress worse. */
const FRAME =
  /node_modules[\\/](react|react-dom|scheduler|react-router|react-redux|redux|reselect|immer|@reduxjs|use-sync-external-store|clsx)[\\/]/;

export default defineConfig({
  plugins: [basemap, react(), serviceWorker, compressed],
  // Workspaces are read from their sources, so that a build of the web app needs no build of theirs.
  resolve: { conditions: ['@switchback/source', 'module', 'browser', 'development|production'] },
  build: {
    target: 'es2023',
    sourcemap: false,
    chunkSizeWarningLimit: 1_200,
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'frame', test: FRAME }] } } },
  },
  server: {
    proxy: { '/api': `http://localhost:${port}`, '/media': `http://localhost:${port}` },
  },
});
