import { systemClock } from '@switchback/platform/clock';
import { EventFactory } from '@switchback/platform/events/event';
import { appendToOutbox } from '@switchback/platform/events/outbox';
import { randomIds } from '@switchback/platform/ids';
import type { Oracle } from './oracle.js';
import { ENCODED_TOPIC, GARBLED } from './witness.js';

const factory = new EventFactory({ source: 'drives', clock: systemClock, ids: randomIds });

/** Writes an event to the outbox that no consumer can decode. */
export async function garble({ drives }: Oracle): Promise<void> {
  // A message whose length prefix exceeds its actual length.
  const payload = Buffer.from([0x0a, 0x7f, 0x01]);
  const event = factory.create({ type: GARBLED, subject: randomIds.uuid(), version: 1, payload });
  await drives.transaction((manager) => appendToOutbox(manager, ENCODED_TOPIC, [event]));
}
