import type { Event } from '@switchback/platform/events/event';
import type { DriveEvent } from '@switchback/proto/drives/v1/events';
import type { DriveFacts } from '../facts/drive-facts.js';

/** Keeps what is known here of drives up to date. */
export function onDriveEvent(facts: Pick<DriveFacts, 'apply'>) {
  return (events: Event<DriveEvent>[]): Promise<void> => facts.apply(events.map(({ payload }) => payload));
}
