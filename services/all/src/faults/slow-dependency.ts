// F15: a service that takes five seconds costs its callers two, then nothing, and the other routes nothing at all.
import { systemClock } from '@switchback/platform/clock';
import type { Random } from '@switchback/testing/random';
import { TcpProxy } from '@switchback/testing/tcp-proxy';
import { waitUntil } from '@switchback/testing/wait';
import { HttpClient } from '../bench/http-client.js';
import { openLoop } from '../bench/load.js';
import { quantile } from '../bench/statistics.js';
import type { FaultCase } from './fault.js';
import { commonSettings, Instance } from './split.js';
import type { Stage } from './stage.js';

const SLOW_MS = 5_000;
/** Two seconds, and what the gateway itself may take on a busy machine. */
const CUT_OFF_MS = 2_500;
const QUICK_REFUSAL_MS = 250;
const ASKED_AT_ONCE = 8;
const CONNECTIONS = 32;
const PER_SECOND = 20;
const LOOK_MS = { short: 3_000, full: 15_000 };
const LATENCY_RATIO_MAX = 2;
/** Below this a difference is the machine's. */
const LATENCY_FLOOR_MS = 50;
const HEALS_WITHIN_MS = 30_000;
const SLOW_ROUTE = { method: 'POST', path: '/api/drives/search?sort=created', body: '{}' } as const;
const OTHER_ROUTE = { method: 'GET', path: '/api/drives/popular' } as const;

async function slowDown(stage: Stage, random: Random): Promise<string> {
  const common = commonSettings();
  const drives = await Instance.start(stage, 'postgres', 'drives', common);
  const search = await Instance.start(stage, 'postgres', 'search', { ...common, DRIVES_ADDRESS: drives.address });
  const proxy = await TcpProxy.start({ host: '127.0.0.1', port: search.port });
  stage.atEnd(() => proxy.close());
  // Nobody has an account here; a gateway waits for somebody to be there.
  const unused = { AUTH_ADDRESS: drives.address, USERS_ADDRESS: drives.address };
  const ways = { DRIVES_ADDRESS: drives.address, SEARCH_ADDRESS: `127.0.0.1:${proxy.port}`, ...unused };
  const gateway = await Instance.start(stage, 'postgres', 'gateway', { ...common, ...ways });
  const http = new HttpClient(gateway.url, CONNECTIONS);
  stage.atEnd(async () => http.close());
  await http.ask(SLOW_ROUTE);
  const lookMs = stage.isShort ? LOOK_MS.short : LOOK_MS.full;
  const othersBefore = quantile(await openLoop(PER_SECOND, lookMs, () => http.ask(OTHER_ROUTE)), 0.99);

  proxy.slow(SLOW_MS + random.below(1_000));
  const others = openLoop(PER_SECOND, lookMs + CUT_OFF_MS, () => http.ask(OTHER_ROUTE));
  // A rejection is met where it is waited for.
  others.catch(() => undefined);
  const cut = await Promise.all(Array.from({ length: ASKED_AT_ONCE }, () => refusalMs(http)));
  const refused: number[] = [];
  for (let count = 0; count < ASKED_AT_ONCE; count += 1) refused.push(await refusalMs(http));
  const othersDuring = quantile(await others, 0.99);
  proxy.slow(0);
  const healed = await timeToHeal(http);

  const [longest, usual] = [Math.max(...cut), quantile(refused, 0.5)];
  if (longest > CUT_OFF_MS) throw new Error(`A search was cut off only after ${longest.toFixed(0)} ms`);
  if (usual > QUICK_REFUSAL_MS) throw new Error(`With the breaker open a search still takes ${usual.toFixed(0)} ms`);
  const limit = LATENCY_RATIO_MAX * Math.max(othersBefore, LATENCY_FLOOR_MS);
  if (othersDuring > limit)
    throw new Error(`The p99 of other routes went from ${othersBefore.toFixed(0)} to ${othersDuring.toFixed(0)} ms`);
  return `cut off after ${longest.toFixed(0)} ms, then refused in ${usual.toFixed(0)} ms, other routes' p99 ${othersBefore.toFixed(0)} ms before and ${othersDuring.toFixed(0)} ms meanwhile, well again after ${healed.toFixed(0)} ms`;
}

/** How long it took to be told that search is not available. @throws Error of any other answer. */
async function refusalMs(http: HttpClient): Promise<number> {
  const beganMs = systemClock.monotonicMs();
  const { status } = await http.send(SLOW_ROUTE);
  if (status !== 503) throw new Error(`A search of a service that is too slow was answered with ${status}`);
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
    ...{ fault: 'F15', title: 'a search service that takes five seconds', runs: { short: 0, full: 20 } },
    run: slowDown,
  },
];
