// Aim: staff publish the revision they saw and nothing newer, and a recorded decision matches the state of its subject,
// whichever two people act at once and whenever a process dies halfway (F12).
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { systemClock } from '@switchback/platform/clock';
import { ProductError } from '@switchback/platform/errors';
import { EventFactory } from '@switchback/platform/events/event';
import { decisionsTopic } from '@switchback/platform/events/topics';
import { randomIds } from '@switchback/platform/ids';
import type { Call } from '@switchback/platform/rpc/call';
import type { DecideRequest } from '@switchback/proto/moderation/v1/service';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { drive as driveOf } from '@switchback/testing/fake-drives';
import { outboxOfTopic } from '@switchback/testing/outbox';
import { repetitions, runSeed, seededRandom } from '@switchback/testing/random';
import type { DataSource } from 'typeorm';
import { ModerationService } from './moderation.service.js';
import { Item } from './item.entity.js';
import { Items } from './items.js';
import { ModerationRpc } from './moderation.rpc.js';
import type { Peers } from './peers.js';
import { Queue } from './queue.js';
import { Reports } from './reports.js';
import { connectModeration } from './schema.js';
import { Subject } from './subject.entity.js';
import { Subjects } from './subjects.js';
import { NO_COLLECTIONS } from './peers.fixture.js';
import { Submissions } from './submissions.js';

const seed = runSeed();
const random = seededRandom(seed);
const RACES = repetitions({ short: 15, full: 1_000 });

let database: TestDatabase;
let source: DataSource;
let rpc: ModerationRpc;
let moderation: ModerationService;
let submissions: Submissions;
let world: World;

const staff = (userId: string): Call => ({ requestId: 'r', caller: { userId, accountType: 'admin' } });
const [ANN, BEN] = [staff('ann'), staff('ben')];
const HERO: Call = { requestId: 'r', caller: { userId: 'hero', accountType: 'hero' } };

/** The other services: one drive that awaits a decision, whose owner edits it, and one photo. */
class World {
  rev = 1;
  /** The revision that staff published. */
  published: number | null = null;
  isRemoved = false;
  /** Whether the next call to an owner fails, before or after its work. */
  failing: 'before' | 'after' | null = null;

  async edit(): Promise<void> {
    await this.#aWhile();
    if (this.published !== null) return;
    this.rev += 1;
    await this.submit();
  }

  submit(kind: 'drive' | 'photo' = 'drive'): Promise<void> {
    return submissions.apply(kind, {
      subjectId: 'd1',
      version: this.rev,
      kind,
      title: 'Ridge Road',
      ownerId: 'owner',
      reasons: [],
      facts: { title: `Ridge Road ${this.rev}`, driveId: 'd1' },
      at: '2026-01-02T03:04:05.000Z',
      waiting: { rev: this.rev },
      settled: undefined,
      withdrawn: undefined,
    });
  }

  async publish(rev: number | undefined): Promise<void> {
    await this.#aWhile();
    if (this.published !== null) throw new ProductError('alreadyDecided');
    if (rev !== undefined && rev !== this.rev)
      throw new ProductError('staleRevision', { additional: { _rev: this.rev } });
    this.published = this.rev;
  }

  async remove(): Promise<void> {
    const { failing } = this;
    this.failing = null;
    if (failing === 'before') throw new Error('The connection is lost.');
    await this.#aWhile();
    if (this.isRemoved) throw new ProductError('driveNotFound');
    this.isRemoved = true;
    if (failing === 'after') throw new ProductError('timeout');
  }

  async #aWhile(): Promise<void> {
    for (let turn = random.below(4); turn > 0; turn -= 1) await new Promise((resolve) => setImmediate(resolve));
  }
}

const unasked = () => Promise.reject(new Error('No such service is asked here.'));

function peersOf(): Peers {
  return {
    reviews: unasked,
    users: unasked,
    auth: async () => ({
      suspendAccount: async () => {
        throw new ProductError('notAllowed');
      },
    }),
    drives: async () => ({
      approveDrive: async ({ rev }) => {
        await world.publish(rev);
        return { drive: undefined };
      },
      requestChanges: unasked,
      ...NO_COLLECTIONS,
      getSummaries: async () => ({ drives: [driveOf({ id: 'd1', creator: { id: 'owner', username: '' } })] }),
      deleteDrive: async () => {
        await world.remove();
        return {};
      },
    }),
    media: async () => ({
      decidePhoto: async ({ rev }) => {
        await world.publish(rev);
        return { photos: [] };
      },
      deletePhoto: unasked,
      findPhoto: unasked,
    }),
  };
}

beforeAll(async () => {
  database = await createTestDatabase();
  source = await connectModeration({ url: database.url });
  const items = new Items(new EventFactory({ source: 'moderation', clock: systemClock, ids: randomIds }));
  const subjects = new Subjects(peersOf());
  submissions = new Submissions(source.getRepository(Subject), items, randomIds);
  moderation = new ModerationService(source, items, subjects, peersOf());
  const queue = new Queue(source.getRepository(Item));
  rpc = new ModerationRpc(queue, moderation, new Reports(source, items, subjects, randomIds));
});
beforeEach(() => renew());
afterAll(async () => {
  await source.destroy();
  await database.drop();
});

async function renew(): Promise<void> {
  world = new World();
  await source.query('truncate item, history, subject, person, outbox');
}

const list = async (state = '') =>
  (await rpc.listQueue({ kind: '', state, sort: 'due', bookmark: '', limit: 25 }, ANN)).items;
const decide = (id: string, overrides: Partial<DecideRequest>, call = ANN) =>
  rpc.decide({ id, decision: 'approve', note: '', changeRequest: {}, rev: undefined, ...overrides }, call);
const decisions = async () => (await outboxOfTopic(source, decisionsTopic)).map(({ decision }) => decision);
/** Ages recorded decisions, so that `finish` considers them abandoned. */
const later = () => source.query(`update item set deciding_since = deciding_since - interval '2 minutes'`);

async function submitted(kind: 'drive' | 'photo' = 'drive'): Promise<string> {
  await world.submit(kind);
  return (await list())[0]!.id;
}

async function reported(): Promise<string> {
  const subject = { type: 'drive', id: 'd1' };
  await rpc.reportAbuse({ violations: ['other'], details: '', subject, idempotency: undefined }, HERO);
  return (await list())[0]!.id;
}

/** Runs the calls concurrently in random order. Returns the error of each, null for success, in the order given. */
async function raced(works: (() => Promise<unknown>)[]): Promise<(string | null)[]> {
  const order = random.shuffle(works.map((_, index) => index));
  const ended = await Promise.allSettled(order.map((index) => works[index]!()));
  return works.map((_, index) => {
    const outcome = ended[order.indexOf(index)]!;
    if (outcome.status === 'fulfilled') return null;
    if (!(outcome.reason instanceof ProductError)) throw outcome.reason;
    return outcome.reason.error;
  });
}

describe(`two concurrent calls (SEED=${seed})`, () => {
  it('dismiss and remove one subject: the record matches the outcome', async () => {
    for (let run = 0; run < RACES; run += 1) {
      await renew();
      const id = await reported();
      const other = random.pick([ANN, BEN]);
      const remove = () => decide(id, { decision: 'remove' }, other);
      const refusals = await raced([() => decide(id, { decision: 'dismiss' }), remove]);
      expect(refusals.toSorted()).toEqual(['alreadyDecided', null]);
      const decision = refusals[0] === null ? 'dismiss' : 'remove';
      expect([(await list('decided'))[0]?.decision, world.isRemoved]).toEqual([decision, decision === 'remove']);
      expect(await decisions()).toEqual([decision]);
    }
  }, 600_000);

  it('edit and approve a claimed drive: no unseen revision is published', async () => {
    for (let run = 0; run < RACES; run += 1) {
      await renew();
      const id = await submitted();
      await rpc.claim({ id }, ANN);
      const rev = random.chance(0.5) ? 1 : undefined;
      const [refusal] = await raced([() => decide(id, { rev }), () => world.edit()]);
      expect([refusal, world.published]).toEqual(refusal === null ? [null, 1] : ['staleRevision', null]);
      if (refusal === null) continue;
      const change = { field: 'title', before: 'Ridge Road 1', after: 'Ridge Road 2' };
      expect(await list()).toMatchObject([{ id, state: 'open', rev: 2, changes: [change] }]);
    }
  }, 600_000);
});

describe('a drive that its owner edits', () => {
  it('shows its revision and the changes since the claim, also to its claimer who claims it again', async () => {
    const id = await submitted();
    expect((await rpc.claim({ id }, ANN)).item).toMatchObject({ rev: 1, changes: [] });
    await world.edit();
    const change = { field: 'title', before: 'Ridge Road 1', after: 'Ridge Road 2' };
    expect(await list()).toMatchObject([{ state: 'claimed', rev: 2, changes: [change] }]);
    await expect(decide(id, {})).rejects.toMatchObject({ error: 'staleRevision', additional: { _rev: 2 } });
    expect((await rpc.claim({ id }, ANN)).item).toMatchObject({ state: 'claimed', rev: 2, changes: [change] });
    await decide(id, {});
    expect(world.published).toBe(2);
  });

  it('is not published by its last claimer without a revision, even after the claim ended', async () => {
    const id = await submitted();
    await rpc.claim({ id }, ANN);
    await source.query(`update item set claimed_until = now() - interval '1 second'`);
    await world.edit();
    await expect(decide(id, {})).rejects.toMatchObject({ error: 'staleRevision' });
    await decide(id, { rev: 2 });
    expect(world.published).toBe(2);
  });

  it('and a photo are both decided by the revision that was seen', async () => {
    const id = await submitted('photo');
    await rpc.claim({ id }, ANN);
    world.rev += 1;
    await expect(decide(id, {})).rejects.toMatchObject({ error: 'staleRevision' });
    await expect(decide(id, { rev: 1 })).rejects.toMatchObject({ error: 'staleRevision' });
    await decide(id, { rev: 2 });
    expect(world.published).toBe(2);
  });
});

describe('a claim', () => {
  it('applies to calls that decide its subject without the item, and states what its claimer saw', async () => {
    const id = await submitted();
    const check = (call: Call) => rpc.checkClaim({ kind: 'drive', subjectId: 'd1' }, call);
    expect(await check(BEN)).toEqual({ rev: undefined });
    await rpc.claim({ id }, ANN);
    await world.edit();
    expect(await check(ANN)).toEqual({ rev: 1 });
    await expect(check(BEN)).rejects.toMatchObject({ error: 'claimedByOther' });
    await rpc.release({ id }, ANN);
    expect(await check(BEN)).toEqual({ rev: undefined });
    await expect(check(HERO)).rejects.toMatchObject({ error: 'notAllowed' });
  });
});

describe('a decision about a subject with more reports than one batch holds', () => {
  it('settles a batch immediately and the rest in the upkeep, without acting again', async () => {
    const subject = { type: 'drive', id: 'd1' };
    const report = { violations: ['other'], details: '', subject, idempotency: undefined };
    for (let reporter = 0; reporter < 250; reporter += 1)
      await rpc.reportAbuse(report, { requestId: 'r', caller: null });
    const [first] = await list();
    await decide(first!.id, { decision: 'remove', note: 'Spam.' });
    expect([world.isRemoved, (await decisions()).length]).toEqual([true, 101]);
    world.failing = 'before';
    for (let run = 0; run < 3; run += 1) {
      await later();
      await moderation.finish();
    }
    expect(await list()).toEqual([]);
    expect(await decisions()).toEqual(Array(250).fill('remove'));
    const [item] = await list('decided');
    expect(item?.history).toMatchObject([
      { action: 'submitted' },
      { who: { id: 'ann' }, action: 'remove', note: 'Spam.' },
    ]);
  });
});

describe('a decision whose process dies', () => {
  it.each(['before', 'after'] as const)(
    '%s its subject is removed, is completed and notified once',
    async (failing) => {
      const id = await reported();
      world.failing = failing;
      await expect(decide(id, { decision: 'remove', note: 'Spam.' })).rejects.toThrow();
      for (const decision of ['dismiss', 'remove'])
        await expect(decide(id, { decision })).rejects.toMatchObject({
          error: 'alreadyDecided',
          additional: { decision: 'remove' },
        });
      await moderation.finish();
      expect(await decisions()).toEqual([]);
      await later();
      await moderation.finish();
      await moderation.finish();
      expect([world.isRemoved, await decisions()]).toEqual([true, ['remove']]);
      const [item] = await list('decided');
      expect(item?.history.at(-1)).toMatchObject({ who: { id: 'ann' }, action: 'remove', note: 'Spam.' });
    },
  );

  it('stays recorded while the owner of its subject is unavailable', async () => {
    const id = await reported();
    for (const fails of [() => decide(id, { decision: 'remove' }), () => moderation.finish()]) {
      world.failing = 'before';
      await expect(fails()).rejects.toThrow('The connection is lost.');
      await later();
    }
    await moderation.finish();
    expect([world.isRemoved, await decisions()]).toEqual([true, ['remove']]);
  });

  it('that its owner rejects leaves the item open', async () => {
    const id = await reported();
    await expect(decide(id, { decision: 'suspend' })).rejects.toMatchObject({ error: 'notAllowed' });
    await decide(id, { decision: 'dismiss' });
    expect([world.isRemoved, await decisions()]).toEqual([false, ['dismiss']]);
  });
});
