// Aim: F1: a process killed at any step loses no acknowledged write, invents none, and causes each effect once.
import { afterEach, describe, expect, it } from '@jest/globals';
import { systemClock } from '@switchback/platform/clock';
import { countedKeys } from './bus-fixtures.js';
import { CountingProcess } from './counting-process.js';
import { COUNTERS, CountingService, COUNTS, POISON, type Step } from './counting-service.js';
import { createTestDatabase } from './database.js';
import { repetitions, runSeed, seededRandom } from './random.js';
import { waitUntil } from './wait.js';

const STEPS: Step[] = [
  'write.committed',
  'relay.taken',
  'relay.published',
  'relay.deleted',
  'bus.published',
  'bus.fetched',
  'effect.half',
  'bus.handled',
  'bus.committed',
  'bus.dead-lettered',
];
/** More kills find rarer timings. */
const RANDOM_KILLS = repetitions({ short: 1, full: 100 });
const MAX_DELAY_MS = 50;
const START_TIMEOUT_MS = 60_000;

const seed = runSeed();

describe(`A process killed in the middle of its work (SEED=${seed})`, () => {
  const closers: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  const startVictim = async (crashAt?: Step) => {
    const database = await createTestDatabase();
    closers.push(() => database.drop());
    const victim = CountingProcess.start(database.url, crashAt);
    closers.push(() => victim.kill());
    return { url: database.url, victim };
  };

  /** Lets a successor finish the work, and compares the result with the acknowledged writes. */
  const expectNothingLost = async (url: string, { acknowledged }: CountingProcess) => {
    const successor = await CountingService.start(url);
    closers.push(() => successor.stop());
    await waitUntil('the backlog to be worked off', () => successor.isDrained());
    const rows: { subject: string; n: number }[] = await successor.dataSource.query('select * from written');
    const written = new Map(rows.map(({ subject, n }) => [subject, n]));
    const sum = (counts: ReadonlyMap<string, number>) => [...counts.values()].reduce((total, n) => total + n, 0);
    for (const [subject, n] of acknowledged) expect(written.get(subject)).toBeGreaterThanOrEqual(n);
    // Writes are sequential, so at most the last one was committed without an acknowledgment.
    expect(sum(written) - sum(acknowledged)).toBeLessThanOrEqual(1);

    const letters = await successor.bus.deadLetters({ topic: COUNTS.name, group: COUNTERS, max: 10_000 });
    const poison = Array.from({ length: written.get(POISON) ?? 0 }, (_, index) => index + 1);
    // A relay that dies before its delete publishes again, so even a dead letter may be duplicated.
    expect(new Set(letters.map(({ event }) => event.version))).toEqual(new Set(poison));
    written.delete(POISON);
    const expected = [...written].map(([subject, n]) => ({ subject, n, changes: n, events: n }));
    expect(new Set(await countedKeys(successor.dataSource))).toEqual(new Set(expected));
  };

  it.each(STEPS)('loses nothing and repeats nothing when it dies at %s', async (step) => {
    const { url, victim } = await startVictim(step);
    expect({ ended: await victim.ended, errors: victim.errors }).toEqual({ ended: 'SIGKILL', errors: '' });
    expect(victim.acknowledged.size).toBeGreaterThan(0);
    await expectNothingLost(url, victim);
  });

  it.each(Array.from({ length: RANDOM_KILLS }, (_, run) => seed + run))(
    'loses nothing and repeats nothing when it dies at any moment (%d)',
    async (runSeedNumber) => {
      const { url, victim } = await startVictim();
      await waitUntil('the first write', () => victim.acknowledged.size > 0, START_TIMEOUT_MS);
      await systemClock.sleep(seededRandom(runSeedNumber).below(MAX_DELAY_MS));
      await victim.kill();
      await expectNothingLost(url, victim);
    },
  );
});
