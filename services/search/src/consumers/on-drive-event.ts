import type { Event } from '@switchback/platform/events/event';
import type { DriveEvent } from '@switchback/proto/drives/v1/events';
import { changeOf } from '../document.js';
import type { SearchIndex } from '../index/search-index.js';

/** Brings the index up to each drive's newest state. Versions decide, so that a repetition changes nothing. */
export function onDriveEvent(index: Pick<SearchIndex, 'apply'>) {
  return (events: Event<DriveEvent>[]): Promise<void> => index.apply(events.map(({ payload }) => changeOf(payload)));
}
