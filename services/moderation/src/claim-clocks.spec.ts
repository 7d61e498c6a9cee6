// Aim: F13: a claim excludes other staff for its term and no longer, and the queue is ordered by due time, however
// wrong the processes' clocks are and whenever they are set back, even on days of unusual length.
import { mock } from 'node:test';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { CLAIM_MINUTES, DUE_HOURS } from '@switchback/contracts/rules/moderation';
import { systemClock } from '@switchback/platform/clock';
import { EventFactory } from '@switchback/platform/events/event';
import { randomIds } from '@switchback/platform/ids';
import type { Call } from '@switchback/platform/rpc/call';
import type { Item } from '@switchback/proto/moderation/v1/service';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { repetitions, runSeed, seededRandom } from '@switchback/testing/random';
import type { DataSource } from 'typeorm';
import { ModerationService } from './moderation.service.js';
import { Item as ItemEntity } from './item.entity.js';
import { Items } from './items.js';
import { ModerationRpc } from './moderation.rpc.js';
import type { Peers } from './peers.js';
import { Queue } from './queue.js';
import { Reports } from './reports.js';
import { connectModeration } from './schema.js';
import { Subject } from './subject.entity.js';
import { Subjects } from './subjects.js';
import { Submissions } from './submissions.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const TERM_MS = CLAIM_MINUTES * MINUTE_MS;
const SKEW_MAX_MS = 10 * MINUTE_MS;
/** Allows for a slow machine. */
const SLACK_MS = MINUTE_MS;
const ITEMS = 3;
/** Maximum of whole hours between two submissions; `GAP_MS` is added, so that no two kinds are due at the same time. */
const GAP_MAX_HOURS = 20;
const GAP_MS = 20 * MINUTE_MS;

/** Unusual days, in time zones that have them, and the moment at which they start to differ. */
const ODD_DAYS: [day: string, zone: string, moment: string][] = [
  ['a leap day', 'UTC', '2028-02-29T00:00:00Z'],
  ['the end of a leap day', 'America/New_York', '2028-03-01T05:00:00Z'],
  ['an hour left out', 'America/New_York', '2027-03-14T07:00:00Z'],
  ['an hour that comes twice', 'Europe/Berlin', '2027-10-31T01:00:00Z'],
  ['half an hour that comes twice', 'Australia/Lord_Howe', '2027-04-03T15:00:00Z'],
];
const CASES_PER_DAY = repetitions({ short: 10, full: 40 });

const seed = runSeed();
const random = seededRandom(seed);

let database: TestDatabase;
let nowMs: number;
let processes: [Process, Process];

/** A process of the service with its own clock. */
class Process {
  private skewMs = 0;

  constructor(
    readonly source: DataSource,
    private readonly rpc: ModerationRpc,
    private readonly submissions: Submissions,
  ) {}

  /** Skews its clock again, ahead or back. */
  step(): void {
    this.skewMs = (random.next() * 2 - 1) * SKEW_MAX_MS;
  }

  claim(id: string, who: Call) {
    return this.atItsTime().claim({ id }, who);
  }

  dismiss(id: string, who: Call) {
    return this.atItsTime().decide({ id, decision: 'dismiss', note: '', changeRequest: {}, rev: undefined }, who);
  }

  list(input: object) {
    return this.atItsTime().listQueue({ kind: '', state: '', sort: 'due', bookmark: '', limit: 25, ...input }, ANN);
  }

  async submit(kind: Submitted['kind'], subjectId: string): Promise<void> {
    const rpc = this.atItsTime();
    if (kind === 'abuse-report') {
      const report = { violations: ['other'], details: subjectId, subject: undefined, idempotency: undefined };
      await rpc.reportAbuse(report, VISITOR);
      return;
    }
    await this.submissions.apply('drive', {
      subjectId,
      version: 1,
      kind,
      title: '',
      ownerId: 'owner',
      reasons: [],
      facts: {},
      waiting: { rev: 1 },
      at: new Date(nowMs).toISOString(),
      settled: undefined,
      withdrawn: undefined,
    });
  }

  private atItsTime(): ModerationRpc {
    mock.timers.setTime(Math.round(nowMs + this.skewMs));
    return this.rpc;
  }
}

interface Submitted {
  kind: 'abuse-report' | 'drive';
  /** Unique text: the words of a report, or the drive's ID. */
  name: string;
  atMs: number;
  dueMs: number;
}

const staff = (userId: string): Call => ({ requestId: 'r', caller: { userId, accountType: 'admin' } });
const [ANN, BEN] = [staff('ann'), staff('ben')];
const VISITOR: Call = { requestId: 'r', caller: null };

const unasked = () => Promise.reject(new Error('No other service is asked here.'));
const PEERS: Peers = { auth: unasked, drives: unasked, media: unasked, reviews: unasked, users: unasked };

async function openProcess(): Promise<Process> {
  const source = await connectModeration({ url: database.url });
  const items = new Items(new EventFactory({ source: 'moderation', clock: systemClock, ids: randomIds }));
  const subjects = new Subjects(PEERS);
  const moderation = new ModerationService(source, items, subjects, PEERS);
  const reports = new Reports(source, items, subjects, randomIds);
  const rpc = new ModerationRpc(new Queue(source.getRepository(ItemEntity)), moderation, reports);
  return new Process(source, rpc, new Submissions(source.getRepository(Subject), items, randomIds));
}

beforeAll(async () => {
  database = await createTestDatabase();
  // Timers keep running.
  mock.timers.enable({ apis: ['Date'] });
});
afterEach(async () => {
  for (const { source } of processes) await source.destroy();
});
afterAll(async () => {
  mock.timers.reset();
  await database.drop();
});

/** Sets the database's clock and skews the processes' clocks again. */
async function goTo(ms: number): Promise<void> {
  nowMs = ms;
  await database.setClock(new Date(ms));
  for (const process of processes) process.step();
}

/** Submits items up to a moment, the oldest first, each to either process. */
async function submitBefore(ms: number): Promise<Submitted[]> {
  const agesMs = [random.below(GAP_MAX_HOURS) * HOUR_MS];
  while (agesMs.length < ITEMS) agesMs.unshift(agesMs[0]! + random.below(GAP_MAX_HOURS) * HOUR_MS + GAP_MS);
  const submitted: Submitted[] = [];
  for (const [index, ageMs] of agesMs.entries()) {
    const [kind, atMs, name] = [random.pick(['abuse-report', 'drive'] as const), ms - ageMs, `subject-${index}`];
    await goTo(atMs);
    await random.pick(processes).submit(kind, name);
    submitted.push({ kind, name, atMs, dueMs: atMs + DUE_HOURS[kind] * HOUR_MS });
  }
  return submitted;
}

const nameOf = ({ kind, text, subjectId }: Item) => (kind === 'drive' ? subjectId : text);

/** Returns the whole queue by due time, each page from either process. */
async function pages(): Promise<Item[]> {
  const items: Item[] = [];
  for (let bookmark = '', page = 0; page === 0 || bookmark !== ''; page += 1) {
    const answer = await random.pick(processes).list({ bookmark, limit: 2 });
    items.push(...answer.items);
    ({ bookmark } = answer);
  }
  return items;
}

/** Whether a time recorded by the database is that moment, allowing for a slow machine. */
const isAt = (noted: string, ms: number) => Date.parse(noted) >= ms && Date.parse(noted) < ms + SLACK_MS;
const errorOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    ({ error }: { error: string }) => error,
  );
const statesOf = async (id: string) => {
  const states: string[] = [];
  for (const process of processes) {
    for (const state of ['open', 'claimed']) {
      const { items } = await process.list({ state });
      states.push(...items.filter((item) => item.id === id).map((item) => `${state} ${item.state}`));
    }
  }
  return states;
};

/** Runs one case; the first unexpected result fails the test. */
async function runCase(momentMs: number): Promise<void> {
  const [first, second] = random.shuffle(processes) as [Process, Process];
  let beganMs = momentMs - random.below(TERM_MS);
  const claimedMs = beganMs;
  const submitted = await submitBefore(claimedMs);

  await goTo(claimedMs);
  const queue = await pages();
  const byDue = submitted.toSorted((one, other) => one.dueMs - other.dueMs);
  expect(queue.map(nameOf)).toEqual(byDue.map(({ name }) => name));
  for (const [index, { created, dueBy }] of queue.entries()) {
    const { atMs, dueMs } = byDue[index]!;
    expect({ created, dueBy, isOnTime: isAt(created, atMs) && isAt(dueBy, dueMs) }).toMatchObject({ isOnTime: true });
  }

  const { id, kind, created } = random.pick(queue);
  await first.claim(id, ANN);
  if (random.chance(0.3)) {
    // Claimed again: the term starts over.
    beganMs += SLACK_MS + random.below(TERM_MS - 2 * SLACK_MS);
    await goTo(beganMs);
    await first.claim(id, ANN);
  }

  await goTo(beganMs + random.below(TERM_MS - SLACK_MS));
  expect(await errorOf(second.claim(id, BEN))).toBe('claimedByOther');
  expect(await errorOf(second.dismiss(id, BEN))).toBe('claimedByOther');
  expect(await statesOf(id)).toEqual(['claimed claimed', 'claimed claimed']);

  const overMs = beganMs + TERM_MS + random.below(TERM_MS);
  await goTo(overMs);
  expect(await statesOf(id)).toEqual(['open open', 'open open']);
  const isDecided = kind === 'abuse-report' && random.chance(0.5);
  const { item } = await (isDecided ? second.dismiss(id, BEN) : second.claim(id, BEN));
  expect(await errorOf(first.claim(id, ANN))).toBe(isDecided ? 'alreadyDecided' : 'claimedByOther');
  const expected = [
    [' submitted', Date.parse(created)],
    ['ann claimed', claimedMs],
    [isDecided ? 'ben dismiss' : 'ben claimed', overMs],
  ] as const;
  const history = item.history.map(({ at, who, action }) => ({ at, said: `${who?.id ?? ''} ${action}` }));
  expect(history.map(({ said }) => said)).toEqual(expected.map(([said]) => said));
  expect(history.filter(({ at }, index) => !isAt(at, expected[index]![1]))).toEqual([]);
}

describe(`claims over ${ODD_DAYS.length * CASES_PER_DAY} pairs of clocks (SEED=${seed})`, () => {
  it.each(ODD_DAYS)('last their term, over %s in %s', async (_day, zone, moment) => {
    await database.setTimeZone(zone);
    processes = [await openProcess(), await openProcess()];
    for (let index = 0; index < CASES_PER_DAY; index += 1) {
      await processes[0].source.query('truncate item, history, subject, outbox');
      await runCase(Date.parse(moment));
    }
  });
});
