import type { Event } from '@switchback/platform/events/event';
import type { DriveEvent } from '@switchback/proto/drives/v1/events';
import { changeOf } from '../document.js';
import type { SearchIndex } from '../index/search-index.js';

/**
 * Brings the index up to each drive's newest state. Versions decide, so that a repetition changes nothing.
 * @param taken told when the changes were made that the index has taken.
 */
export function onDriveEvent(index: Pick<SearchIndex, 'apply'>, taken: (times: Date[]) => void = () => undefined) {
  return async (events: Event<DriveEvent>[]): Promise<void> => {
    await index.apply(events.map(({ payload }) => changeOf(payload)));
    taken(events.map(({ time }) => time));
  };
}
