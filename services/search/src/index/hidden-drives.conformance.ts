import { expect, it } from '@jest/globals';
import type { DriveEvent } from '@switchback/proto/drives/v1/events';
import { seededRandom } from '@switchback/testing/random';
import { changeOf } from '../document.js';
import { catalogue, noFilters, randomQuery } from './catalogue.fixture.js';
import type { SearchIndex } from './search-index.js';

/** An empty index for one block of tests. */
export interface OpenedIndex {
  index: SearchIndex;
  /** Makes applied changes searchable at once on engines with a delay. */
  refresh: () => Promise<void>;
  close: () => Promise<void>;
}

const DRIVES = 20;
const DEPTH = { zoom: 24, limit: 2 * DRIVES };

/** Tests a public drive that its owner makes private. Part of every index's suite. */
export function describeHiddenDrives(seed: number, open: () => Promise<OpenedIndex>): void {
  // Every kind of answer drops the drive, not only a search (immich#29526).
  it('removes a drive that becomes private from every response to others', async () => {
    const random = seededRandom(seed + 6);
    const { index, refresh, close } = await open();
    const events = catalogue(DRIVES, seed + 6, random);
    const shown = events.find(({ saved }) => saved?.summary?.status === 'approved')!;
    await index.apply(events.map(changeOf));
    await refresh();
    const { title } = shown.saved!.summary!;
    expect(await whereFound(index, shown.id, title)).toEqual(['search', 'suggestions', 'extent', 'clusters', 'lines']);
    const publicBefore = await countOf(index);
    await index.apply([changeOf(madePrivate(shown))]);
    await refresh();
    expect(await whereFound(index, shown.id, title)).toEqual([]);
    expect(await countOf(index)).toBe(publicBefore - 1);
    await close();
  }, 180_000);
}

function madePrivate(event: DriveEvent): DriveEvent {
  const saved = event.saved!;
  const rev = event.rev + 1;
  const summary = { ...saved.summary!, rev, privacy: 'private', status: 'none' };
  return { ...event, rev, saved: { ...saved, ownerId: 'the-owner', sharedWith: [], summary } };
}

const everything = (ids: readonly string[] = []) => ({
  ...randomQuery(seededRandom(1), ['']),
  filters: noFilters({ ids: [...ids] }),
  caller: null,
  limit: 2 * DRIVES,
});

async function countOf(index: SearchIndex): Promise<number> {
  return (await index.search(everything())).count ?? -1;
}

/** Returns the kinds of answer in which a visitor finds the drive. */
async function whereFound(index: SearchIndex, id: string, title: string): Promise<string[]> {
  const query = everything([id]);
  const { hits } = await index.search(query);
  const suggestions = await index.autocomplete({ text: title, caller: null, include: [id], limit: 20 });
  const { total } = await index.clusters({ ...query, ...DEPTH });
  const { lines } = await index.lines({ ...query, ...DEPTH });
  const found = {
    search: hits.some((hit) => hit.id === id),
    suggestions: suggestions.some((drive) => drive.id === id),
    extent: (await index.extent({ ...query, limit: 1 })) !== null,
    clusters: total > 0,
    lines: lines.some((line) => line.id === id),
  };
  return Object.entries(found).flatMap(([kind, isThere]) => (isThere ? [kind] : []));
}
