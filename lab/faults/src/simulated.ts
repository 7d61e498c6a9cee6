// F1 to F4 and F6 combined, in simulated time: thousands of seeds where real processes allow a few.
import type { FaultCase } from './fault.js';
import { simulateSeeds } from './simulation/event-path.js';

const SEEDS_EACH_RUN = 100;

export const simulatedCases: readonly FaultCase[] = [
  {
    fault: 'F4',
    title: 'event delivery in simulated time',
    runs: { short: 1, full: 100 },
    async run(stage) {
      const total = await simulateSeeds(stage.seed * SEEDS_EACH_RUN, SEEDS_EACH_RUN);
      const { acknowledged, unanswered, kills, deadLetters } = total;
      const detail = `${SEEDS_EACH_RUN} seeds, ${kills} kills, ${acknowledged} writes acknowledged, ${unanswered} unanswered, ${deadLetters} dead letters redriven`;
      return { times: SEEDS_EACH_RUN, detail };
    },
  },
];
