import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
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
  writeBundle({ dir = 'dist' }) {
    for (const entry of readdirSync(join(dir, 'assets'), { withFileTypes: true })) {
      const path = join(dir, 'assets', entry.name);
      const bytes = TEXT_FILE.test(entry.name) ? readFileSync(path) : Buffer.alloc(0);
      if (bytes.length < COMPRESS_FROM_BYTES) continue;
      writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }));
      writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
    }
  },
};

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
