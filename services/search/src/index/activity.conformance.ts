import { expect, it } from '@jest/globals';
import { systemClock } from '@switchback/platform/clock';
import { EventFactory } from '@switchback/platform/events/event';
import { randomIds } from '@switchback/platform/ids';
import type { DriveActivity, DriveEvent } from '@switchback/proto/drives/v1/events';
import { type Random, seededRandom } from '@switchback/testing/random';
import { ActivityConsumer } from '../consumers/activity.consumer.js';
import { changeOf } from '../document.js';
import { BruteForceIndex } from './brute-force-index.fixture.js';
import { catalogue, listingOf, noFilters, randomQuery, USERS } from './catalogue.fixture.js';
import type { OpenedIndex } from './hidden-drives.conformance.js';
import type { IndexChange, SearchIndex } from './search-index.js';

const DRIVES = 20;
const ROUNDS = 3;
const factory = new EventFactory({ source: 'drives', clock: systemClock, ids: randomIds });

/** Tests popularity, ratings and photos that arrive without their drives. Part of every index's suite. */
export function describeActivity(seed: number, open: () => Promise<OpenedIndex>): void {
  // However activity and content are repeated, delayed and reordered, each drive ends in its newest state.
  it('ends at the newest activity and content, in whatever order they arrive', async () => {
    const random = seededRandom(seed + 7);
    const { index, refresh, close } = await open();
    const histories = catalogue(DRIVES, seed + 7, random).map((event) => historyOf(event, random));
    const owned = new Map(histories.map((states) => [states.at(-1)!.id, states.at(-1)!]));
    const consumer = consumerOf(index, owned);
    const events = histories.flatMap((states) => states.map((state, at) => () => deliver(index, consumer, state, at)));
    for (const event of random.shuffle([...events, ...events.filter(() => random.chance(0.5))])) await event();
    await refresh();
    expect(await shown(index)).toEqual(shownBy([...owned.values()].map(changeOf)));
    await close();
  }, 180_000);

  // A rebuild that read a drive before its activity does not lose it.
  it('keeps activity that arrives during a rebuild', async () => {
    const random = seededRandom(seed + 8);
    const { index, refresh, close } = await open();
    const events = catalogue(10, seed + 8, random);
    const active = events.map((event) => withActivity(event, random));
    const consumer = consumerOf(index, new Map(active.map((event) => [event.id, event])));
    await index.apply(events.map(changeOf));
    async function* states() {
      yield events.slice(0, 5).map(changeOf);
      await consumer.consume(active.map(activityEventOf));
      yield events.slice(5).map(changeOf);
    }
    await index.rebuild(states());
    await refresh();
    expect(await shown(index)).toEqual(shownBy(active.map(changeOf)));
    await close();
  }, 180_000);
}

function consumerOf(index: SearchIndex, owned: ReadonlyMap<string, DriveEvent>): ActivityConsumer {
  const states = {
    listStates: ({ ids, ...request }: { ids: string[]; pageToken: string; limit: number }) => {
      const saved = ids.flatMap((id) => owned.get(id) ?? []).filter((event) => event.saved);
      return listingOf(saved).listStates({ ...request, ids }, { requestId: 'r', caller: null });
    },
  };
  return new ActivityConsumer(index, () => Promise.resolve(states));
}

/** Returns the states of a drive: as created, with activity, sometimes edited in between, sometimes deleted at the end. */
function historyOf(event: DriveEvent, random: Random): DriveEvent[] {
  const states = [event];
  for (let round = 0; round < ROUNDS; round += 1) {
    const last = states.at(-1)!;
    states.push(random.chance(0.3) ? edited(last) : withActivity(last, random));
  }
  const deletion = { id: event.id, rev: states.at(-1)!.rev + 1, saved: undefined, deleted: {} };
  return random.chance(0.2) ? [...states, deletion] : states;
}

function edited(event: DriveEvent): DriveEvent {
  const summary = event.saved!.summary!;
  const rev = summary.rev + 1;
  return {
    ...event,
    rev: event.rev + 1,
    saved: { ...event.saved!, summary: { ...summary, rev, title: `No. ${rev}` } },
  };
}

function withActivity(event: DriveEvent, random: Random): DriveEvent {
  const rating = () => (random.chance(0.3) ? undefined : random.below(11));
  const photo = { id: 'p', small: 's', medium: 'm', large: '', original: 'o', description: random.pick(['', 'Dawn']) };
  const summary = {
    ...event.saved!.summary!,
    starRating: random.chance(0.3) ? undefined : random.below(11) / 2,
    intensityRating: rating(),
    roadQualityRating: rating(),
    trafficRating: rating(),
    reviewCount: random.below(100),
    photos: random.chance(0.5) ? [photo] : [],
  };
  return { ...event, rev: event.rev + 1, saved: { ...event.saved!, summary, popularity: random.below(1_000) } };
}

/** Delivers a state as the drives service publishes it: as activity if the content is unchanged. */
async function deliver(index: SearchIndex, consumer: ActivityConsumer, state: DriveEvent, at: number): Promise<void> {
  if (at === 0 || !state.saved || state.saved.summary!.title.startsWith(`No. ${state.saved.summary!.rev}`))
    await index.apply([changeOf(state)]);
  else await consumer.consume([activityEventOf(state)]);
}

function activityEventOf({ id, rev, saved }: DriveEvent) {
  const summary = saved!.summary!;
  const payload: DriveActivity = {
    id,
    rev,
    contentRev: summary.rev,
    isPublic: summary.privacy === 'public',
    popularity: saved!.popularity,
    reviewCount: summary.reviewCount,
    starRating: summary.starRating,
    intensityRating: summary.intensityRating,
    roadQualityRating: summary.roadQualityRating,
    trafficRating: summary.trafficRating,
    photos: summary.photos,
  };
  return factory.create({ type: 'drive.rated', subject: id, version: rev, payload });
}

/** Returns the drives that any caller finds, ordered by popularity. */
async function shown(index: SearchIndex): Promise<unknown[]> {
  const found = new Map<string, unknown>();
  for (const caller of callers()) {
    const query = { ...everything(), caller };
    for (const { id, key, hash, summary } of (await index.search({ ...query, limit: 2 * DRIVES })).hits)
      found.set(id, { id, key, hash, summary });
  }
  return [...found.values()];
}

function shownBy(changes: readonly IndexChange[]): unknown[] {
  const reference = new BruteForceIndex();
  reference.apply(changes);
  const documents = new Map(reference.entries().map(({ id, document }) => [id, document]));
  const found = new Map<string, unknown>();
  for (const caller of callers())
    for (const { id, key } of reference.all({ ...everything(), caller })) {
      const { hash, summary } = documents.get(id)!;
      found.set(id, { id, key, hash, summary });
    }
  return [...found.values()];
}

const callers = () => [null, ...USERS.map((userId) => ({ userId, accountType: 'hero' as const }))];
const everything = () => ({
  ...randomQuery(seededRandom(1), ['']),
  filters: noFilters(),
  sort: 'popularity' as const,
});
