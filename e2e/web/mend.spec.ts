// Aim: a recorded track is mended in at most six presses, by touch and by mouse: the receiver's jumps are gone, its start is
// cut off, a touch splits the line without a call of the router, and undo brings everything back.
import { Api } from '../support/api.js';
import { Mailbox } from '../support/mailbox.js';
import { enter, joinAs, type Person } from '../support/people.js';
import { countPresses } from '../support/presses.js';
import { expect, type Page, seriousFaultsInBothSchemes, test } from '../support/test.js';
import { drag } from '../support/touch.js';

test.skip(!process.env.MAIL_DIR, 'The mails of the product cannot be read: MAIL_DIR is not set.');

const api = new Api(process.env.BASE_URL ?? 'http://localhost:8080');
const SIZES = [
  { name: 'by touch', viewport: { width: 390, height: 844 }, hasTouch: true },
  { name: 'by mouse', viewport: { width: 1440, height: 900 }, hasTouch: false },
];
let hero: Person;

test.beforeAll(async () => {
  hero = await joinAs(api, new Mailbox(process.env.MAIL_DIR ?? ''), 'hero');
});

/** A winding hour to the northeast with a fix every 30 seconds; two of them are far off. */
function recording(): string {
  const fixes = Array.from({ length: 121 }, (_, at) => {
    const isJump = at === 40 || at === 90;
    const lat = isJump ? 36.5 : 35.5 + at * 0.002;
    const lng = -82.5 + at * 0.002 + Math.sin(at / 4) * 0.01;
    const time = new Date(Date.UTC(2026, 4, 1, 10) + at * 30_000).toISOString();
    return `<trkpt lat="${lat.toFixed(5)}" lon="${lng.toFixed(5)}"><ele>${600 + at * 3}</ele><time>${time}</time></trkpt>`;
  });
  return `<gpx version="1.1"><trk><name>Ridge Run</name><trkseg>${fixes.join('')}</trkseg></trk></gpx>`;
}

const list = (page: Page) => page.getByRole('region', { name: 'Waypoints' });
const figures = (page: Page) => page.getByRole('status', { name: 'The route so far' });
const button = (page: Page, name: string | RegExp) => list(page).getByRole('button', { name, exact: true });
const miles = async (page: Page) => Number(/([\d.]+) mi/.exec((await figures(page).textContent()) ?? '')?.[1]);

async function centerOf(page: Page, title: string): Promise<{ x: number; y: number }> {
  const box = (await page.getByTitle(title, { exact: true }).boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

for (const { name, viewport, hasTouch } of SIZES) {
  test.describe(name, () => {
    test.use({ viewport, hasTouch });

    test('a recorded track is mended in at most six presses', { tag: '@core' }, async ({ page }) => {
      const pressButton = (label: string | RegExp) =>
        hasTouch ? button(page, label).tap() : button(page, label).click();
      const move = async (from: { x: number; y: number }, to: { x: number; y: number }) => {
        if (hasTouch) return drag(page, from, to);
        await page.mouse.move(from.x, from.y);
        await page.mouse.down();
        await page.mouse.move(to.x, to.y, { steps: 6 });
        await page.mouse.up();
      };
      let routed = 0;
      page.on('request', (request) => {
        if (request.url().endsWith('/api/directions')) routed += 1;
      });
      await enter(page, hero);
      await page.goto('/create');
      await expect(page.getByRole('region', { name: 'Map of the route' })).toBeVisible();
      const presses = await countPresses(page);
      if (!(await list(page).isVisible())) await page.getByRole('button', { name: 'Waypoints' }).tap();
      await list(page)
        .locator('input[type=file]')
        .setInputFiles({ name: 'ridge.gpx', mimeType: 'application/gpx+xml', buffer: Buffer.from(recording()) });
      await expect(list(page).getByText('2 points faster than 120 mph were left out.')).toBeVisible();
      const whole = await miles(page);

      // The first handle is moved on the map, halfway to the second one.
      await pressButton('Cut');
      await expect(page.getByTitle('Second handle', { exact: true })).toBeVisible();
      const [from, to] = [await centerOf(page, 'First handle'), await centerOf(page, 'Second handle')];
      await move(from, { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 });
      const start = list(page).getByRole('slider', { name: 'First handle' });
      await expect.poll(async () => Number(await start.getAttribute('aria-valuenow'))).toBeGreaterThan(150);
      expect(await seriousFaultsInBothSchemes(page)).toEqual([]);
      await pressButton(/^Cut start/);
      await expect.poll(() => miles(page)).toBeLessThan(0.6 * whole);
      expect(await miles(page)).toBeGreaterThan(0.4 * whole);
      const mended = (await figures(page).textContent()) ?? '';
      await expect(list(page).getByText(/cut\. Undo brings it back\.$/)).toBeVisible();
      await presses.expectDocumented('Mend a recorded track');

      // A touch of the line splits it; the figures stay, and no router is called.
      await button(page, 'Done').click();
      await button(page, 'Show all').click();
      const line = await splitPoint(page);
      await (hasTouch ? page.touchscreen.tap(line.x, line.y) : page.mouse.click(line.x, line.y));
      await expect(page.getByTitle(/^Stop 1: /)).toBeVisible();
      await expect(figures(page)).toHaveText(mended);
      expect(routed).toBe(0);
      await button(page, 'Undo').click();
      await button(page, 'Undo').click();
      await expect.poll(() => miles(page)).toBe(whole);
      await button(page, 'Redo').click();
      await expect(figures(page)).toHaveText(mended);
    });
  });
}

/** A point of the line on the map, as the handles of a cut mark it. */
async function splitPoint(page: Page): Promise<{ x: number; y: number }> {
  await button(page, 'Cut').click();
  await expect(page.getByTitle('First handle', { exact: true })).toBeVisible();
  const place = await centerOf(page, 'First handle');
  await button(page, 'Done').click();
  return place;
}
