// Aim: a search for a road begins with the drive that a local would name, over the real catalogue.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { systemClock } from '@switchback/platform/clock';
import type { Places } from '@switchback/platform/places/places';
import { createTestDatabase } from '@switchback/testing/database';
import { Bookmarks } from './bookmark.js';
import { changesOfByways } from './byways.fixture.js';
import { FOUND_FIRST } from './found-first.table.js';
import { noFilters } from './index/catalogue.fixture.js';
import { connectSearch, openPostgresIndex } from './open-index.js';
import { SearchRpc } from './search.rpc.js';

const FILE = process.env['BYWAYS_FILE'];
const CALL = { requestId: 'spec', caller: null };
const describeWithFile = FILE ? describe : describe.skip;
/** Expected share of queries that begin with the drive. */
const SHARE_MIN = 0.9;

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
  return { rpc: new SearchRpc(index, {} as Places, new Bookmarks(['spec'])), close };
}

describeWithFile('searches over the 689 byways (skipped without BYWAYS_FILE)', () => {
  let opened: Awaited<ReturnType<typeof open>>;

  beforeAll(async () => {
    opened = await open(FILE!);
  }, 120_000);
  afterAll(() => opened.close());

  async function search(text: string) {
    const filters = noFilters({ text });
    const shared = { fields: ['title'], bookmark: undefined, facets: undefined, have: [] };
    const answer = await opened.rpc.search({ ...shared, filters, sort: 'match', includeCount: true }, CALL);
    const drives = JSON.parse(answer.drivesJson.toString()) as { title: string }[];
    return { titles: drives.map(({ title }) => title), extent: answer.extent, count: answer.resultsCount };
  }

  it(`begin with the expected drive for ${SHARE_MIN * 100} % of ${FOUND_FIRST.length} queries`, async () => {
    const missed: string[] = [];
    for (const [text, title] of FOUND_FIRST) {
      const [first] = (await search(text)).titles;
      if (first !== title) missed.push(`"${text}" begins with ${first}`);
    }
    expect(missed.slice(Math.floor(FOUND_FIRST.length * (1 - SHARE_MIN)))).toEqual([]);
  });

  // Whatever is found is on the map that moves there.
  it('return the extent of what they find', async () => {
    const { extent } = await search('cherohala');
    expect(extent).toMatchObject({ north: expect.closeTo(35.35, 0), west: expect.closeTo(-84.3, 0) });
    expect(await search('xyzzy')).toEqual({ titles: [], extent: undefined, count: 0 });
  });
});
