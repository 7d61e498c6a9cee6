// Aim: F1 to F4 and F6 in simulated time. Whichever process dies, whatever breaks, arrives twice or late, or cannot be
// handled for a while: in the end no acknowledged write is lost, no event is invented or skipped, and each took effect
// once.
import { describe, expect, it } from '@jest/globals';
import { repetitions, runSeed } from '@switchback/testing/random';
import { simulateEventPath, simulateSeeds } from './event-path.js';

const SEEDS = repetitions({ short: 10, full: 40 });
const seed = runSeed();

describe(`The path of events (SEED=${seed})`, () => {
  it(`holds on each of ${SEEDS} seeds`, async () => {
    const total = await simulateSeeds(seed, SEEDS);
    // The test would prove nothing if no fault occurred.
    for (const count of Object.values(total)) expect(count).toBeGreaterThan(SEEDS);
  });

  it('is identical on the same seed', async () => {
    expect(await simulateEventPath(seed)).toEqual(await simulateEventPath(seed));
  });
});
