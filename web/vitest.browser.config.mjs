import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { launchOptions } from '../e2e/support/browser.ts';

/** What only a browser that draws can tell: specs named `*.browser.spec.ts`, in the Chromium that the e2e suite uses. */
export default defineConfig({
  resolve: { conditions: ['@switchback/source', 'module', 'browser', 'development|production'] },
  // The engine finds its worker beside its own module, which bundling it beforehand would move.
  optimizeDeps: { exclude: ['maplibre-gl'] },
  test: {
    include: ['src/**/*.browser.spec.ts'],
    // A guard against hangs: a machine that is busy takes its time to draw.
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
