import type { Event } from '@switchback/platform/events/event';
import type { PopularityEvent } from '@switchback/proto/users/v1/events';
import type { DrivePopularity } from '../drive-popularity.js';

/** Keeps how popular drives are up to date. */
export function onPopularityEvent(popularity: Pick<DrivePopularity, 'take'>) {
  return (events: Event<PopularityEvent>[]): Promise<void> => popularity.take(events.map(({ payload }) => payload));
}
