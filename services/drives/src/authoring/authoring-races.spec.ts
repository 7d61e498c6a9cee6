// Aim: among concurrent requests exactly one succeeds, the rest get the outcome, and readers get one event (F10, F12).
// All requests start behind a barrier; FULL=1 repeats as often as the goals require.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ProductError } from '@switchback/platform/errors';
import type { Caller } from '@switchback/platform/rpc/call';
import type { SavedDrive } from '@switchback/proto/drives/v1/service';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { repetitions, runSeed, seededRandom } from '@switchback/testing/random';
import { callOf, importedDrive, outboxOf } from '../drives.fixture.js';
import {
  ANN,
  BOB,
  createdBy,
  formOf,
  openAuthoring,
  type OpenedAuthoring,
  OTHER_STAFF,
  STAFF,
} from './authoring.fixture.js';

const seed = runSeed();
const RACES = repetitions({ short: 15, full: 1_000 });
const BURSTS = repetitions({ short: 3, full: 500 });
const AT_ONCE = 50;

let database: TestDatabase;
let drives: OpenedAuthoring;

beforeAll(async () => {
  database = await createTestDatabase();
  drives = await openAuthoring(database.url);
});
beforeEach(() => drives.source.query('truncate drive, outbox, idempotent_request cascade'));
afterAll(async () => {
  await drives.close();
  await database.drop();
});

/** Returns the outcome of each request: the drive's state, or the name of the refusal. */
async function raced(works: (() => Promise<SavedDrive>)[]): Promise<string[]> {
  const ended = await Promise.allSettled(works.map((work) => work()));
  return ended.map((outcome) => {
    if (outcome.status === 'fulfilled') return outcome.value.status;
    const error: unknown = outcome.reason;
    if (!(error instanceof ProductError)) throw error;
    if (error.error === 'alreadyDecided') expect(error.additional).toMatchObject({ _rev: 2, privacy: 'public' });
    if (error.error === 'staleRevision') expect(error.additional).toEqual({ _rev: 2 });
    return error.error;
  });
}

describe(`two concurrent calls (SEED=${seed})`, () => {
  const random = seededRandom(seed);

  async function race(
    works: (id: string) => (() => Promise<SavedDrive>)[],
    after: (id: string) => Promise<void> = () => Promise.resolve(),
  ): Promise<string[][]> {
    const all: string[][] = [];
    for (let run = 0; run < RACES; run += 1) {
      await drives.source.query('truncate drive, outbox cascade');
      const { id } = await createdBy(drives, ANN, { privacy: 'public' });
      const order = random.shuffle([0, 1]);
      const inOrder = works(id);
      const outcomes = await raced(order.map((index) => inOrder[index]!));
      const told = [(await outboxOf(drives.source)).length, (await drives.submissions()).length];
      expect([...told, (await drives.queries.details(id, STAFF)).summary!.rev]).toEqual([2, 2, 2]);
      await after(id);
      all.push(order.map((_, index) => outcomes[order.indexOf(index)]!));
    }
    return all;
  }

  it('decide one drive, and one of them wins', async () => {
    const approve = (id: string, caller: Caller) => () => drives.authoring.approve(id, 1, callOf(caller));
    const sendBack = (id: string) => () =>
      drives.authoring.requestChanges(id, { title: 'Which?' }, undefined, OTHER_STAFF);
    const outcomes = await race((id) => [approve(id, STAFF), sendBack(id)]);
    for (const [first, second] of outcomes) {
      expect(['approved alreadyDecided', 'alreadyDecided changes-requested']).toContain(`${first} ${second}`);
    }
    for (const pair of await race((id) => [approve(id, STAFF), approve(id, OTHER_STAFF)])) {
      expect(pair.toSorted()).toEqual(['alreadyDecided', 'approved']);
    }
  }, 600_000);

  it('edit and approve one revision, and no unseen revision is approved', async () => {
    const form = formOf({ privacy: 'public', description: 'Another.', rev: 1 });
    const outcomes = await race((id) => [
      () => drives.authoring.approve(id, 1, callOf(STAFF)),
      () => drives.authoring.update({ id, form }, callOf(ANN)),
    ]);
    for (const [approved, edited] of outcomes) {
      expect(['approved notAllowed', 'staleRevision pending']).toContain(`${approved} ${edited}`);
    }
  }, 600_000);

  it('correct and decide one revision, and exactly the winner’s content is published', async () => {
    const form = (title: string) => formOf({ privacy: 'public', title });
    const correct = (id: string, title: string, caller: Caller) => () =>
      drives.authoring.approve(id, 1, callOf(caller), form(title));
    const titled = async (id: string) => (await drives.queries.details(id, STAFF)).summary!.title;
    const ended: string[] = [];
    const raceTo = (other: (id: string) => () => Promise<SavedDrive>) =>
      race(
        (id) => [correct(id, 'One', STAFF), other(id)],
        async (id) => void ended.push(await titled(id)),
      );
    for (const [first, second] of await raceTo((id) => correct(id, 'Two', OTHER_STAFF))) {
      expect(['approved alreadyDecided One', 'alreadyDecided approved Two']).toContain(
        `${first} ${second} ${ended.shift()}`,
      );
    }
    const sendBack = (id: string) => () => drives.authoring.requestChanges(id, { title: 'Which?' }, 1, OTHER_STAFF);
    for (const [first, second] of await raceTo(sendBack)) {
      expect(['approved alreadyDecided One', 'alreadyDecided changes-requested Tail of the Dragon']).toContain(
        `${first} ${second} ${ended.shift()}`,
      );
    }
    const edit = (id: string) => () => drives.authoring.update({ id, form: { ...form('Three'), rev: 1 } }, callOf(ANN));
    for (const [approved, edited] of await raceTo(edit)) {
      expect(['approved notAllowed One', 'staleRevision pending Three']).toContain(
        `${approved} ${edited} ${ended.shift()}`,
      );
    }
  }, 600_000);

  it('edit one revision, and one edit stands', async () => {
    const edit = (id: string, title: string) => () =>
      drives.authoring.update({ id, form: formOf({ privacy: 'public', title, rev: 1 }) }, callOf(ANN));
    for (const pair of await race((id) => [edit(id, 'One'), edit(id, 'Two')])) {
      expect(pair.toSorted()).toEqual(['pending', 'staleRevision']);
    }
  }, 600_000);
});

describe('fifty concurrent calls', () => {
  it('send one request with one key, and create one drive', async () => {
    // Also for public drives: a repeated request never finds its own title taken.
    for (let burst = 0; burst < BURSTS; burst += 1) {
      const form = formOf({ privacy: burst % 2 === 0 ? 'public' : 'private', title: `Road ${burst}` });
      const idempotency = { key: `k${burst}`, fingerprint: 'f' };
      const send = () => drives.authoring.create({ form, idempotency }, callOf(ANN));
      const answers = await Promise.all(Array.from({ length: AT_ONCE }, send));
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect(await send()).toEqual(answers[0]);
      const freeNow: Caller = { ...ANN, accountType: 'free' };
      expect(await drives.authoring.create({ form, idempotency }, callOf(freeNow))).toEqual(answers[0]);
      const other = drives.authoring.create({ form, idempotency: { ...idempotency, fingerprint: 'g' } }, callOf(ANN));
      await expect(other).rejects.toMatchObject({ error: 'keyReused' });
    }
    expect(await outboxOf(drives.source)).toHaveLength(BURSTS);
  }, 600_000);

  it('submit one title, and one of them gets it', async () => {
    const submit = (index: number) => () =>
      createdBy(drives, { userId: `p${index}`, accountType: 'hero' }, { privacy: 'public' });
    const outcomes = await raced(Array.from({ length: AT_ONCE }, (_, index) => submit(index)));
    expect(outcomes.toSorted()).toEqual(['pending', ...Array<string>(AT_ONCE - 1).fill('titleTaken')]);
  });
});

describe('titles', () => {
  const check = (title: string, caller = BOB, driveId = '') =>
    drives.authoring.checkTitle(title, driveId, caller).then(
      () => 'free',
      (error: unknown) => {
        if (!(error instanceof ProductError)) throw error;
        expect(Object.keys(error.fields ?? {})).toEqual(['title']);
        return [error.error, error.additional['isTaken']];
      },
    );

  it('are reserved by public and submitted drives, and name a drive only to those who may see it', async () => {
    const { id } = await createdBy(drives, ANN, { privacy: 'public' });
    const other = 'TAIL  Of TheDragon';
    expect(await check(other)).toEqual(['titleTaken', { title: other }]);
    expect(await check(other, ANN)).toEqual(['titleTaken', { id, title: 'Tail of the Dragon' }]);
    expect(await check(other, ANN, id)).toBe('free');
    await drives.authoring.requestChanges(id, { title: 'Which?' }, undefined, STAFF);
    expect(await check(other)).toEqual(['titleTaken', { title: other }]);
    const taken = createdBy(drives, BOB, { privacy: 'public', title: 'Tail Of The Dragon' });
    await expect(taken).rejects.toMatchObject({ error: 'titleTaken' });
    await drives.authoring.update({ id, form: formOf({ privacy: 'public' }) }, callOf(ANN));
    await drives.authoring.approve(id, 3, callOf(STAFF));
    expect(await check(other)).toEqual(['titleTaken', { id, title: 'Tail of the Dragon' }]);
  });

  it('are neither reserved nor needed by private drives, which stay hidden', async () => {
    const { id } = await createdBy(drives, ANN);
    await createdBy(drives, BOB);
    expect(await check('Tail of the Dragon')).toBe('free');
    await createdBy(drives, BOB, { privacy: 'public' });
    const submitted = drives.authoring.update({ id, form: formOf({ privacy: 'public' }) }, callOf(ANN));
    await expect(submitted).rejects.toMatchObject({ error: 'titleTaken' });
  });

  it('of imports are reserved, and break no import and no edit of a drive with the same earlier title', async () => {
    const { id } = await createdBy(drives, ANN, { privacy: 'public' });
    const imported = ['a', 'b'].map((key) => importedDrive({ id: key, title: 'Tail of the Dragon' }));
    expect(await drives.service.importDrives(imported)).toEqual(['created', 'created']);
    const edited = await drives.authoring.update(
      { id, form: formOf({ privacy: 'public', description: 'More.' }) },
      callOf(ANN),
    );
    expect(edited.status).toBe('pending');
    await drives.authoring.delete(id, ANN);
    const [name, taken] = (await check('Tail of the Dragon')) as [string, { id: string }];
    expect([name, (await drives.queries.details(taken.id, null)).summary!.official]).toEqual(['titleTaken', true]);
  });

  it('that are invalid are rejected', async () => {
    for (const title of [' ', 'tail', 'Tail!', 'x'.repeat(101)]) expect((await check(title))[0]).toBe('invalidInput');
  });
});
