import { expect, it } from '@jest/globals';
import { systemClock } from '@switchback/platform/clock';
import type { Logger } from '@switchback/platform/telemetry/logger';
import type { DriveEvent } from '@switchback/proto/drives/v1/events';
import { seededRandom } from '@switchback/testing/random';
import { waitUntil } from '@switchback/testing/wait';
import { changeOf } from '../document.js';
import { IndexRebuilder } from '../index-rebuilder.js';
import { catalogue, listingOf, noFilters } from './catalogue.fixture.js';
import type { OpenedIndex } from './hidden-drives.conformance.js';
import type { IndexChange, SearchIndex, SearchQuery } from './search-index.js';

/** A summary field that documents of the older release lack. */
const NEW_FIELD = 'tier';
const DRIVES = 12;
const TIMEOUT_MS = 60_000;
const OWNER = { userId: 'ann', accountType: 'free' } as const;
const ALL: SearchQuery = {
  filters: noFilters(),
  caller: OWNER,
  sort: 'created',
  after: null,
  limit: DRIVES + 1,
  includeCount: true,
  have: [],
};

export function without<T extends object>(fields: T, name: string): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([field]) => field !== name)) as Partial<T>;
}

/** Returns the change as an older release would have made it. */
function older(change: IndexChange): IndexChange {
  const document = change.document!;
  const summary = without(JSON.parse(document.summary) as object, NEW_FIELD);
  return { ...change, document: { ...document, summary: JSON.stringify(summary), viewers: [] } };
}

/** Returns how many drives are found, and how many of them have the new field. */
async function found(index: SearchIndex): Promise<{ count: number | undefined; haveField: number }> {
  const { hits, count } = await index.search(ALL);
  const haveField = hits.filter(({ summary }) => summary !== null && NEW_FIELD in JSON.parse(summary)).length;
  return { count, haveField };
}

/**
 * Tests the index of an older release.
 * @param open opens with this release an index that such a release created and filled.
 */
export function describeOutdatedIndex(seed: number, open: (changes: IndexChange[]) => Promise<OpenedIndex>): void {
  // Without any command, the old index answers until the new one is complete, applies changes meanwhile, and then has
  // the new fields.
  it(
    'rebuilds itself next to the old one',
    async () => {
      const events: DriveEvent[] = catalogue(DRIVES, seed, seededRandom(seed)).map((event) => ({
        ...event,
        saved: { ...event.saved!, ownerId: OWNER.userId, audience: { isPublic: event.id > '8', viewers: [] } },
      }));
      const published = events.filter(({ saved }) => saved!.audience!.isPublic);
      const hidden = events.filter((event) => !published.includes(event));
      for (const { saved } of hidden) saved!.audience!.viewers = [OWNER.userId];
      const { index, refresh, close } = await open(events.map(changeOf).map(older));
      let letGo = () => {};
      const held = new Promise<void>((resolve) => (letGo = resolve));
      let isReading = false;
      const { listStates } = listingOf(events, 5);
      const states = {
        listStates: async (...args: Parameters<typeof listStates>) => {
          isReading = true;
          await held;
          return listStates(...args);
        },
      };
      const errors: unknown[] = [];
      const logger = { warn: ({ error }: { error: unknown }) => void errors.push(error) } as unknown as Logger;
      expect(await index.isOutdated()).toBe(true);
      const opened = { index, close: () => Promise.resolve() };
      const rebuilder = new IndexRebuilder(opened, async () => states, systemClock, logger);
      rebuilder.onApplicationBootstrap();
      try {
        await waitUntil('the rebuild has begun', () => isReading, TIMEOUT_MS);
        expect(await found(index)).toEqual({ count: published.length, haveField: 0 });
        const renewed = changeOf({ ...published[0]!, rev: published[0]!.rev + 1 });
        await index.apply([renewed]);
        await refresh();
        expect(await found(index)).toEqual({ count: published.length, haveField: 1 });
        letGo();
        await waitUntil('the new index is in use', async () => !(await index.isOutdated()), TIMEOUT_MS);
        await refresh();
        expect(await found(index)).toEqual({ count: DRIVES, haveField: DRIVES });
        expect(errors).toEqual([]);
      } finally {
        letGo();
        await rebuilder.beforeApplicationShutdown();
        await close();
      }
    },
    2 * TIMEOUT_MS,
  );
}
