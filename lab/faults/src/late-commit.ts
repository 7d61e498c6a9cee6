// F2: a transaction that takes its place in the outbox early and commits late is still published.
import type { Random } from '@switchback/testing/random';
import { waitUntil } from '@switchback/testing/wait';
import type { DataSource, EntityManager } from 'typeorm';
import { onBothBuses } from './buses.js';
import type { Seen } from './fault.js';
import { ALL_GROUPS } from './groups.js';
import { importDrives } from './import-drive.js';
import { Oracle } from './oracle.js';
import type { BusName, Stage } from './stage.js';

const INTERLEAVINGS = 20;
const EARLY_MAX = 3;
const SEEN_WITHIN_MS = 20_000;

async function interleave(stage: Stage, random: Random, bus: BusName): Promise<Seen> {
  const oracle = await Oracle.of(stage, bus);
  await Promise.all([stage.startRole('relay', bus), stage.startRole('consumer', bus)]);
  for (let round = 0; round < INTERLEAVINGS; round += 1) await interleaveOnce(oracle, random, round);
  await oracle.checkAll(ALL_GROUPS);
  return { times: INTERLEAVINGS, detail: `${oracle.writeLog.acknowledgedCount} writes` };
}

/** Holds one write open while further writes commit, whether or not they are published yet; then commits it too. */
async function interleaveOnce(oracle: Oracle, random: Random, round: number): Promise<void> {
  const [written, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = importDrives(oracle, [`late-${round}`], heldOpen(oracle.drives, written.resolve, gate.promise));
  await Promise.race([written.promise, holding]);
  const seen = oracle.witness.count;
  const early = 1 + random.below(EARLY_MAX);
  for (let number = 0; number < early; number += 1) await importDrives(oracle, [`early-${round}-${number}`]);
  if (random.chance(0.5))
    await waitUntil('the early events', () => oracle.witness.count >= seen + early, SEEN_WITHIN_MS);
  gate.resolve();
  await holding;
}

/** Wraps the source so that its transactions do all their work, then commit when the gate opens. */
function heldOpen(source: DataSource, onWritten: () => void, gate: Promise<void>): DataSource {
  const transaction = <T>(work: (manager: EntityManager) => Promise<T>) =>
    source.transaction(async (manager) => {
      const result = await work(manager);
      onWritten();
      await gate;
      return result;
    });
  return Object.create(source, { transaction: { value: transaction } }) as DataSource;
}

export const lateCommitCases = onBothBuses({
  fault: 'F2',
  title: 'late commit with a lower sequence number',
  runs: { postgres: { short: 1, full: 10 }, kafka: { short: 1, full: 10 } },
  run: interleave,
});
