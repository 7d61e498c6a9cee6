import { describe, expect, it } from '@jest/globals';
import {
  attemptsOf,
  buildOf,
  batchesOf,
  deadLetterOf,
  deadMessageOf,
  eventOf,
  messageOf,
  redriveMessageOf,
} from './messages.js';

const EVENT = {
  id: '5d3c1ff6-1111-4a5b-9df1-7d1f0a3d5c11',
  type: 'drive.published',
  source: 'drives',
  subject: 'd-1',
  version: 3,
  time: new Date('2026-05-01T10:00:00.123Z'),
  trace: '00-1-2-01',
  requestId: 'r-1',
  payload: Buffer.from('state'),
};

/** Returns the message as a broker delivers it: header texts become bytes. */
function stored(message: ReturnType<typeof messageOf>) {
  const headers = Object.fromEntries(
    Object.entries(message.headers ?? {}).map(([name, text]) => [name, Buffer.from(String(text))]),
  );
  return {
    key: Buffer.from(String(message.key)),
    value: message.value as Buffer,
    headers,
    timestamp: '1000',
    attributes: 0,
    offset: '0',
  };
}

describe('Kafka messages', () => {
  it('carry a complete event', () => {
    // Aim: another process reads the event exactly as written, payload and envelope.
    expect(eventOf(stored(messageOf(EVENT, 4)))).toEqual(EVENT);
  });

  it('carry a dead letter with its cause, and its attempts through a redrive', () => {
    // Aim: an operator sees the cause, and attempts add up over redrives.
    const failure = { cause: 'Error: no such place', attempts: 5, failedAt: new Date('2026-05-02T00:00:00Z') };
    const message = stored(deadMessageOf(EVENT, { ...failure, build: 'b7' }));
    expect(buildOf(message)).toBe('b7');
    const letter = deadLetterOf(message, 'drives.drive.v1', 'search');
    expect(letter).toEqual({ ...failure, topic: 'drives.drive.v1', group: 'search', event: EVENT });
    const again = stored(redriveMessageOf(letter));
    expect(eventOf(again)).toEqual(EVENT);
    expect(attemptsOf(again)).toBe(5);
  });

  it('of unknown origin are read without failing', () => {
    // Aim: foreign messages become dead letters through normal delivery instead of blocking a consumer forever.
    const foreign = { key: null, value: null, headers: { time: Buffer.from('noon') }, timestamp: '1000' } as const;
    expect(eventOf(foreign)).toMatchObject({ id: '', subject: '', version: 0, time: new Date(0) });
  });

  it('are split into batches in order, none above the limit', () => {
    // Aim: every event is in exactly one batch, and the broker rejects none.
    const messages = Array.from({ length: 10 }, (_, n) =>
      messageOf({ ...EVENT, version: n, payload: Buffer.alloc(300) }, 4),
    );
    const batches = batchesOf(messages, 2_000);
    expect(batches.flat()).toEqual(messages);
    expect(batches.length).toBeGreaterThan(1);
    for (const batch of batches)
      expect(JSON.stringify(batch.map(({ headers }) => headers)).length + batch.length * 300).toBeLessThan(2_000);
  });
});
