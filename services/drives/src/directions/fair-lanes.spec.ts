// Aim: no person waits for the whole work of another: earlier lanes go first, people of a lane take turns, and work
// that is left or exceeds a share delays no other.
import { describe, expect, it } from '@jest/globals';
import { type LaneLimits, FairLanes, type Ticket } from './fair-lanes.js';

const LIMITS: LaneLimits<'urgent' | 'later'> = {
  slots: 1,
  reserved: 0,
  lanes: ['urgent', 'later'],
  waitingMax: { all: 20, each: 10 },
};

/** Slots whose work ends on command, with a record of what was started. */
class Desk {
  readonly started: string[] = [];
  readonly refused: string[] = [];
  private readonly running: (() => void)[] = [];
  private readonly slots: FairLanes<'urgent' | 'later'>;

  constructor(limits: Partial<typeof LIMITS> = {}) {
    this.slots = new FairLanes({ ...LIMITS, ...limits });
  }

  async want(name: string, ticket: Partial<Ticket<'urgent' | 'later'>> = {}): Promise<void> {
    const leave = await this.slots.enter({ lane: 'urgent', person: name, ...ticket });
    if (!leave) return void this.refused.push(name);
    this.started.push(name);
    this.running.push(leave);
  }

  async finishOne(): Promise<void> {
    this.running.shift()?.();
    await Promise.resolve();
    await Promise.resolve();
  }

  async finishAll(): Promise<void> {
    await this.finishOne();
    while (this.running.length > 0) await this.finishOne();
  }
}

describe('Fair lanes', () => {
  it('start the earlier lane first, whenever it came', async () => {
    const desk = new Desk();
    for (const name of ['a', 'b', 'c']) void desk.want(name, { lane: 'later' });
    void desk.want('z');
    await desk.finishAll();
    expect(desk.started).toEqual(['a', 'z', 'b', 'c']);
  });

  it('let people of a lane take turns, however much one of them wants', async () => {
    const desk = new Desk();
    for (const name of ['a1', 'a2', 'a3', 'a4']) void desk.want(name, { person: 'a' });
    for (const name of ['b1', 'b2']) void desk.want(name, { person: 'b' });
    void desk.want('c1', { person: 'c' });
    await desk.finishAll();
    expect(desk.started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  });

  it('reserve some for the first lane', async () => {
    const desk = new Desk({ slots: 3, reserved: 2 });
    for (const name of ['a', 'b']) void desk.want(name, { lane: 'later' });
    for (const name of ['x', 'y', 'z']) void desk.want(name);
    await Promise.resolve();
    expect(desk.started).toEqual(['a', 'x', 'y']);
    await desk.finishAll();
    expect(desk.started).toEqual(['a', 'x', 'y', 'z', 'b']);
  });

  it('refuse what one person wants beyond their share, and nothing else', async () => {
    const desk = new Desk({ waitingMax: { all: 20, each: 2 } });
    for (const name of ['a1', 'a2', 'a3', 'a4']) void desk.want(name, { person: 'a' });
    void desk.want('b1', { person: 'b' });
    await desk.finishAll();
    expect([desk.started, desk.refused]).toEqual([['a1', 'a2', 'b1', 'a3'], ['a4']]);
  });

  it('refuse more than a lane holds; the other lane is not affected', async () => {
    const desk = new Desk({ waitingMax: { all: 2, each: 2 } });
    for (const name of ['a', 'b', 'c', 'd']) void desk.want(name, { lane: 'later' });
    void desk.want('z');
    await desk.finishAll();
    expect([desk.started, desk.refused]).toEqual([['a', 'z', 'b', 'c'], ['d']]);
  });

  it('free the place of a caller that leaves', async () => {
    const desk = new Desk({ waitingMax: { all: 1, each: 1 } });
    const gone = new AbortController();
    void desk.want('a');
    void desk.want('left', { signal: gone.signal });
    gone.abort();
    void desk.want('b');
    void desk.want('late', { signal: gone.signal });
    await desk.finishAll();
    expect([desk.started, desk.refused]).toEqual([
      ['a', 'b'],
      ['left', 'late'],
    ]);
  });

  it('are freed once, however often their work says so', async () => {
    const slots = new FairLanes(LIMITS);
    const ticket = { lane: 'urgent', person: 'a' } as const;
    const leave = (await slots.enter(ticket))!;
    leave();
    leave();
    const started: string[] = [];
    for (const name of ['b', 'c']) void slots.enter(ticket).then(() => started.push(name));
    await Promise.resolve();
    await Promise.resolve();
    expect(started).toEqual(['b']);
  });
});
