import type { Locator } from '@playwright/test';
import { expect, test } from '../support/test.js';

const SOUTHEAST = '/explore?view=map&bounds=36.6,-79,33.8,-84.4';

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (box === null) throw new Error('It is not on the page.');
  return { left: box.x, top: box.y, right: box.x + box.width, bottom: box.y + box.height };
}

for (const [name, viewport] of [
  ['a wide screen', { width: 1440, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
] as const)
  test(`the map has its controls and credits in sight on ${name}`, async ({ page }) => {
    // Aim: the map can be zoomed without a wheel, and its data sources are credited, as their licenses require.
    await page.setViewportSize(viewport);
    await page.goto(SOUTHEAST);
    const map = await boxOf(page.getByRole('region', { name: /^Map of drives/ }));
    const zoomIn = page.getByRole('button', { name: 'Zoom in', exact: true });
    await expect(zoomIn).toBeVisible();
    const button = await boxOf(zoomIn);
    expect(button.left).toBeGreaterThan(map.right - 80);
    expect(button.right).toBeLessThanOrEqual(map.right);
    expect(button.top).toBeLessThan(map.top + 30);
    const credit = page.getByRole('link', { name: 'Natural Earth' });
    await expect(credit).toBeVisible();
    // Nothing covers it: a click reaches it.
    await credit.click({ trial: true });
  });
