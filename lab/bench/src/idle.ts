import { systemClock } from '@switchback/platform/clock';
import type { Catalogue } from './catalogue.js';
import type { BenchContext } from './options.js';
import { cpuMsOf, knowsProcesses, memoryOf, postgresCpuMs } from './process-figures.js';
import { pidsOf, type RunningServer } from './processes.js';
import { limited, record } from './result.js';
import { spread } from './statistics.js';

/** Long enough for background work after startup, such as drawing cards. */
const SETTLE_MS = 60_000;
const LOOK_MS = 30_000;
const CORE_MAX_PERCENT = 1;
const RSS_MAX_MB = 300;
const MB = 1_000_000;

/** P17: CPU time of an idle product's process and of PostgreSQL, and the product's memory. */
export async function measureIdle(
  { rounds, postmasterPid }: BenchContext,
  { label }: Catalogue,
  product: RunningServer,
): Promise<void> {
  if (!knowsProcesses()) return;
  const pids = pidsOf(product);
  await systemClock.sleep(SETTLE_MS);
  const percents: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const [ownMs, databaseMs] = [cpuMsOf(pids), postgresCpuMs(postmasterPid)];
    const startedAtMs = systemClock.monotonicMs();
    await systemClock.sleep(LOOK_MS);
    const usedMs = cpuMsOf(pids) - ownMs + (postgresCpuMs(postmasterPid) - databaseMs);
    percents.push((100 * usedMs) / (systemClock.monotonicMs() - startedAtMs));
  }
  const rss = pids.reduce((sum, pid) => sum + memoryOf(pid).rssBytes / MB, 0);
  const common = { goal: 'P17', size: label };
  const cpu = limited(CORE_MAX_PERCENT, '% of a core', { ours: spread(percents) });
  record({ ...common, measure: 'idle, processor time with PostgreSQL', ...cpu });
  const memory = limited(RSS_MAX_MB, 'MB', { ours: spread([rss]) });
  record({ ...common, measure: 'idle, memory of the product (RSS)', ...memory });
}
