import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { fakePlaces } from '@switchback/testing/fake-places';
import { Drive } from '../drive/drive.entity.js';
import { alter, importedDrive, openDrives, type OpenedDrives, outboxOf } from '../drives.fixture.js';

let database: TestDatabase;
let drives: OpenedDrives;

beforeAll(async () => {
  database = await createTestDatabase();
  drives = await openDrives(database.url, fakePlaces());
});
beforeEach(() => drives.source.query('truncate drive, outbox cascade'));
afterAll(async () => {
  await drives.close();
  await database.drop();
});

async function detailsOf(key: string) {
  const { id } = await drives.source.getRepository(Drive).findOneByOrFail({ importKey: key });
  return drives.queries.details(id, null);
}

describe('importing drives', () => {
  it('stores them as public official ones with the facts of their line', async () => {
    // Aim: one import fills everything that summary and details promise.
    drives.roads.tags = [{ category: 'environment', name: 'forest', meters: 9_000 }];
    expect(await drives.service.importDrives([importedDrive()])).toEqual(['created']);
    const { summary, ...details } = await detailsOf('a');
    expect(summary).toMatchObject({
      rev: 1,
      title: 'Drive a',
      privacy: 'public',
      status: 'approved',
      official: true,
      approximate: false,
      startAddress: 'Town 45097, State 45097',
      endAddress: 'near Town 45097, State 45097',
      creator: undefined,
      countries: [{ country: { id: 233 }, states: [{ id: 45_097, name: 'State 45097' }] }],
      startLocation: { lat: 35.5, lng: -82.5 },
      tags: [
        { category: 'environment', name: 'mountain' },
        { category: 'environment', name: 'forest', source: 'map', meters: 9_000 },
      ],
    });
    expect(details.waypoints.map(({ location }) => location)).toEqual([
      { lat: 35.5, lng: -82.5 },
      { lat: 35.6, lng: -82.4 },
      { lat: 35.55, lng: -82.3 },
    ]);
    const legs = details.directions!.legs;
    expect(legs.reduce((sum, leg) => sum + leg.distance, 0)).toBeCloseTo(summary!.distance, 3);
    expect(legs.reduce((sum, leg) => sum + leg.duration, 0)).toBeCloseTo(summary!.duration, 3);
  });

  it('publishes each change with the whole new state', async () => {
    // Aim: a consumer of events knows exactly what the service itself would return.
    await drives.service.importDrives([importedDrive({ id: 'a' }), importedDrive({ id: 'b' })]);
    const events = await outboxOf(drives.source);
    expect(events.map(({ saved }) => saved!.summary!.title).sort()).toEqual(['Drive a', 'Drive b']);
    for (const { id, rev, saved } of events) {
      const details = await drives.queries.details(id, null);
      expect({ rev, summary: saved!.summary, path: saved!.path }).toEqual({
        rev: 1,
        summary: details.summary,
        path: details.path,
      });
    }
    const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
    const { states } = await drives.queries.states('', 10);
    expect(states.toSorted(byId)).toEqual(events.sort(byId));
  });

  it('skips known features', async () => {
    // Aim: importing the same file again changes no drive and publishes no event.
    await drives.service.importDrives([importedDrive()]);
    expect(await drives.service.importDrives([importedDrive()])).toEqual(['unchanged']);
    expect((await detailsOf('a')).summary!.rev).toBe(1);
    expect(await outboxOf(drives.source)).toHaveLength(1);
  });

  it('updates an edited feature and preserves additions to its drive', async () => {
    // Aim: one changed title is a new revision of the same drive, next to unchanged ones, and no rating is lost.
    await drives.service.importDrives([importedDrive({ id: 'a' }), importedDrive({ id: 'b' })]);
    const id = await alter(drives.source, 'a', { starRating: 4.5, reviewCount: 2, popularity: 7 });
    const edited = importedDrive({
      id: 'a',
      title: 'Renamed',
      line: [
        [-82.5, 35.5],
        [-82.2, 35.9],
      ],
    });
    expect(await drives.service.importDrives([edited, importedDrive({ id: 'b' })])).toEqual(['updated', 'unchanged']);
    const { summary, path } = await detailsOf('a');
    expect(summary).toMatchObject({ id, rev: 2, title: 'Renamed', starRating: 4.5, reviewCount: 2 });
    const [, , last] = await outboxOf(drives.source);
    expect(last).toMatchObject({
      id,
      rev: 2,
      saved: { path, popularity: 7, summary: { title: 'Renamed', starRating: 4.5 } },
    });
  });

  it('stores a batch completely or not at all', async () => {
    // Aim: if the event cannot be written, neither is its drive.
    await drives.source.query('alter table outbox add constraint refuse check (length(subject) = 0)');
    await expect(drives.service.importDrives([importedDrive()])).rejects.toThrow('refuse');
    await drives.source.query('alter table outbox drop constraint refuse');
    expect(await drives.service.isEmpty()).toBe(true);
    expect(await drives.service.importDrives([importedDrive()])).toEqual(['created']);
  });

  it('creates one drive if two imports bring a feature concurrently', async () => {
    // Aim: concurrent imports neither fail nor create duplicates, in whichever order they process the features.
    const batch = Array.from({ length: 20 }, (_, index) => importedDrive({ id: `race-${index}` }));
    const rounds = await Promise.all(
      [batch, batch.toReversed(), batch].map((each) => drives.service.importDrives(each)),
    );
    expect(rounds.flat().filter((outcome) => outcome === 'created')).toHaveLength(20);
    expect(await drives.source.getRepository(Drive).count()).toBe(20);
    expect(await outboxOf(drives.source)).toHaveLength(20);
  });
});
