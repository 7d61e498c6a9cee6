// P15: size of the scripts a browser loads, counted as the page's responses compressed with gzip's defaults.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from '@playwright/test';
import { startProduct } from '../support/product.js';
import { openBrowser, openPage, settled, type Screen } from './support/lab.js';
import { isAsked, progress, reportLimit } from './support/results.js';

const LANDING_LIMIT_KB = 150;
const EXPLORE_LIMIT_KB = 200;
/** The goal covers the initial load; parts that load when they are opened have a limit of our own. */
const OPENED_LIMIT_KB = 240;
/** Chunks of the map and its engines, by the names the bundler gives them. */
const MAP_CHUNK = /^(MapView|RouteMap|MapCanvas|maplibre|google-map)/;
const ENGINE_CHUNK = /^(maplibre|google-map)/;

interface Scripts {
  /** Kilobytes of 1,000 bytes. */
  pageKb: number;
  mapKb: number;
  hasEngine: boolean;
}

type Visit = (page: Page) => Promise<void>;

/** Opens the page with empty caches, performs the visit, and adds up the scripts that were loaded. */
async function scriptsOf(browser: Browser, url: string, screen: Screen, visit?: Visit): Promise<Scripts> {
  const { page, context } = await openPage(browser, { screen, slow: false });
  const bodies = new Map<string, Promise<Buffer>>();
  page.on('response', (response) => {
    const name = new URL(response.url()).pathname.split('/').at(-1)!;
    if (/\.m?js$/.test(name)) bodies.set(name, response.body());
  });
  await page.goto(url);
  await settled(page);
  await visit?.(page);
  const scripts = { pageKb: 0, mapKb: 0, hasEngine: false };
  for (const [name, body] of bodies) {
    const kilobytes = gzipSync(await body).length / 1_000;
    if (MAP_CHUNK.test(name)) scripts.mapKb += kilobytes;
    else scripts.pageKb += kilobytes;
    scripts.hasEngine ||= ENGINE_CHUNK.test(name);
  }
  await context.close();
  return scripts;
}

/** Opens every drawer, menu, list and dialog of the explore page once. */
async function openEverything(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: /^Search/ }).fill('road');
  await page.getByRole('option').first().waitFor();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await page.getByRole('button', { name: /^Filters/ }).click();
  await page.getByRole('combobox', { name: 'Country', exact: true }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^Filters/ }).click();
  await page.getByRole('list', { name: 'Drives' }).getByRole('link').first().click();
  for (const dialog of ['Share', 'Get Directions']) {
    await page.getByRole('button', { name: 'More options.' }).click();
    await page.getByRole('menuitem', { name: dialog }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  }
  await settled(page);
}

/** Opens the drawer over the page, which wide screens do not have. */
async function openDrawer(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Filters/ }).click();
  await page.getByRole('dialog').getByRole('combobox', { name: 'Country', exact: true }).click();
  await settled(page);
}

async function measureScripts(browser: Browser, url: string): Promise<void> {
  const landing = await scriptsOf(browser, url, 'desktop');
  const list = await scriptsOf(browser, `${url}/explore?view=list`, 'desktop');
  const opened = await scriptsOf(browser, `${url}/explore?view=list`, 'desktop', openEverything);
  const drawer = await scriptsOf(browser, `${url}/explore?view=list`, 'phone', openDrawer);
  const map = await scriptsOf(browser, `${url}/explore?view=map`, 'desktop');
  const report = (measure: string, kilobytes: number, limit: number, note?: string) =>
    reportLimit({ goal: 'P15', size: '', measure, unit: 'KB', limit, values: [kilobytes], ...(note ? { note } : {}) });
  report('landing, scripts', landing.pageKb + landing.mapKb, LANDING_LIMIT_KB);
  report('explore as a list, scripts', list.pageKb, EXPLORE_LIMIT_KB);
  report('explore as a list with all it can open, without the map', opened.pageKb, OPENED_LIMIT_KB);
  report('explore on a phone with its drawer', drawer.pageKb, OPENED_LIMIT_KB);
  report('explore as a map, without the map', map.pageKb, EXPLORE_LIMIT_KB, `the map: ${map.mapKb.toFixed(0)} KB more`);
  const early = [landing, list, drawer].filter(({ hasEngine }) => hasEngine).length;
  reportLimit({
    goal: 'P15',
    size: '',
    measure: 'pages without a map that load the map engine',
    unit: 'pages',
    limit: 0,
    values: [early],
  });
}

if (isAsked('P15')) {
  const dataDir = mkdtempSync(join(tmpdir(), 'switchback-bench-scripts-'));
  const product = await startProduct(dataDir);
  const browser = await openBrowser();
  try {
    progress('P15: following what pages load');
    await measureScripts(browser, product.url);
  } finally {
    await browser.close();
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
