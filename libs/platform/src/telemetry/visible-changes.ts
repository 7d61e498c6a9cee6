import { Histogram, type Registry } from 'prom-client';

/** The objective, 2 s, is one of them. */
const BUCKETS_SECONDS = [0.1, 0.25, 0.5, 1, 2, 5, 30];

/** Takes how long ago changes were made that can be found from now on. */
export type VisibilityMeter = (seconds: number) => void;

export function visibleChanges(registry: Registry): VisibilityMeter {
  const delays = new Histogram({
    name: 'change_visible_seconds',
    help: 'From a change to the index having taken it.',
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });
  return (seconds) => delays.observe(Math.max(0, seconds));
}
