// Aim: a change of a public drive gets a new card; a drive that is not public loses its cards at once; imports do not
// pile up work.
import { describe, expect, it } from '@jest/globals';
import type { Event } from '@switchback/platform/events/event';
import type { JobStats } from '@switchback/platform/jobs/jobs';
import type { DriveEvent } from '@switchback/proto/drives/v1/events';
import { drive } from '@switchback/testing/fake-drives';
import { CardsConsumer } from './cards.consumer.js';

/** Opens a consumer that records enqueued jobs and removed cards, in order. */
function open(waiting = 0) {
  const jobs: { payload: unknown; key: string | undefined }[] = [];
  const removed: string[] = [];
  const consumer = new CardsConsumer(
    { remove: async (id) => void removed.push(id) },
    {
      enqueue: async (_kind, payload, options) => {
        jobs.push({ payload, key: options?.key });
        return options?.key ?? '';
      },
      stats: async (): Promise<JobStats[]> => [
        { name: 'drives.card', waiting, delayed: 0, active: 0, failed: 0, oldestAgeMs: 0 },
      ],
    },
  );
  return { jobs, removed, handle: (payloads: DriveEvent[]) => consumer.consume(payloads.map(eventOf)) };
}

function eventOf(payload: DriveEvent): Event<DriveEvent> {
  const { id, rev } = payload;
  const envelope = { id: `${id}-${rev}`, type: 'drive.saved', source: 'drives', time: new Date(0) };
  return { ...envelope, subject: id, version: rev, payload };
}

function saved(id: string, rev: number, privacy = 'public', status = 'approved'): DriveEvent {
  const summary = drive({ id, rev, privacy, status });
  return {
    id,
    rev,
    saved: { summary, path: '', ownerId: '', sharedWith: [], popularity: 0, audience: undefined },
    deleted: undefined,
  };
}

describe('the consumer of the cards', () => {
  it('has the newest state of each public drive drawn', async () => {
    // Aim: one job per drive and revision, so that redeliveries add none and a newer state is not missed.
    const { jobs, removed, handle } = open();
    await handle([saved('a', 1), saved('b', 4), saved('a', 2)]);
    expect(jobs).toEqual([
      { payload: { driveId: 'a' }, key: 'a.2' },
      { payload: { driveId: 'b' }, key: 'b.4' },
    ]);
    expect(removed).toEqual([]);
  });

  it('deletes the cards of all other drives', async () => {
    // Aim: private, pending and deleted drives leave no picture behind.
    const { jobs, removed, handle } = open();
    const deleted: DriveEvent = { id: 'd', rev: 3, saved: undefined, deleted: {} };
    await handle([saved('a', 2, 'private'), saved('b', 2, 'public', 'pending'), saved('c', 1), deleted]);
    expect(removed).toEqual(['a', 'b', 'd']);
    expect(jobs).toHaveLength(1);
  });

  it('leaves the rest of a large import to later requests', async () => {
    // Aim: the queue stays short, and no removal is skipped.
    const { jobs, removed, handle } = open(495);
    const many = Array.from({ length: 50 }, (_, index) => saved(`d${index}`, 1));
    await handle([...many, saved('private', 2, 'private')]);
    expect(jobs).toHaveLength(5);
    expect(removed).toEqual(['private']);
  });
});
