import type { Page } from '@playwright/test';

interface Point {
  x: number;
  y: number;
}

const STEPS = 8;
const STEP_SECONDS = 0.03;
/** After a rest as long as this one, Chromium sees no flick, at the end of which it would swallow the next tap. */
const REST_SECONDS = 1;

/** Drags a finger from one point of the window to another, rests, and lifts it. */
export async function drag(page: Page, from: Point, to: Point): Promise<void> {
  const session = await page.context().newCDPSession(page);
  let timestamp = Date.now() / 1_000 - STEPS * STEP_SECONDS - REST_SECONDS;
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp });
  await touch('touchStart', from);
  for (let step = 1; step <= STEPS; step += 1) {
    timestamp += STEP_SECONDS;
    const share = step / STEPS;
    await touch('touchMove', { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share });
  }
  timestamp += REST_SECONDS;
  await touch('touchEnd');
  await session.detach();
}
