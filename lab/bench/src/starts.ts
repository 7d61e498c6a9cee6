import type { Catalogue } from './catalogue.js';
import type { BenchContext } from './options.js';
import { type RunningServer, startEmptyApp } from './processes.js';
import { atMost, limited, record } from './result.js';
import { comparisonOf, mean, orderOf, type Side } from './statistics.js';

const SERVICE_MAX = 1.5;
const WHOLE_MAX_MS = 15_000;

/**
 * P14: time from start to ready of each process of a product with an existing catalogue, against an empty application.
 */
export async function measureStarts(
  { rounds }: BenchContext,
  { label }: Catalogue,
  startProduct: () => Promise<RunningServer>,
): Promise<void> {
  const perRound = new Map<string, Record<Side, number>[]>();
  // The first round only warms the operating system's caches.
  for (let round = 0; round <= rounds; round += 1) {
    const empty: number[] = [];
    const ours = new Map<string, number[]>();
    for (const side of orderOf(round, false)) {
      const server = await (side === 'floor' ? startEmptyApp() : startProduct());
      await server.stop();
      for (const { name, readyMs } of server.processes) {
        if (side === 'floor') empty.push(readyMs);
        else ours.set(name, [...(ours.get(name) ?? []), readyMs]);
      }
    }
    if (round === 0) continue;
    for (const [name, times] of ours)
      perRound.set(name, [...(perRound.get(name) ?? []), { floor: mean(empty), ours: mean(times) }]);
  }
  const common = { goal: 'P14', size: label, unit: 'ms' };
  for (const [name, figures] of perRound) {
    const figure = comparisonOf(figures);
    const measure = `start to ready: the process ${name} / an empty Nest application`;
    // A process that holds all services, their engines' clients and the pages is more than one service.
    const goal = perRound.size > 1 ? atMost(SERVICE_MAX, figure) : limited(WHOLE_MAX_MS, 'ms', figure);
    record({ ...common, measure, ...goal });
  }
}
