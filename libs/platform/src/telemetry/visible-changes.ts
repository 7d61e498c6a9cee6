import { Histogram, type Registry } from 'prom-client';

/** Includes the objective, 2 s. */
const BUCKETS_SECONDS = [0.1, 0.25, 0.5, 1, 2, 5, 30];

/** Records the delay in seconds until a change became searchable. */
export type VisibilityMeter = (seconds: number) => void;

export function visibleChanges(registry: Registry): VisibilityMeter {
  const delays = new Histogram({
    name: 'change_visible_seconds',
    help: 'Time from a change until the search index contains it.',
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });
  return (seconds) => delays.observe(Math.max(0, seconds));
}
