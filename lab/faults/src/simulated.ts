// F1 to F4 and F6 combined, in simulated time: thousands of seeds where real processes allow a few.
import type { FaultCase } from './fault.js';
import { simulateEventPath } from './simulation/event-path.js';

const SEEDS_EACH_RUN = 100;

export const simulatedCases: readonly FaultCase[] = [
  {
    fault: 'F4',
    title: 'event delivery in simulated time',
    runs: { short: 1, full: 100 },
    async run(stage) {
      const total = { acknowledged: 0, unanswered: 0, kills: 0, deadLetters: 0 };
      for (let place = 0; place < SEEDS_EACH_RUN; place += 1) {
        const seen = await simulateEventPath(stage.seed * SEEDS_EACH_RUN + place);
        for (const key of Object.keys(total) as (keyof typeof total)[]) total[key] += seen[key];
      }
      const { acknowledged, unanswered, kills, deadLetters } = total;
      const detail = `${SEEDS_EACH_RUN} seeds, ${kills} kills, ${acknowledged} writes acknowledged, ${unanswered} unanswered, ${deadLetters} dead letters redriven`;
      return { times: SEEDS_EACH_RUN, detail };
    },
  },
];
