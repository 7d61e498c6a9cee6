// Aim: a rebuild indexes every valid drive, and reports each invalid one.
import { describe, expect, it } from '@jest/globals';
import { runSeed, seededRandom } from '@switchback/testing/random';
import type { DriveEvent } from '@switchback/proto/drives/v1/events';
import { catalogue, listingOf } from './index/catalogue.fixture.js';
import type { IndexChange } from './index/search-index.js';
import { reindex } from './reindex.js';

const seed = runSeed();

/** Returns an index that only records the ids of its rebuild. */
function remembering() {
  const ids: string[] = [];
  const rebuild = async (states: AsyncIterable<readonly IndexChange[]>) => {
    for await (const changes of states) ids.push(...changes.map(({ id }) => id));
    return ids.length;
  };
  return { ids, rebuild };
}

describe(`reindex (SEED=${seed})`, () => {
  // States damaged in different ways are skipped, each with its id and a cause, and every other drive is indexed.
  it('continues after damaged drives and names them', async () => {
    const events = catalogue(40, seed, seededRandom(seed));
    const damage: ((event: DriveEvent) => DriveEvent)[] = [
      (event) => ({ ...event, saved: { ...event.saved!, path: '' } }),
      (event) => ({ ...event, saved: { ...event.saved!, path: '~' } }),
      (event) => ({ ...event, saved: { ...event.saved!, summary: undefined } }),
      (event) => ({ ...event, saved: { ...event.saved!, summary: { ...event.saved!.summary!, bounds: undefined } } }),
      (event) => ({ ...event, saved: { ...event.saved!, summary: { ...event.saved!.summary!, privacy: 'secret' } } }),
    ];
    const states = events.map((event, index) => damage[index / 7]?.(event) ?? event);
    const damaged = events.filter((_, index) => damage[index / 7]).map(({ id }) => id);
    const index = remembering();
    const skipped: { id: string; cause: Error }[] = [];
    const counts: number[] = [];
    const listener = {
      progress: (count: number) => counts.push(count),
      skipped: (id: string, cause: Error) => skipped.push({ id, cause }),
    };
    const result = await reindex(index, listingOf(states, 16), listener);
    expect(result).toEqual({ indexed: 35, skipped: 5 });
    expect(skipped.map(({ id }) => id).sort()).toEqual(damaged.sort());
    for (const { cause } of skipped) expect(cause.message).toMatch(/\w/);
    expect(index.ids.sort()).toEqual(events.flatMap(({ id }) => (damaged.includes(id) ? [] : [id])).sort());
    expect(counts).toEqual([16, 32, 40]);
  });

  // A listing of full pages ends with an empty one, which is not passed to the index.
  it('passes on no page without drives', async () => {
    const [first, ...others] = catalogue(4, seed, seededRandom(seed));
    const pages = [[first!], [], others, []];
    const sizes: number[] = [];
    const index = {
      rebuild: async (states: AsyncIterable<readonly IndexChange[]>) => {
        for await (const changes of states) sizes.push(changes.length);
        return 4;
      },
    };
    await reindex(index, {
      listStates: async ({ pageToken }) => {
        const page = Number(pageToken);
        return { states: pages[page]!, nextPageToken: page + 1 < pages.length ? String(page + 1) : '' };
      },
    });
    expect(sizes).toEqual([1, 3]);
  });
});
