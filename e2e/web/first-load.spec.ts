// Aim: a page of which a file is lost on its first load still ends usable; a page that cannot start says so.
import type { Page, Route } from '@playwright/test';
import { expect, test } from '../support/test.js';

// The browser logs the lost files.
const LOSSES = { annotation: { type: 'expects-errors' } };
const PAGES = ['/', '/explore?view=list', '/explore?view=map'];
const ASSETS = '**/assets/**';

/** Drive cards are visible, in the styles of the frame, of the page and of the cards. */
async function expectUsable(page: Page): Promise<void> {
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCSS('position', 'sticky');
  await expect(page.getByRole('article').first()).not.toHaveCSS('display', 'block');
  await expect(page.getByText('This page did not load')).toBeHidden();
}

/** Returns the paths of the files that the page requests before it is usable. */
async function filesOf(page: Page, path: string): Promise<string[]> {
  const files = new Set<string>();
  page.on('request', (request) => files.add(new URL(request.url()).pathname));
  await page.goto(path);
  await expectUsable(page);
  page.removeAllListeners('request');
  return [...files].filter((file) => file.startsWith('/assets/'));
}

// The map's own files load after the cards.
for (const path of PAGES.slice(0, 2)) {
  test(`each file of ${path} may be lost once`, LOSSES, async ({ page }) => {
    const files = await filesOf(page, path);
    expect(files.length).toBeGreaterThan(3);
    let next: string | undefined;
    // One route for all: a request on its way while a route goes may hang.
    await page.route(ASSETS, (route) => {
      if (new URL(route.request().url()).pathname !== next) return route.continue();
      next = undefined;
      return route.abort();
    });
    for (const file of files) {
      next = file;
      await page.goto('about:blank');
      await page.goto(path);
      await expectUsable(page);
      expect(next, `${file} was requested`).toBeUndefined();
    }
  });
}

for (const path of PAGES) {
  test(`every request of ${path} may be lost once`, LOSSES, async ({ page }) => {
    const lost = new Set<string>();
    const loseOnce = (route: Route) => {
      const { pathname } = new URL(route.request().url());
      if (route.request().isNavigationRequest() || lost.has(pathname)) return route.continue();
      lost.add(pathname);
      return route.abort();
    };
    await page.route('**', loseOnce);
    await page.goto(path);
    await expectUsable(page);
    expect(lost.size).toBeGreaterThan(5);
  });
}

test('a page whose files are all lost offers to reload', LOSSES, async ({ page }) => {
  await page.route(ASSETS, (route) => route.abort());
  await page.goto('/explore?view=list');
  const reload = page.getByRole('link', { name: 'Reload' });
  await expect(reload).toBeVisible();
  await expect(page.getByText('This page did not load')).toBeVisible();
  await page.unroute(ASSETS);
  await reload.click();
  await expectUsable(page);
  await expect(page).toHaveURL(/view=list/);
});

test('a page whose styles are lost for good says so', LOSSES, async ({ page }) => {
  await page.route('**/assets/index-*.css', (route) => route.abort());
  await page.goto('/explore?view=list');
  await expect(page.getByText('This page did not load')).toBeVisible();
});

test('a page that no script starts offers to reload', LOSSES, async ({ page }) => {
  // The files neither arrive nor fail, so that no script of the page notices.
  await page.route(ASSETS, () => undefined);
  await page.goto('/', { waitUntil: 'commit' });
  const reload = page.getByRole('link', { name: 'Reload' });
  await expect(reload).toBeHidden();
  // Skips the delay.
  await page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()));
  await expect(reload).toBeVisible();
});

test('a part that is lost later is loaded on request', LOSSES, async ({ page }) => {
  await page.goto('/explore?view=list');
  await expectUsable(page);
  await page.route('**/assets/DetailsPanel-*.js', (route) => route.abort());
  await page.getByRole('article').first().getByRole('link').first().click();
  const again = page.getByRole('complementary').getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await page.unroute('**/assets/DetailsPanel-*.js');
  await again.click();
  await expect(page.getByRole('complementary').getByRole('heading').first()).toBeVisible();
  await expect(page).toHaveURL(/details=true/);
});
