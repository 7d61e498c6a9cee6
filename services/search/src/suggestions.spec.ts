// Aim: realistic input leads with the intended suggestion, over the real catalogue and all places.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { mostRelevant } from '@switchback/contracts/rules/suggestions';
import type { LatLng } from '@switchback/geo/location';
import { systemClock } from '@switchback/platform/clock';
import { openEmbeddedPlaces } from '@switchback/platform/places/embedded-places';
import { createTestDatabase } from '@switchback/testing/database';
import { Bookmarks } from './bookmark.js';
import { changesOfByways } from './byways.fixture.js';
import { connectSearch, openPostgresIndex } from './open-index.js';
import { SearchRpc } from './search.rpc.js';
import { type Row, ROWS } from './suggestions.table.js';

const FILE = process.env['BYWAYS_FILE'];
const CALL = { requestId: 'spec', caller: null };
const describeWithFile = FILE ? describe : describe.skip;

async function open(file: string) {
  const database = await createTestDatabase();
  const source = await connectSearch({ url: database.url });
  const index = await openPostgresIndex(source, systemClock);
  await index.apply(changesOfByways(file));
  await index.prepare();
  const close = async () => {
    await source.destroy();
    await database.drop();
  };
  return { rpc: new SearchRpc(index, await openEmbeddedPlaces(), new Bookmarks(['spec'])), close };
}

describeWithFile('suggestions over the 689 byways (skipped without BYWAYS_FILE)', () => {
  let opened: Awaited<ReturnType<typeof open>>;

  beforeAll(async () => {
    opened = await open(FILE!);
  }, 120_000);
  afterAll(() => opened.close());

  /** Asks like the search box, and merges the answers. */
  async function suggest(text: string, near?: LatLng) {
    const asked = { text, limit: LIMITS.autocompleteDefault, near };
    const drives = await opened.rpc.autocomplete({ ...asked, include: [] }, CALL);
    const places = await opened.rpc.autocompletePlaces({ ...asked, kind: 'place' });
    return mostRelevant([drives.results, places.results], LIMITS.autocompleteDefault);
  }

  it.each(ROWS)('leads for "%s" with %s', async (...[typed, first, near]: Row) => {
    expect((await suggest(typed, near))[0]?.label).toBe(first);
  });

  // Enter selects a suggestion that was typed in full; a mere prefix stays a search for words.
  it.each([
    ['Asheville', true],
    ['asheville nc', true],
    ['blue ridge parkway', true],
    ['zurich', true],
    ['ashev', false],
    ['asheville, n', false],
    ['ashevile', false],
    ['blue ridge', false],
  ])('reports whether "%s" is a complete name: %s', async (typed, exact) => {
    expect((await suggest(typed))[0]?.exact).toBe(exact);
  });
});
