// F18: people delete their accounts while much of their work is in flight, and every process is killed at once. None of
// their data comes back.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '@switchback/platform/clock';
import type { Random } from '@switchback/testing/random';
import { tablesWith } from '@switchback/testing/remains';
import { waitUntil } from '@switchback/testing/wait';
import type { FaultCase, Seen } from './fault.js';
import { Person } from './people.js';
import { startProduct } from './product.js';
import type { Stage } from './stage.js';

/** The limit of sign-ups per address and hour leaves room for this many. */
const PEOPLE = 20;
const LEAVING_AT_ONCE = 5;
const DELAY_MAX_MS = 50;
/** On a busy machine a call may end without an answer more than once. */
const LEFT_WITHIN_MS = 60_000;
/** Jobs of a dead process are reclaimed after half a minute; failed ones are retried after seconds. */
const DRAINED_WITHIN_MS = 120_000;
/** Exceptions listed in docs/personal-data.md. */
const MAY_HOLD_PUBLISHED = ['bus.event', 'drives.owner', 'media.person', 'moderation.person', 'reviews.person'];

/**
 * Lets several people at a time leave, each while saving, uploading a picture, requesting an export and changing their
 * email address, whose link a job mails; then kills the product.
 */
async function leaveAmidKills(stage: Stage, random: Random): Promise<Seen> {
  let product = await startProduct(stage, 'postgres');
  const people = Array.from({ length: PEOPLE }, () => new Person(random));
  for (const person of people) {
    await person.join(product.url, join(stage.dataDir, 'mail'));
    await waitUntil(`${person.username} to be created`, () => person.live(product.url), LEFT_WITHIN_MS);
  }
  if ((await remainsOf(stage, people)).length === 0)
    throw new Error('Found no data of the accounts before their deletion.');
  let unanswered = 0;
  for (let first = 0; first < PEOPLE; first += LEAVING_AT_ONCE) {
    const { url } = product;
    const leaving = people.slice(first, first + LEAVING_AT_ONCE);
    const begun = Promise.allSettled(leaving.flatMap((person) => person.startAll(url)));
    await systemClock.sleep(random.next() * DELAY_MAX_MS);
    let answered = 0;
    const left = leaving.map((person) => person.leave(url).finally(() => (answered += 1)));
    const killedAfter = random.below(LEAVING_AT_ONCE + 1);
    await waitUntil('some of them to be answered', () => answered >= killedAfter, LEFT_WITHIN_MS);
    await systemClock.sleep(random.next() * DELAY_MAX_MS);
    await product.program.kill();
    await begun;
    const isGone = await Promise.all(left);
    product = await startProduct(stage, 'postgres');
    const { url: again } = product;
    for (const person of leaving.filter((_, index) => !isGone[index])) {
      unanswered += 1;
      await waitUntil(`${person.username} to be deleted`, () => person.leave(again), LEFT_WITHIN_MS);
    }
  }
  await checkRemains(stage, people);
  const uploads = (await filesOf(stage)).filter((name) => name.includes('uploads')).length;
  const kills = PEOPLE / LEAVING_AT_ONCE;
  const detail = `${PEOPLE} accounts deleted during ${kills} kills, ${unanswered} of them by a repeated request; ${uploads} uploads await the hourly sweep`;
  return { times: PEOPLE, detail };
}

/** @throws Error listing the remaining data, once the time to delete it is up. */
async function checkRemains(stage: Stage, people: readonly Person[]): Promise<void> {
  let remains: string[] = [];
  const areGone = async () => {
    remains = await remainsOf(stage, people);
    return remains.length === 0;
  };
  await waitUntil('all their data to be deleted', areGone, DRAINED_WITHIN_MS).catch((error: unknown) => {
    throw new Error(`Left of deleted accounts: ${remains.join(', ')}`, { cause: error });
  });
}

async function remainsOf(stage: Stage, people: readonly Person[]): Promise<string[]> {
  const hidden = await tablesWith(
    stage.url,
    people.flatMap((person) => person.hidden),
  );
  const published = await tablesWith(
    stage.url,
    people.flatMap((person) => person.published),
  );
  const files = (await filesOf(stage)).filter((name) => people.some(({ id }) => name.includes(id)));
  return [
    // Events contain a username and an ID for as long as they are stored.
    ...hidden,
    ...published.filter((table) => !MAY_HOLD_PUBLISHED.includes(table)),
    ...files,
  ];
}

async function filesOf(stage: Stage): Promise<string[]> {
  return (await readdir(join(stage.dataDir, 'files'), { recursive: true }).catch(() => [])).filter((name) =>
    /\.\w+$/.test(name),
  );
}

export const accountGoneCases: readonly FaultCase[] = [
  {
    fault: 'F18',
    title: 'accounts deleted while the product is killed',
    runs: { short: 0, full: 10 },
    run: leaveAmidKills,
  },
];
