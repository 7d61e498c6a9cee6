import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { basemap } from './basemap/plugin.mjs';

const port = process.env['PORT'] ?? '8080';

export default defineConfig({
  plugins: [basemap(), react()],
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
    restoreMocks: true,
  },
});
