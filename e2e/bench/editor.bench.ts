// P16: responsiveness of drawing a long route, on a processor four times slower.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { Api } from '../support/api.js';
import { enter } from '../support/people.js';
import { type RunningProduct, startProduct } from '../support/product.js';
import { joinBench } from './support/accounts.js';
import { openBrowser, openPage, settled } from './support/lab.js';
import { longestMs, type MainTask, mainTasks } from './support/main-thread.js';
import { isAsked, progress, reportLimit, ROUNDS, spreadOf } from './support/results.js';

const POINTS = 5_000;
const TASK_LIMIT_MS = 50;
/** Two frames at 60 per second: the point never visibly lags behind the pointer. */
const FRAME_LIMIT_MS = 34;
const LEG_LIMIT_MS = 300;
/** Pointer moves during one drag of a point. */
const STEPS = 60;
const SELDOM = 0.95;

/** A track that winds northeast, with a point about every 20 meters. */
function track(): string {
  const points = Array.from({ length: POINTS }, (_, index) => {
    const [lat, lng] = [36 + index * 0.00015, -82 + index * 0.0001 + Math.sin(index / 40) * 0.002];
    return `<trkpt lat="${lat.toFixed(6)}" lon="${lng.toFixed(6)}"/>`;
  });
  const name = '<name>A long way</name>';
  return `<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk>${name}<trkseg>${points.join('')}</trkseg></trk></gpx>`;
}

const figures = (page: Page) => page.getByRole('status', { name: 'The route so far' });

async function openRoute(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/create`);
  await page.getByRole('toolbar', { name: 'Route tools' }).waitFor();
  const buffer = Buffer.from(track());
  await page
    .locator('input[type=file][accept*=".gpx"]')
    .setInputFiles({ name: 'long.gpx', mimeType: 'application/gpx+xml', buffer });
  await page.getByTitle(/^Start: /).waitFor();
  await settled(page);
}

interface Feel {
  tasks: MainTask[];
  /** Milliseconds between frames while the point is dragged. */
  frames: number[];
  /** Milliseconds from the router's answer to the updated figures and line. */
  legMs: number;
}

/** Drags the first point of the route, releases it, and waits for the new leg. */
async function drag(browser: Browser, page: Page): Promise<Feel> {
  const box = await page.getByTitle(/^Start: /).boundingBox();
  if (box === null) throw new Error('The route has no point to drag.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 5, y - 5);
  await page.evaluate(countFrames);
  const tasks = await mainTasks(browser, page, async () => {
    await page.mouse.move(x + 120, y - 90, { steps: STEPS });
    await page.mouse.move(x + 30, y - 60, { steps: STEPS });
  });
  const frames = await page.evaluate(stopFrames);
  const before = (await figures(page).textContent()) ?? '';
  const answered = page.waitForResponse(/\/api\/directions$/).then(() => performance.now());
  await page.mouse.up();
  await page.waitForFunction(
    (text) => document.querySelector('[role=status][aria-label="The route so far"]')?.textContent !== text,
    before,
    { polling: 'raf' },
  );
  return { tasks, frames, legMs: Math.max(0, performance.now() - (await answered)) };
}

interface FrameWindow {
  frames: number[];
  frameLoop: number;
}

/** Runs in the page. */
function countFrames(): void {
  const lab = globalThis as unknown as FrameWindow;
  lab.frames = [];
  let last = performance.now();
  const step = (now: number) => {
    lab.frames.push(now - last);
    last = now;
    lab.frameLoop = requestAnimationFrame(step);
  };
  lab.frameLoop = requestAnimationFrame(step);
}

/** Runs in the page. Drops the first interval, which did not begin at a frame. */
function stopFrames(): number[] {
  const lab = globalThis as unknown as FrameWindow;
  cancelAnimationFrame(lab.frameLoop);
  return lab.frames.slice(1);
}

async function measureEditor(browser: Browser, product: RunningProduct): Promise<void> {
  const api = new Api(product.url);
  const person = await joinBench(api, product, 'drawer', 'hero');
  const feels: Feel[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { page, context } = await openPage(browser, { screen: 'desktop', slow: true });
    await enter(page, person);
    await openRoute(page, product.url);
    feels.push(await drag(browser, page));
    await context.close();
  }
  const common = { goal: 'P16', size: '' };
  const where = `editor, a route of ${POINTS.toLocaleString('en-US')} points`;
  const byClock = spreadOf(feels.map(({ tasks }) => longestMs(tasks, 'wallMs'))).median;
  reportLimit({
    ...common,
    measure: `${where}: longest task while a point is dragged`,
    unit: 'ms',
    limit: TASK_LIMIT_MS,
    values: feels.map(({ tasks }) => longestMs(tasks, 'ownMs')),
    note: `computed by the main thread; ${byClock.toFixed(0)} ms by the clock`,
  });
  reportLimit({
    ...common,
    measure: `${where}: from frame to frame, p95`,
    unit: 'ms',
    limit: FRAME_LIMIT_MS,
    values: feels.map(({ frames }) => frames.toSorted((a, b) => a - b)[Math.floor(frames.length * SELDOM)]!),
  });
  reportLimit({
    ...common,
    measure: `${where}: the router's answer to the new leg`,
    unit: 'ms',
    limit: LEG_LIMIT_MS,
    values: feels.map(({ legMs }) => legMs),
  });
}

if (isAsked('P16')) {
  progress('P16: dragging a long route');
  const dataDir = mkdtempSync(join(tmpdir(), 'switchback-bench-editor-'));
  const product = await startProduct(dataDir, { DEMO: 'off' });
  const browser = await openBrowser();
  try {
    await measureEditor(browser, product);
  } finally {
    await browser.close();
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
