import type { Browser, Page } from '@playwright/test';

/** One task of the page's main thread. */
export interface MainTask {
  /** From start to end, including waits for other threads and processes. */
  wallMs: number;
  /** Main-thread computation for the page: script, style, layout, and recording paint commands. */
  ownMs: number;
}

interface TraceEvent {
  name: string;
  cat: string;
  ph: string;
  /** In microseconds, like the durations. */
  ts: number;
  pid: number;
  tid: number;
  dur?: number;
  /** CPU time. */
  tdur?: number;
  args?: { name?: string };
}

/** Shorter tasks block no one. */
const LEAST_MS = 10;
/** Longest task that does not count as blocking. */
const UNNOTICED_MS = 50;
const FIRST_PAINT = 'firstContentfulPaint';

/**
 * Returns the tasks of the page's main thread while `work` runs. If `work` loads a page, only those from its first
 * contentful paint on, since before there is nothing to tap. Browser, server and database share the processors; without
 * a graphics card, another process draws in software, and the main thread waits for it, mostly when it links a shader.
 * A task's own time is therefore its CPU time, minus that of calls to the graphics process. The browser throttles by
 * keeping the thread busy, so both figures are those of the slow processor.
 */
export async function mainTasks(browser: Browser, page: Page, work: () => Promise<void>): Promise<MainTask[]> {
  await browser.startTracing(page, { categories: ['toplevel', 'gpu', 'loading', '__metadata'] });
  let trace: Buffer;
  try {
    await work();
  } finally {
    trace = await browser.stopTracing();
  }
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const mains = new Set(
    traceEvents
      .filter(({ ph, name, args }) => ph === 'M' && name === 'thread_name' && args?.name === 'CrRendererMain')
      .map(threadOf),
  );
  const spans = traceEvents.filter((event) => event.ph === 'X' && mains.has(threadOf(event)));
  // Events that began on one thread and ended on another have no CPU time.
  const graphics = outermost(spans.filter(({ cat, tdur }) => cat.split(',').includes('gpu') && tdur !== undefined));
  const firstPaint = Math.min(...traceEvents.filter(({ name }) => name === FIRST_PAINT).map(({ ts }) => ts), Infinity);
  const begin = Number.isFinite(firstPaint) ? firstPaint : 0;
  return spans
    .filter(({ name, ts, dur = 0 }) => name.endsWith('RunTask') && dur >= LEAST_MS * 1_000 && ts + dur > begin)
    .map((task) => {
      const inside = graphics.filter((call) => threadOf(call) === threadOf(task) && isWithin(call, task));
      const away = inside.reduce((sum, call) => sum + processorTime(call), 0);
      return { wallMs: (task.dur ?? 0) / 1_000, ownMs: (processorTime(task) - away) / 1_000 };
    });
}

function processorTime({ tdur }: TraceEvent): number {
  if (tdur === undefined) throw new Error('This browser does not report the processor time of tasks.');
  return tdur;
}

function isWithin(inner: TraceEvent, outer: TraceEvent): boolean {
  return inner.ts >= outer.ts && inner.ts + (inner.dur ?? 0) <= outer.ts + (outer.dur ?? 0);
}

/** Drops spans nested in another of the same thread, so that no time counts twice. */
function outermost(spans: readonly TraceEvent[]): TraceEvent[] {
  const kept = new Map<string, TraceEvent>();
  return spans
    .toSorted((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))
    .filter((span) => {
      const thread = `${span.pid} ${span.tid}`;
      const last = kept.get(thread);
      if (last !== undefined && isWithin(span, last)) return false;
      kept.set(thread, span);
      return true;
    });
}

/** Milliseconds beyond the first 50 of each task: the wait of a tap. See Total Blocking Time on web.dev. */
export function blockingMs(tasks: readonly MainTask[], time: keyof MainTask): number {
  return tasks.reduce((sum, task) => sum + Math.max(0, task[time] - UNNOTICED_MS), 0);
}

export function longestMs(tasks: readonly MainTask[], time: keyof MainTask): number {
  return Math.max(0, ...tasks.map((task) => task[time]));
}
