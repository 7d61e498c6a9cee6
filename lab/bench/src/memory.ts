import { systemClock } from '@switchback/platform/clock';
import type { Catalogue } from './catalogue.js';
import { HttpClient } from './http-client.js';
import { closedLoop } from './load.js';
import type { BenchContext } from './options.js';
import { knowsProcesses, memoryOf } from './process-figures.js';
import type { RunningServer } from './processes.js';
import { atMost, limited, record, type Result } from './result.js';
import { searchCalls } from './search-through-gateway.js';
import { comparisonOf, median, spread } from './statistics.js';

const CLIENTS = 4;
const FIRST_REQUESTS = 10_000;
const FURTHER_REQUESTS = 100_000;
/**
 * The last requests of a stretch, during which memory is sampled: one sample would depend on when garbage was last
 * collected.
 */
const LOOKED_AT_REQUESTS = 2_500;
const LOOK_EVERY_MS = 100;
const IDLE_LOOKS = 10;
const IDLE_MAX_MB = 130;
const USED_MAX_MB = 200;
const SUM_MAX_MB = 1_300;
const GROWTH_MAX = 1.05;
const MB = 1_000_000;

/** Samples of the memory of each process, in megabytes. */
type Looks = { pss: number; rss: number }[][];

/** P13: memory of each process of a freshly started product, then after requests, and after many more. */
export async function measureMemory(
  context: BenchContext,
  catalogue: Catalogue,
  product: RunningServer,
): Promise<void> {
  if (!knowsProcesses()) return;
  const http = new HttpClient(product.url, CLIENTS);
  const calls = await searchCalls(catalogue, context.seed);
  const ask = (index: number) => http.ask(calls[index % calls.length]!);
  try {
    const idle = await lookAt(product, async (look) => {
      for (let count = 0; count < IDLE_LOOKS; count += 1) await look();
    });
    const used = await afterRequests(product, FIRST_REQUESTS, ask);
    const later = await afterRequests(product, FURTHER_REQUESTS, ask);
    for (const result of resultsOf(product, { idle, used, later }))
      record({ goal: 'P13', size: catalogue.label, ...result });
  } finally {
    http.close();
  }
}

async function afterRequests(product: RunningServer, requests: number, ask: (index: number) => Promise<unknown>) {
  await closedLoop(CLIENTS, requests - LOOKED_AT_REQUESTS, ask);
  return lookAt(product, async (look) => {
    let isAsking = true;
    const asking = closedLoop(CLIENTS, LOOKED_AT_REQUESTS, ask).finally(() => (isAsking = false));
    while (isAsking) await look();
    await asking;
  });
}

async function lookAt(
  { processes }: RunningServer,
  during: (look: () => Promise<void>) => Promise<void>,
): Promise<Looks> {
  const looks: Looks = [];
  await during(async () => {
    const now = processes.map(({ pid }) => memoryOf(pid));
    looks.push(now.map(({ pssBytes, rssBytes }) => ({ pss: pssBytes / MB, rss: rssBytes / MB })));
    await systemClock.sleep(LOOK_EVERY_MS);
  });
  return looks;
}

function resultsOf(
  { processes }: RunningServer,
  { idle, used, later }: Record<'idle' | 'used' | 'later', Looks>,
): Omit<Result, 'goal' | 'size'>[] {
  const isAlone = processes.length === 1;
  const [idleMax, usedMax] = isAlone ? [SUM_MAX_MB, SUM_MAX_MB] : [IDLE_MAX_MB, USED_MAX_MB];
  const perProcess = processes.flatMap(({ name }, place) => {
    const pss = (looks: Looks) => spread(looks.map((look) => look[place]!.pss));
    const note = (looks: Looks) => `RSS ${median(looks.map((look) => look[place]!.rss)).toFixed(0)} MB`;
    const title = `memory of the process ${name}`;
    const growth = comparisonOf([{ floor: pss(used).median, ours: pss(later).median }]);
    return [
      { measure: `${title}, idle (PSS)`, ...limited(idleMax, 'MB', { ours: pss(idle) }), note: note(idle) },
      {
        measure: `${title}, after 10k requests (PSS)`,
        ...limited(usedMax, 'MB', { ours: pss(used) }),
        note: note(used),
      },
      { measure: `${title}, after 100k more requests / before (PSS)`, unit: 'MB', ...atMost(GROWTH_MAX, growth) },
    ];
  });
  if (isAlone) return perProcess;
  const sum = spread(later.map((look) => look.reduce((total, { pss }) => total + pss, 0)));
  const measure = 'memory of all processes, after all requests (PSS)';
  return [...perProcess, { measure, ...limited(SUM_MAX_MB, 'MB', { ours: sum }) }];
}
