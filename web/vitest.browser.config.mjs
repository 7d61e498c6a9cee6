import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { launchOptions } from '../e2e/support/browser.ts';

/** Runs specs that need a browser that renders, named `*.browser.spec.ts`, in the same Chromium as the e2e suite. */
export default defineConfig({
  resolve: { conditions: ['@switchback/source', 'module', 'browser', 'development|production'] },
  // The engine looks for its worker next to its own module, and pre-bundling would move the module.
  optimizeDeps: { exclude: ['maplibre-gl'] },
  test: {
    include: ['src/**/*.browser.spec.ts'],
    // Guards against hangs: drawing takes long on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      viewport: { width: 1000, height: 700 },
      provider: playwright({ launchOptions: await launchOptions() }),
      instances: [{ browser: 'chromium' }],
    },
  },
});
