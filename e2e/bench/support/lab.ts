import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { launchOptions } from '../../support/browser.js';

/** From the goals: a mid-range phone next to a desktop. */
const SLOWDOWN = 4;
const QUIET_MS = 500;
const SETTLE_TIMEOUT_MS = 60_000;

export const SCREENS = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
} as const;
export type Screen = keyof typeof SCREENS;

/** Loading metrics that a person notices. Milliseconds since the start of the navigation; the shift has no unit. */
export interface Vitals {
  largestPaintMs: number;
  layoutShift: number;
}

export async function openBrowser(): Promise<Browser> {
  return chromium.launch(await launchOptions());
}

/** Opens a page with empty caches. `slow` makes the processor four times slower, like a phone's. */
export async function openPage(
  browser: Browser,
  { screen, slow }: { screen: Screen; slow: boolean },
): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({ viewport: SCREENS[screen], locale: 'en-US', timezoneId: 'UTC' });
  const page = await context.newPage();
  if (slow) {
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  }
  await page.addInitScript(observeVitals);
  return { page, context };
}

interface LabWindow {
  vitals: Vitals & { busyUntilMs: number };
}

/** Runs in the page before its own scripts. */
function observeVitals(): void {
  const vitals = { largestPaintMs: 0, layoutShift: 0, busyUntilMs: 0 };
  (globalThis as unknown as LabWindow).vitals = vitals;
  const observe = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  observe('largest-contentful-paint', ({ startTime }) => (vitals.largestPaintMs = startTime));
  observe('longtask', ({ startTime, duration }) => (vitals.busyUntilMs = startTime + duration));
  // The worst burst of shifts, as browsers define it: gaps of at most a second, at most five seconds in all.
  let burst = { start: 0, last: 0, sum: 0 };
  observe('layout-shift', (entry) => {
    const { startTime, value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (hadRecentInput) return;
    const goesOn = startTime - burst.last < 1_000 && startTime - burst.start < 5_000;
    burst = goesOn
      ? { ...burst, last: startTime, sum: burst.sum + value }
      : { start: startTime, last: startTime, sum: value };
    vitals.layoutShift = Math.max(vitals.layoutShift, burst.sum);
  });
}

/** Waits until the network is idle and no long task has run for half a second. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: SETTLE_TIMEOUT_MS });
  await page.waitForFunction(
    (quiet) => performance.now() - (globalThis as unknown as LabWindow).vitals.busyUntilMs > quiet,
    QUIET_MS,
    { polling: 100, timeout: SETTLE_TIMEOUT_MS },
  );
}

export function vitalsOf(page: Page): Promise<Vitals> {
  return page.evaluate(() => (globalThis as unknown as LabWindow).vitals);
}
