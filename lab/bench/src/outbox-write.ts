import type { Catalogue } from './catalogue.js';
import { DriveWriter } from './drive-writer.js';
import type { BenchContext } from './options.js';
import { atMost, record } from './result.js';
import { compare, median } from './statistics.js';
import { requireSame, timesOf } from './timing.js';

const COMMITS = 400;
const RUNS_A_SIDE = 2;

/** P9: the same write with and without its event, each commit flushed to disk. */
export async function measureOutboxWrite({ seed, rounds }: BenchContext, catalogue: Catalogue): Promise<void> {
  const writer = new DriveWriter(catalogue.drives, catalogue.size, seed);
  const commits = COMMITS / RUNS_A_SIDE;
  const run = (withOutbox: boolean) => async () => {
    const times = await timesOf(commits, () => writer.write(writer.next(), withOutbox));
    requireSame(await writer.waiting(), withOutbox ? commits : 0, 'the events in the outbox');
    await writer.clearOutbox();
    return median(times);
  };
  const figures = await compare({ rounds }, { floor: run(false), ours: run(true) });
  record({
    goal: 'P9',
    size: catalogue.label,
    measure: 'write with its event / the same without',
    unit: 'ms a commit',
    ...atMost(1.15, figures),
    note: `${COMMITS} sequential commits per side and round, flushed to disk`,
  });
}
