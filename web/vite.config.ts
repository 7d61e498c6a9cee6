import { execFileSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { firstLoad } from './first-load/plugin.js';
import { serviceWorker } from './service-worker/plugin.js';

const port = process.env['API_PORT'] ?? process.env['PORT'] ?? '8080';

/** Updates the base map before Vite lists the files of `public`; takes milliseconds if it is up to date. */
const basemap: Plugin = {
  name: 'basemap',
  config(_config, { mode }) {
    if (mode === 'test') return;
    execFileSync(process.execPath, ['basemap/build.mjs'], { cwd: import.meta.dirname, stdio: 'inherit' });
  },
};

const TEXT_FILE = /\.(js|mjs|css|svg)$/;
/** Smaller files fit into one packet anyway. */
const COMPRESS_FROM_BYTES = 1_024;

/** Writes compressed copies next to each file, so that the gateway need not compress it for every visitor. */
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

/** Third-party code that every page loads. */
const FRAME =
  /node_modules[\\/](react|react-dom|scheduler|react-router|react-redux|redux|reselect|immer|@reduxjs|use-sync-external-store|clsx)[\\/]/;

/**
 * Chunks that most first visits load, each with all its imports: on a slow network, every further request costs more
 * than its bytes.
 */
const FIRST_CHUNKS = [
  { name: 'frame', test: FRAME, priority: 3 },
  { name: 'initial', tags: ['$initial' as const], priority: 2 },
  { name: 'landing', test: /[\\/]LandingPage\.tsx$/, priority: 1 },
  { name: 'buttons', test: /[\\/]@mantine[\\/]core[\\/].*[\\/]Button[\\/]/, priority: 1 },
  // Small, so that Explore's first search need not wait for the page.
  { name: 'first-search', test: /[\\/]first-search\.ts$/, priority: 1 },
  { name: 'explore', test: /[\\/]ExploreRoute\.tsx$/ },
];

export default defineConfig({
  plugins: [basemap, react(), firstLoad, serviceWorker, compressed],
  // Resolves workspaces to their sources, so that the web app builds without building them first.
  resolve: { conditions: ['@switchback/source', 'module', 'browser', 'development|production'] },
  build: {
    target: 'es2023',
    // A browser that cannot preload modules, such as Safari 16, only loads them later.
    modulePreload: { polyfill: false },
    sourcemap: false,
    chunkSizeWarningLimit: 1_200,
    rolldownOptions: { output: { codeSplitting: { groups: FIRST_CHUNKS } } },
  },
  server: {
    proxy: { '/api': `http://localhost:${port}`, '/media': `http://localhost:${port}` },
  },
});
