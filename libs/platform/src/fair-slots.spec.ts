// Aim: one person's work delays that of another by one piece at most, however much of it waits, and no work waits behind
// a caller that has left.
import { describe, expect, it } from '@jest/globals';
import { FairSlots } from './fair-slots.js';

/** A queue whose running work ends one piece at a time. */
function openQueue({ count = 1, waitingMax = 100, waitingEachMax = 50 } = {}) {
  const slots = new FairSlots({ count, waitingMax, waitingEachMax });
  const started: string[] = [];
  const running: (() => void)[] = [];
  const settle = () => new Promise(setImmediate);
  return {
    started,
    add: (name: string, person: string | null, signal?: AbortSignal) => {
      const work = () => {
        started.push(name);
        return new Promise<string>((resolve) => running.push(() => resolve(name)));
      };
      return slots.run(work, { person, signal });
    },
    /** Ends everything that runs, and what starts meanwhile. */
    finish: async () => {
      for (let end = running.shift(); end; end = running.shift()) {
        end();
        await settle();
      }
    },
  };
}

const TOO_MANY = { error: 'tooManyRequests', additional: { retryAfterSeconds: expect.any(Number) } };

describe('work of several people', () => {
  it('takes turns, a newcomer first, and that of one person stays in order', async () => {
    const queue = openQueue();
    const done = [...'abcd'].map((name) => queue.add(name, 'mallory'));
    done.push(queue.add('ann1', 'ann'), queue.add('ann2', 'ann'), queue.add('bob1', 'bob'));
    await queue.finish();
    expect(queue.started).toEqual(['a', 'ann1', 'bob1', 'b', 'ann2', 'c', 'd']);
    await Promise.all(done);
  });

  it('goes to a newcomer even if several have queued more than once', async () => {
    const queue = openQueue();
    const work = ['m', 'n', 'o'].flatMap((person) => [1, 2].map((at) => queue.add(`${person}${at}`, person)));
    const finished = queue.finish();
    await new Promise(setImmediate);
    const late = queue.add('ann', 'ann');
    await finished;
    await Promise.all([...work, late]);
    expect(queue.started.slice(0, 4)).toEqual(['m1', 'n1', 'o1', 'ann']);
  });

  it('goes before background work, whenever that arrived', async () => {
    const queue = openQueue();
    const done = [queue.add('upgrade1', null), queue.add('upgrade2', null), queue.add('ann', 'ann')];
    await queue.finish();
    expect(queue.started).toEqual(['upgrade1', 'ann', 'upgrade2']);
    await Promise.all(done);
  });
});

describe('a share', () => {
  it('of one person is bounded, and it leaves the shares of other people alone', async () => {
    const queue = openQueue({ waitingEachMax: 2, waitingMax: 4 });
    const kept = [1, 2, 3].map((at) => queue.add(`m${at}`, 'mallory'));
    await expect(queue.add('m4', 'mallory')).rejects.toMatchObject(TOO_MANY);
    const others = [queue.add('ann', 'ann'), queue.add('bob', 'bob')];
    await queue.finish();
    await Promise.all([...kept, ...others]);
    expect(queue.started).toEqual(['m1', 'ann', 'bob', 'm2', 'm3']);
  });

  it('shrinks once the queue is full: whoever has the most waiting gives way to a newcomer', async () => {
    const queue = openQueue({ waitingEachMax: 3, waitingMax: 4 });
    const kept = ['m1', 'm2', 'm3', 'n1'].map((name) => queue.add(name, name[0]!));
    const pushedOut = queue.add('m4', 'm');
    const newcomers = [queue.add('ann', 'ann')];
    await expect(pushedOut).rejects.toMatchObject(TOO_MANY);
    newcomers.push(queue.add('bob', 'bob').catch(() => 'refused'));
    const third = kept[2]!;
    await expect(third).rejects.toMatchObject(TOO_MANY);
    await expect(queue.add('eve', 'eve')).rejects.toMatchObject(TOO_MANY);
    await queue.finish();
    expect(queue.started).toEqual(['m1', 'n1', 'ann', 'bob', 'm2']);
    expect(await Promise.all(newcomers)).toEqual(['ann', 'bob']);
  });
});

it('a caller that leaves frees its place, and its work never starts', async () => {
  const queue = openQueue({ waitingEachMax: 1 });
  const gone = new AbortController();
  const first = queue.add('first', 'ann');
  const left = queue.add('left', 'ann', gone.signal);
  await expect(queue.add('refused', 'ann')).rejects.toMatchObject(TOO_MANY);
  gone.abort(new Error('The caller has gone.'));
  await expect(left).rejects.toThrow('The caller has gone.');
  const next = queue.add('next', 'ann');
  await expect(queue.add('late', 'ann', gone.signal)).rejects.toThrow('The caller has gone.');
  await queue.finish();
  await Promise.all([first, next]);
  expect(queue.started).toEqual(['first', 'next']);
});

it('work that fails frees its slot', async () => {
  const slots = new FairSlots({ count: 1, waitingMax: 1, waitingEachMax: 1 });
  const failing = () => Promise.reject(new Error('It failed.'));
  await expect(slots.run(failing, { person: 'ann' })).rejects.toThrow('It failed.');
  expect(await slots.run(() => Promise.resolve('done'), { person: 'ann' })).toBe('done');
});
