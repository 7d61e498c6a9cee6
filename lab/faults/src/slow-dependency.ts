// F15: a service that takes five seconds delays its callers by two seconds, then not at all, and never delays other
// routes.
import { HttpClient } from '@switchback/bench/http-client';
import { openLoop } from '@switchback/bench/load';
import { quantile } from '@switchback/bench/statistics';
import { systemClock } from '@switchback/platform/clock';
import type { Random } from '@switchback/testing/random';
import { TcpProxy } from '@switchback/testing/tcp-proxy';
import { waitUntil } from '@switchback/testing/wait';
import type { FaultCase, Seen } from './fault.js';
import { addressesFor, commonSettings, Instance } from './split.js';
import type { Stage } from './stage.js';

const SLOW_MS = 5_000;
/** Two seconds, plus the gateway's own time on a busy machine. */
const CUT_OFF_MS = 2_500;
const QUICK_REFUSAL_MS = 250;
const ASKED_AT_ONCE = 8;
const CONNECTIONS = 32;
const PER_SECOND = 20;
const LOOK_MS = { short: 2_000, full: 10_000 };
/** Rounds per run; the breaker is closed again before the next. */
const TIMES = { short: 1, full: 5 };
const LOOKS_MAX = 3;
const LATENCY_RATIO_MAX = 2;
/** A difference below this is due to the machine. */
const LATENCY_FLOOR_MS = 50;
const HEALS_WITHIN_MS = 30_000;
const SLOW_ROUTE = { method: 'POST', path: '/api/drives/search?sort=created', body: '{}' } as const;
const OTHER_ROUTE = { method: 'GET', path: '/api/drives/popular' } as const;

async function slowDown(stage: Stage, random: Random): Promise<Seen> {
  const common = commonSettings();
  const drives = await Instance.start(stage, 'postgres', 'drives', common);
  const search = await Instance.start(stage, 'postgres', 'search', { ...common, DRIVES_ADDRESS: drives.address });
  const proxy = await TcpProxy.start({ host: '127.0.0.1', port: search.port });
  stage.atEnd(() => proxy.close());
  const ways = addressesFor(drives.address, `127.0.0.1:${proxy.port}`);
  const gateway = await Instance.start(stage, 'postgres', 'gateway', { ...common, ...ways });
  const http = new HttpClient(gateway.url, CONNECTIONS);
  stage.atEnd(async () => http.close());
  await http.ask(SLOW_ROUTE);
  const lookMs = stage.isShort ? LOOK_MS.short : LOOK_MS.full;
  const times = stage.isShort ? TIMES.short : TIMES.full;
  let detail = '';
  for (let time = 0; time < times; time += 1) {
    const slowMs = SLOW_MS + random.below(1_000);
    detail = summaryOf(await feltWithinLimits(() => slowDownOnce(http, proxy, { slowMs, lookMs })));
  }
  return { times, detail };
}

/**
 * Returns the first of several measurements within the limits, so that other load on the machine does not pass for a
 * slow product.
 */
async function feltWithinLimits(look: () => Promise<Felt>): Promise<Felt> {
  for (let count = 1; ; count += 1) {
    const felt = await look();
    const fault = faultOf(felt);
    if (fault === null) return felt;
    if (count === LOOKS_MAX) throw new Error(fault);
  }
}

/** Effects of a slow dependency on clients, in milliseconds. */
interface Felt {
  /** Longest wait for a response that depends on it. */
  cutOff: number;
  /** Median time of a refusal from then on. */
  refused: number;
  /** 99th percentile of other routes. */
  others: { before: number; during: number };
  /** Time from its recovery to the first success. */
  healed: number;
}

async function slowDownOnce(
  http: HttpClient,
  proxy: TcpProxy,
  { slowMs, lookMs }: { slowMs: number; lookMs: number },
): Promise<Felt> {
  const before = quantile(await openLoop(PER_SECOND, lookMs, () => http.ask(OTHER_ROUTE)), 0.99);
  proxy.slow(slowMs);
  const others = openLoop(PER_SECOND, lookMs + CUT_OFF_MS, () => http.ask(OTHER_ROUTE));
  // The rejection is handled where the promise is awaited.
  others.catch(() => undefined);
  const cut = await Promise.all(Array.from({ length: ASKED_AT_ONCE }, () => refusalMs(http)));
  const refused: number[] = [];
  for (let count = 0; count < ASKED_AT_ONCE; count += 1) refused.push(await refusalMs(http));
  const during = quantile(await others, 0.99);
  proxy.slow(0);
  const healed = await timeToHeal(http);
  return { cutOff: Math.max(...cut), refused: quantile(refused, 0.5), others: { before, during }, healed };
}

/** Describes the first exceeded limit; null if there is none. */
function faultOf({ cutOff, refused, others: { before, during } }: Felt): string | null {
  if (cutOff > CUT_OFF_MS) return `A search was cut off only after ${cutOff.toFixed(0)} ms`;
  if (refused > QUICK_REFUSAL_MS) return `With the breaker open a search still takes ${refused.toFixed(0)} ms`;
  if (during > LATENCY_RATIO_MAX * Math.max(before, LATENCY_FLOOR_MS))
    return `The p99 of other routes went from ${before.toFixed(0)} to ${during.toFixed(0)} ms`;
  return null;
}

function summaryOf({ cutOff, refused, others, healed }: Felt): string {
  const [before, during] = [others.before.toFixed(0), others.during.toFixed(0)];
  return `cut off after ${cutOff.toFixed(0)} ms, then refused in ${refused.toFixed(0)} ms, other routes' p99 ${before} ms before and ${during} ms meanwhile, recovered after ${healed.toFixed(0)} ms`;
}

/** Returns the time until a search is refused as unavailable. @throws Error for any other status. */
async function refusalMs(http: HttpClient): Promise<number> {
  const beganMs = systemClock.monotonicMs();
  const { status } = await http.send(SLOW_ROUTE);
  if (status !== 503) throw new Error(`A search on a slow service returned ${status}`);
  return systemClock.monotonicMs() - beganMs;
}

async function timeToHeal(http: HttpClient): Promise<number> {
  const beganMs = systemClock.monotonicMs();
  const isWell = async () => (await http.send(SLOW_ROUTE)).status === 200;
  await waitUntil('searches to be answered again', isWell, HEALS_WITHIN_MS);
  return systemClock.monotonicMs() - beganMs;
}

export const slowDependencyCases: readonly FaultCase[] = [
  {
    fault: 'F15',
    title: 'search service with five seconds of latency',
    runs: { short: 1, full: 4 },
    isAlone: true,
    run: slowDown,
  },
];
