import type { Browser, Page } from '@playwright/test';

/** One task of the page's main thread. */
export interface MainTask {
  /** From start to end, waiting for other threads and processes included. */
  wallMs: number;
  /** What the main thread computed in it: script, style, layout, and recording what to paint. */
  cpuMs: number;
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  dur?: number;
  tdur?: number;
  args?: { name?: string };
}

/** Shorter tasks block nobody. */
const LEAST_MS = 10;
/** What a task may take before it counts as blocking, after web.dev's definition of Total Blocking Time. */
const UNNOTICED_MS = 50;

/**
 * The tasks of the page's main thread while `work` runs. A machine without a graphics card draws maps in software, in
 * another process for which the main thread waits, and on processors they share: that is why what the main thread
 * computed itself is told apart. Throttling by the browser keeps the thread busy, so it is in both figures.
 */
export async function mainTasks(browser: Browser, page: Page, work: () => Promise<void>): Promise<MainTask[]> {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] });
  let trace: Buffer;
  try {
    await work();
  } finally {
    trace = await browser.stopTracing();
  }
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const mains = new Set(
    traceEvents
      .filter(({ ph, name, args }) => ph === 'M' && name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const tasks = traceEvents.filter(
    ({ name, ph, pid, tid, dur = 0 }) =>
      ph === 'X' && name.endsWith('RunTask') && mains.has(`${pid} ${tid}`) && dur >= LEAST_MS * 1_000,
  );
  if (tasks.some(({ tdur }) => tdur === undefined))
    throw new Error('This browser does not tell the processor time of tasks.');
  return tasks.map(({ dur = 0, tdur = 0 }) => ({ wallMs: dur / 1_000, cpuMs: tdur / 1_000 }));
}

/** Milliseconds beyond the first 50 of each task: how long a tap would have had to wait. */
export function blockingMs(tasks: readonly MainTask[], time: keyof MainTask): number {
  return tasks.reduce((sum, task) => sum + Math.max(0, task[time] - UNNOTICED_MS), 0);
}

export function longestMs(tasks: readonly MainTask[], time: keyof MainTask): number {
  return Math.max(0, ...tasks.map((task) => task[time]));
}
