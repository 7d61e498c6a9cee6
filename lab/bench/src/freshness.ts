import { systemClock } from '@switchback/platform/clock';
import { seededRandom } from '@switchback/testing/random';
import type { Catalogue } from './catalogue.js';
import { DriveWriter } from './drive-writer.js';
import { HttpClient } from './http-client.js';
import { openLoop } from './load.js';
import type { BenchContext } from './options.js';
import type { RunningServer } from './processes.js';
import { limited, record } from './result.js';
import { quantile, spread } from './statistics.js';

const SAMPLES = 20;
const POLL_MS = 5;
const VISIBLE_TIMEOUT_MS = 10_000;
const PAUSE_MS = 300;
const WRITES_PER_SECOND = 100;
const P50_MAX_MS = 250;
const P99_MAX_MS = 1_000;

/** P10: time from the commit of a drive until search returns it, in an idle product and in a busy one. */
export async function measureFreshness(
  context: BenchContext,
  catalogue: Catalogue,
  product: RunningServer,
): Promise<void> {
  const writer = new DriveWriter(catalogue.drives, catalogue.size, context.seed);
  const http = new HttpClient(product.url, 2);
  try {
    await measureRounds(context, catalogue, 'idle', () => sample(context.seed, writer, http));
    await measureRounds(context, catalogue, `at ${WRITES_PER_SECOND} writes/s`, async () => {
      const writing = openLoop(WRITES_PER_SECOND, SAMPLES * PAUSE_MS, () => writer.write(writer.next(), true));
      const latencies = await sample(context.seed, writer, http);
      await writing;
      return latencies;
    });
  } finally {
    http.close();
  }
}

async function measureRounds(context: BenchContext, { label }: Catalogue, when: string, run: () => Promise<number[]>) {
  const rounds: number[][] = [];
  for (let round = 0; round < context.rounds; round += 1) rounds.push(await run());
  const common = { goal: 'P10', size: label };
  const note = 'written by another process than the product, which notifies its relay after the commit';
  for (const [name, fraction, limit] of [
    ['p50', 0.5, P50_MAX_MS],
    ['p99', 0.99, P99_MAX_MS],
  ] as const) {
    const ours = spread(rounds.map((latencies) => quantile(latencies, fraction)));
    const measure = `commit to visible in search, ${name}, ${when}`;
    record({ ...common, measure, ...limited(limit, 'ms', { ours }), note });
  }
}

async function sample(seed: number, writer: DriveWriter, http: HttpClient): Promise<number[]> {
  const random = seededRandom(seed);
  const latencies: number[] = [];
  for (let index = 0; index < SAMPLES; index += 1) {
    // Random, so as not to run in step with anything that polls.
    await systemClock.sleep(random.next() * PAUSE_MS);
    const route = writer.next();
    await writer.write(route, true);
    latencies.push(await timeToVisible(http, route.driveId, route.drive.rev));
  }
  return latencies;
}

/** @throws Error if the revision is not visible in time. */
async function timeToVisible(http: HttpClient, id: string, revision: number): Promise<number> {
  const committedAtMs = systemClock.monotonicMs();
  const path = `/api/drives/search?ids=${id}&sort=created&fields=_rev`;
  for (;;) {
    const { text } = await http.ask({ method: 'POST', path, body: '{}' });
    const elapsedMs = systemClock.monotonicMs() - committedAtMs;
    const { drives } = JSON.parse(text()) as { drives: { _rev: number }[] };
    if (drives.some(({ _rev }) => _rev >= revision)) return elapsedMs;
    if (elapsedMs > VISIBLE_TIMEOUT_MS) throw new Error(`Drive ${id} did not appear within ${VISIBLE_TIMEOUT_MS} ms.`);
    await systemClock.sleep(POLL_MS);
  }
}
