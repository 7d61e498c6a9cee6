// Aim: batches, bookmarks and hashes match the contract.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { foundDrive } from '@switchback/contracts/endpoints/search';
import { distanceMeters } from '@switchback/geo/distance';
import { systemClock } from '@switchback/platform/clock';
import type { SearchRequest } from '@switchback/proto/search/v1/service';
import { createTestDatabase } from '@switchback/testing/database';
import { runSeed, seededRandom } from '@switchback/testing/random';
import type { Places } from '@switchback/platform/places/places';
import { Bookmarks } from './bookmark.js';
import { changeOf } from './document.js';
import { catalogue, noFilters } from './index/catalogue.fixture.js';
import { connectSearch, openPostgresIndex } from './open-index.js';
import { SearchRpc } from './search.rpc.js';

const seed = runSeed();
const CALL = { requestId: 'spec', caller: null };

/** Opens the whole service on a real database, without its places. */
async function open() {
  const database = await createTestDatabase();
  const source = await connectSearch({ url: database.url });
  const index = await openPostgresIndex(source, systemClock);
  const close = async () => {
    await source.destroy();
    await database.drop();
  };
  return { index, rpc: new SearchRpc(index, {} as Places, new Bookmarks(['spec'])), close };
}

function request(change: Partial<SearchRequest> = {}): SearchRequest {
  return {
    filters: noFilters(),
    fields: [],
    sort: 'distance',
    bookmark: undefined,
    includeCount: false,
    have: [],
    facets: undefined,
    from: undefined,
    ...change,
  };
}

describe(`SearchRpc (SEED=${seed})`, () => {
  let opened: Awaited<ReturnType<typeof open>>;

  beforeAll(async () => {
    opened = await open();
    await opened.index.apply(catalogue(120, seed, seededRandom(seed)).map(changeOf));
  }, 120_000);
  afterAll(() => opened.close());

  // The response is exactly the contract's summary: no field missing, none added.
  it('responds in the format of the contract', async () => {
    const { drivesJson, hashes } = await opened.rpc.search(request(), CALL);
    const drives = foundDrive.strict().array().parse(JSON.parse(drivesJson.toString()));
    expect(drives).toHaveLength(25);
    expect(new Set(hashes).size).toBe(25);
    for (const hash of hashes) expect(hash).toMatch(/^[A-Za-z0-9_-]{8}$/);
  });

  // Paging ends without a bookmark, also if the last batch is full, and finds each drive once while drives are added.
  it('pages through a result that grows', async () => {
    const { results, total } = await walk(opened, async (page) => {
      if (page === 1) await opened.index.apply(catalogue(5, seed + 1, seededRandom(seed + 1)).map(changeOf));
    });
    expect(new Set(results).size).toBe(results.length);
    expect(results.length).toBeGreaterThanOrEqual(total);
    const exact = results.slice(0, 25);
    const full = await opened.rpc.search(request({ filters: noFilters({ ids: exact }) }), CALL);
    expect([read(full).length, full.bookmark]).toEqual([25, undefined]);
  });

  // A count is never stale, not even if the same query ran just before a drive was added.
  it('counts the current result', async () => {
    const count = async () => (await opened.rpc.search(request({ includeCount: true }), CALL)).resultsCount ?? 0;
    const before = [await count(), await count()];
    const change = catalogue(20, seed + 2, seededRandom(seed + 2))
      .map(changeOf)
      .find(({ document }) => document?.isPublic)!;
    await opened.index.apply([change]);
    expect([...before, await count()]).toEqual([before[0], before[0], before[0]! + 1]);
    await opened.index.apply([{ id: change.id, version: 2, document: null }]);
    expect(await count()).toBe(before[0]);
  });

  // A bookmark belongs to its query: with another order or filter, damaged or forged, it is refused as invalid.
  it('rejects bookmarks of other queries and damaged ones', async () => {
    const { bookmark = '' } = await opened.rpc.search(request(), CALL);
    const damaged = [...bookmark].map(
      (_, at) => bookmark.slice(0, at) + (bookmark[at] === 'x' ? 'y' : 'x') + bookmark.slice(at + 1),
    );
    const others = [
      request({ bookmark, sort: 'stars' }),
      request({ bookmark, filters: noFilters({ text: 'ridge' }) }),
      ...[...damaged, '', 'null', `${bookmark}=`, `${bookmark}AA`, '*'].map((text) => request({ bookmark: text })),
    ];
    for (const other of others) {
      await expect(opened.rpc.search(other, CALL)).rejects.toMatchObject({ error: 'invalidBookmark' });
    }
  });

  // Only the requested fields are sent, with a hash over just those, which then avoids sending them again.
  it('sends selected fields, hashed over those', async () => {
    const some = await opened.rpc.search(request({ fields: ['title', 'distance'] }), CALL);
    for (const drive of read(some)) expect(Object.keys(drive)).toEqual(['id', 'title', 'distance']);
    const whole = await opened.rpc.search(request(), CALL);
    expect(whole.hashes).not.toEqual(some.hashes);
    const again = await opened.rpc.search(request({ fields: ['distance', 'title'], have: some.hashes }), CALL);
    expect(again.hashes).toEqual(some.hashes);
    for (const drive of read(again)) expect(Object.keys(drive)).toEqual(['id']);
  });

  // A search near a location returns how far each drive starts from it, on request and with all fields; the hash of a
  // drive is the same wherever the client is.
  it('measures the distance from the location', async () => {
    const near = (lat: number) => noFilters({ geocode: { lat, lng: -82.55 } });
    const whole = await opened.rpc.search(request({ filters: near(35.6) }), CALL);
    const drives = foundDrive.array().parse(JSON.parse(whole.drivesJson.toString()));
    for (const { distanceFrom, startLocation } of drives)
      expect(distanceFrom).toBe(Math.round(distanceMeters({ lat: 35.6, lng: -82.55 }, startLocation)));
    const fields = ['title', 'distanceFrom'];
    const some = await opened.rpc.search(request({ filters: near(35.6), fields }), CALL);
    expect(read(some)).toEqual(drives.map(({ id, title, distanceFrom }) => ({ id, title, distanceFrom })));
    const moved = await opened.rpc.search(request({ filters: near(40), fields, have: some.hashes }), CALL);
    expect(read(moved)).toEqual(drives.map(({ id }) => ({ id })));
    const [unlocated] = read(await opened.rpc.search(request({ fields }), CALL));
    expect(unlocated).toMatchObject({ distanceFrom: null });
    expect(read(await opened.rpc.search(request({ fields: ['title'] }), CALL))[0]).not.toHaveProperty('distanceFrom');
  });

  // A search measures to the nearest point of each line, from its own place, else from the filters' location, also for
  // the drives that the client holds.
  it('measures the distance to the line', async () => {
    const filters = noFilters({ geocode: { lat: 35.6, lng: -82.55 } });
    const fields = ['title', 'distanceToLine'];
    const near = await opened.rpc.search(request({ filters, fields, sort: 'location' }), CALL);
    const meters = read(near).map(({ distanceToLine }) => Number(distanceToLine));
    expect(meters).toEqual(meters.toSorted((a, b) => a - b));
    expect(read(near)[0]).toEqual({ id: expect.any(String), title: expect.any(String), distanceToLine: meters[0] });
    const held = request({ filters, fields, sort: 'location', have: near.hashes, from: { lat: 0, lng: 180 } });
    const again = await opened.rpc.search(held, CALL);
    expect(again.hashes).toEqual(near.hashes);
    for (const drive of read(again)) {
      expect(Object.keys(drive)).toEqual(['id', 'distanceToLine']);
      expect(drive.distanceToLine).toBeGreaterThan(1_000_000);
    }
    const [whole] = read(await opened.rpc.search(request({ filters }), CALL));
    expect(whole!.distanceToLine).toBeLessThanOrEqual(Number(whole!.distanceFrom) + 1);
    const [nowhere] = read(await opened.rpc.search(request({ fields }), CALL));
    expect(nowhere).toMatchObject({ distanceToLine: null });
  });

  // A search counts the choices that narrow it further only on request.
  it('returns facets on request', async () => {
    const facets = { savedIds: [], completedIds: [] };
    const [plain, asked] = [
      await opened.rpc.search(request({ includeCount: true }), CALL),
      await opened.rpc.search(request({ facets }), CALL),
    ];
    expect(plain.facets).toBeUndefined();
    expect(asked.facets?.kinds).toEqual({ private: 0, public: plain.resultsCount, saved: 0, completed: 0, shared: 0 });
  });
});

interface FoundDrive {
  id: string;
  distanceFrom?: number;
  distanceToLine?: number;
}

function read({ drivesJson }: { drivesJson: Buffer }): FoundDrive[] {
  return JSON.parse(drivesJson.toString()) as FoundDrive[];
}

async function walk({ rpc }: { rpc: SearchRpc }, between: (page: number) => Promise<void>) {
  const results: string[] = [];
  let total = 0;
  let bookmark: string | undefined;
  for (let page = 1; page === 1 || bookmark; page += 1) {
    const answer = await rpc.search(request({ bookmark, includeCount: page === 1 }), CALL);
    total ||= answer.resultsCount ?? 0;
    results.push(...read(answer).map(({ id }) => id));
    bookmark = answer.bookmark;
    await between(page);
  }
  return { results, total };
}
