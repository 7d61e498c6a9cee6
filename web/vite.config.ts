import { execFileSync } from 'node:child_process';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const port = process.env['API_PORT'] ?? process.env['PORT'] ?? '8080';

/** Brings the base map up to date before the files of `public` are listed; milliseconds when it already is. */
const basemap: Plugin = {
  name: 'basemap',
  config(_config, { mode }) {
    if (mode === 'test') return;
    execFileSync(process.execPath, ['basemap/build.mjs'], { cwd: import.meta.dirname, stdio: 'inherit' });
  },
};

export default defineConfig({
  plugins: [basemap, react()],
  // Workspaces are read from their sources, so that a build of the web app needs no build of theirs.
  resolve: { conditions: ['@switchback/source', 'module', 'browser', 'development|production'] },
  build: { target: 'es2023', sourcemap: false, chunkSizeWarningLimit: 1_200 },
  server: {
    proxy: { '/api': `http://localhost:${port}`, '/media': `http://localhost:${port}` },
  },
  test: {
    environment: 'jsdom',
    setupFiles: ['src/testing/setup.ts'],
    include: ['src/**/*.spec.{ts,tsx}', 'basemap/**/*.spec.{ts,mjs}'],
    exclude: ['src/**/*.browser.spec.ts'],
    testTimeout: 20_000,
    restoreMocks: true,
  },
});
