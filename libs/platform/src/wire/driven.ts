import type { Driven, DrivenStats } from '@switchback/proto/users/v1/user';

/** Computes the statistics of a person's driven drives. */
export function drivenStatsOf({ distance, duration, states, countries }: Driven): DrivenStats {
  return { distance: sum(distance), duration: sum(duration), states: states.length, countries: countries.length };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
