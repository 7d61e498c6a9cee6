// Takes the README's pictures: Explore, a drive's details, a trip, and the editor, on a new product with its demo drives.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { Api } from '../support/api.js';
import { launchOptions } from '../support/browser.js';
import { runCommand } from '../support/commands.js';
import { enter, logIn } from '../support/people.js';
import { type RunningProduct, startProduct } from '../support/product.js';
import { ALPS, planTrip } from './alpine-trip.js';

const FOLDER = fileURLToPath(new URL('../../docs/images/', import.meta.url));
const VIEWPORT = { width: 1280, height: 800 };
/** A picture in the README loads with the page, so it stays small. */
const BYTES_MAX = 300_000;
const SHOT_EVERY_MS = 1_000;
const EQUAL_SHOTS = 4;
const REST_TIMEOUT_MS = 120_000;
const HERO = { email: 'driver@example.com', username: 'alpine.driver', password: 'secret-alpine' };

interface Picture {
  name: string;
  path: string;
  /** Resolves once everything that the picture should show is on the page. */
  shows: (page: Page) => Promise<void>;
}

const dataDir = mkdtempSync(join(tmpdir(), 'switchback-pictures-'));
try {
  const product = await startProduct(dataDir);
  try {
    await takeAll(product);
  } finally {
    await product.stop();
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

async function takeAll(product: RunningProduct): Promise<void> {
  const api = new Api(product.url);
  const { email, username, password } = HERO;
  const args = ['create', '--email', email, '--username', username, '--type', 'hero', '--password', password];
  const { code, output } = await runCommand('account', args, product.environment);
  if (code !== 0) throw new Error(output);
  const session = await logIn(api, HERO);
  const { stelvio, trip } = await planTrip(api, session.token);
  const file = await fetch(`${product.url}/api/drives/drive/${stelvio}/export/gpx`, {
    signal: AbortSignal.timeout(REST_TIMEOUT_MS),
  });
  const gpx = await file.text();
  const browser = await chromium.launch(await launchOptions());
  try {
    for (const picture of picturesOf({ stelvio, trip, gpx })) await take(browser, product.url, session, picture);
  } finally {
    await browser.close();
  }
}

function picturesOf({ stelvio, trip, gpx }: { stelvio: string; trip: string; gpx: string }): Picture[] {
  const bounds = [ALPS.north, ALPS.east, ALPS.south, ALPS.west].join();
  return [
    {
      name: 'explore',
      path: `/explore?view=map&bounds=${bounds}`,
      shows: (page) => page.getByText('Furka Pass').first().waitFor(),
    },
    {
      name: 'drive',
      path: `/drive-details/${stelvio}`,
      shows: (page) => page.getByRole('complementary').getByRole('heading', { name: 'Stelvio Pass' }).waitFor(),
    },
    {
      name: 'trip',
      path: `/collection/${trip}`,
      shows: (page) => page.getByText('Day 2').first().waitFor(),
    },
    {
      name: 'editor',
      path: '/create',
      shows: async (page) => {
        const file = { name: 'stelvio.gpx', mimeType: 'application/gpx+xml', buffer: Buffer.from(gpx) };
        await page.locator('input[type=file]').first().setInputFiles(file);
        await page.getByRole('heading', { level: 1, name: 'Stelvio Pass' }).waitFor();
      },
    },
  ];
}

async function take(
  browser: Browser,
  url: string,
  session: { id: string; token: string },
  { name, path, shows }: Picture,
): Promise<void> {
  const options = { viewport: VIEWPORT, colorScheme: 'light', locale: 'en-US', timezoneId: 'UTC' } as const;
  const context = await browser.newContext({ ...options, baseURL: url, serviceWorkers: 'block' });
  const page = await context.newPage();
  await enter(page, session);
  await page.goto(path);
  await shows(page);
  await page.waitForLoadState('networkidle');
  const shot = await restingShot(page);
  const picture = await sharp(shot)
    .png({ palette: true, colors: 256, effort: 10 })
    .toFile(join(FOLDER, `${name}.png`));
  if (picture.size > BYTES_MAX) throw new Error(`${name}.png has ${picture.size} bytes, more than ${BYTES_MAX}.`);
  process.stdout.write(`docs/images/${name}.png: ${Math.round(picture.size / 1000)} KB\n`);
  await context.close();
}

/** Takes a screenshot once the page shows the same for a few seconds: maps draw their tiles one after the other. */
async function restingShot(page: Page): Promise<Buffer> {
  const deadline = Date.now() + REST_TIMEOUT_MS;
  let last = await page.screenshot({ animations: 'disabled' });
  let equal = 0;
  while (equal < EQUAL_SHOTS) {
    if (Date.now() > deadline) throw new Error(`${page.url()} was still changing after ${REST_TIMEOUT_MS} ms.`);
    await new Promise((resolve) => setTimeout(resolve, SHOT_EVERY_MS));
    const next = await page.screenshot({ animations: 'disabled' });
    equal = next.equals(last) ? equal + 1 : 0;
    last = next;
  }
  return last;
}
