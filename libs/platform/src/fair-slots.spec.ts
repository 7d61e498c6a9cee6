// Aim: earlier lanes go first; within a lane, one person's work delays that of another by one piece at most, however
// much of it waits; and no work waits behind a caller that has left.
import { describe, expect, it } from '@jest/globals';
import { FairSlots, type SlotLimits, type Ticket } from './fair-slots.js';

type Lane = 'urgent' | 'later';
const WAITING_MAX = { all: 20, each: 10 };
const LIMITS: SlotLimits<Lane> = { count: 1, lanes: { urgent: WAITING_MAX, later: WAITING_MAX } };
const limitedTo = (all: number, each: number) => ({ lanes: { urgent: { all, each }, later: { all, each } } });
const settle = () => new Promise(setImmediate);

/** Slots whose work ends on command, with a record of what was started and refused. */
class Desk {
  readonly started: string[] = [];
  readonly refused: string[] = [];
  private readonly running: (() => void)[] = [];
  private readonly slots: FairSlots<Lane>;

  constructor(limits: Partial<SlotLimits<Lane>> = {}) {
    this.slots = new FairSlots({ ...LIMITS, ...limits });
  }

  /** Wants a slot for work that is named after its person, such as `a1`. */
  want(names: string, ticket: Partial<Ticket<Lane>> = {}): void {
    for (const name of names.split(' ')) {
      void this.slots.enter({ lane: 'urgent', person: name[0]!, ...ticket }).then((leave) => {
        (leave ? this.started : this.refused).push(name);
        if (leave) this.running.push(leave);
      });
    }
  }

  /** Ends everything that runs, and what starts meanwhile. */
  async finish(): Promise<void> {
    await settle();
    for (let end = this.running.shift(); end; end = this.running.shift()) {
      end();
      await settle();
    }
  }
}

describe('people of a lane', () => {
  it('take turns, a newcomer first; the work of one person stays in order', async () => {
    const desk = new Desk();
    desk.want('a1 a2 a3 a4 b1 b2 c1');
    await desk.finish();
    expect(desk.started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  });

  it('let a newcomer go first even if several have queued more than once', async () => {
    const desk = new Desk();
    desk.want('m1 m2 n1 n2 o1 o2');
    const finished = desk.finish();
    await settle();
    desk.want('a1');
    await finished;
    expect(desk.started.slice(0, 4)).toEqual(['m1', 'n1', 'o1', 'a1']);
  });
});

describe('lanes', () => {
  it('start the earlier one first, whenever its work arrived', async () => {
    const desk = new Desk();
    desk.want('a1 b1 c1', { lane: 'later' });
    desk.want('z1');
    await desk.finish();
    expect(desk.started).toEqual(['a1', 'z1', 'b1', 'c1']);
  });

  it('reserve some slots for the first one', async () => {
    const desk = new Desk({ count: 3, reserved: 2 });
    desk.want('a1 b1', { lane: 'later' });
    desk.want('x1 y1 z1');
    await settle();
    expect(desk.started).toEqual(['a1', 'x1', 'y1']);
    await desk.finish();
    expect(desk.started).toEqual(['a1', 'x1', 'y1', 'z1', 'b1']);
  });

  it('do not fill each other', async () => {
    const desk = new Desk(limitedTo(2, 2));
    desk.want('a1 b1 c1 d1', { lane: 'later' });
    desk.want('z1');
    await desk.finish();
    expect([desk.started, desk.refused]).toEqual([['a1', 'z1', 'b1', 'c1'], ['d1']]);
  });
});

describe('a share', () => {
  it('of one person is bounded, and leaves the shares of other people alone', async () => {
    const desk = new Desk(limitedTo(4, 2));
    desk.want('m1 m2 m3 m4 a1 b1');
    await desk.finish();
    expect([desk.started, desk.refused]).toEqual([['m1', 'a1', 'b1', 'm2', 'm3'], ['m4']]);
  });

  it('shrinks once the lane is full: the person with the most work waiting gives way to a newcomer', async () => {
    const desk = new Desk(limitedTo(4, 3));
    desk.want('m1 m2 m3 n1 m4 a1 b1 e1');
    await desk.finish();
    expect(desk.started).toEqual(['m1', 'n1', 'a1', 'b1', 'm2']);
    expect(desk.refused.toSorted()).toEqual(['e1', 'm3', 'm4']);
  });
});

it('a caller that leaves frees its place, and its work never starts', async () => {
  const desk = new Desk(limitedTo(1, 1));
  const gone = new AbortController();
  desk.want('a1');
  desk.want('l1', { signal: gone.signal });
  desk.want('r1');
  gone.abort();
  desk.want('b1');
  desk.want('l2', { signal: gone.signal });
  await desk.finish();
  expect(desk.started).toEqual(['a1', 'b1']);
  expect(desk.refused.toSorted()).toEqual(['l1', 'l2', 'r1']);
});

it('a slot is freed once, however often its work frees it', async () => {
  const slots = new FairSlots(LIMITS);
  const enter = (person: string) => slots.enter({ lane: 'urgent', person });
  const leave = (await enter('a'))!;
  leave();
  leave();
  const started: string[] = [];
  for (const name of ['b', 'c']) void enter(name).then(() => started.push(name));
  await settle();
  expect(started).toEqual(['b']);
});

describe('work that a slot runs', () => {
  const ticket = { lane: 'urgent', person: 'ann' } as const;

  it('frees the slot if it fails', async () => {
    const slots = new FairSlots(LIMITS);
    await expect(slots.run(() => Promise.reject(new Error('It failed.')), ticket)).rejects.toThrow('It failed.');
    expect(await slots.run(() => Promise.resolve('done'), ticket)).toBe('done');
  });

  it('ends with an error if it is refused, or its caller leaves', async () => {
    const slots = new FairSlots({ ...LIMITS, ...limitedTo(1, 1) });
    const gone = new AbortController();
    const leave = (await slots.enter(ticket))!;
    const left = slots.run(() => Promise.resolve('done'), { ...ticket, signal: gone.signal });
    await expect(slots.run(() => Promise.resolve('done'), ticket)).rejects.toMatchObject({
      error: 'tooManyRequests',
      additional: { retryAfterSeconds: expect.any(Number) },
    });
    gone.abort(new Error('The caller has gone.'));
    await expect(left).rejects.toThrow('The caller has gone.');
    leave();
  });
});
