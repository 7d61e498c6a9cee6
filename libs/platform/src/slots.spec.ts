// Aim: a caller that has left occupies no place in the queue and delays no other caller.
import { expect, it } from '@jest/globals';
import { Slots } from './slots.js';

it('a caller that leaves frees its place in the queue, and its work never starts', async () => {
  const slots = new Slots(1, 1);
  const started: string[] = [];
  const gate = Promise.withResolvers<void>();
  const work = (name: string) => async () => {
    started.push(name);
    await gate.promise;
  };
  const gone = new AbortController();
  const running = slots.run(work('first'));
  const left = slots.run(work('left'), gone.signal);
  await expect(slots.run(work('refused'))).rejects.toMatchObject({ error: 'unavailable' });
  gone.abort(new Error('The caller has gone.'));
  await expect(left).rejects.toThrow('The caller has gone.');
  const next = slots.run(work('next'));
  await expect(slots.run(work('late'), gone.signal)).rejects.toThrow('The caller has gone.');
  gate.resolve();
  await Promise.all([running, next]);
  expect(started).toEqual(['first', 'next']);
});
