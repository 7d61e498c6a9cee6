import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';

export { expect, type Page };

interface Fixtures {
  /** Fails the test if the page logged an error or sent a request to another host. */
  quiet: undefined;
}

/** `page` opens on the product under test; a console error or a request to another host fails any test. */
export const test = base.extend<Fixtures>({
  baseURL: process.env.BASE_URL ?? 'http://localhost:8080',
  quiet: [
    async ({ page, baseURL }, use, info) => {
      const faults: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') faults.push(`console: ${message.text()}`);
      });
      page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
      page.on('request', (request) => {
        const url = request.url();
        if (!url.startsWith(baseURL ?? '') && !/^(data|blob):/.test(url)) faults.push(`outside request: ${url}`);
      });
      await use(undefined);
      if (!info.annotations.some((note) => note.type === 'expects-errors')) expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

/** Returns axe's serious and critical violations of the current page, in light colors and in dark ones. */
export async function seriousFaultsInBothSchemes(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    found.push(...(await seriousFaults(page)).map((fault) => `${colorScheme}: ${fault}`));
  }
  return found;
}

/** Returns axe's serious and critical violations. */
export async function seriousFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).analyze();
  return violations
    .filter((violation) => violation.impact === 'serious' || violation.impact === 'critical')
    .map(
      (violation) =>
        `${violation.id}: ${violation.nodes.map((node) => node.failureSummary ?? node.target.join()).join('; ')}`,
    );
}
