// Aim: a road leads to the published drive that runs along most of it, whatever the drive's direction and length; hidden
// drives stay hidden.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { LatLng } from '@switchback/geo/location';
import { encodePolyline } from '@switchback/geo/polyline';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { fakePlaces } from '@switchback/testing/fake-places';
import { alter, importedDrive, openDrives, type OpenedDrives } from '../drives.fixture.js';
import { Drive } from '../drive/drive.entity.js';
import { CoveringDrives } from './covering-drives.js';

let database: TestDatabase;
let drives: OpenedDrives;
let covering: CoveringDrives;

beforeAll(async () => {
  database = await createTestDatabase();
  drives = await openDrives(database.url, fakePlaces());
  covering = new CoveringDrives(drives.source.getRepository(Drive));
});
beforeEach(() => drives.source.query('truncate drive, outbox cascade'));
afterAll(async () => {
  await drives.close();
  await database.drop();
});

/** About 11 km from west to east, in steps of 110 m. */
const LINE = Array.from({ length: 101 }, (_, index) => ({
  lat: 47 + 0.002 * Math.sin(index / 5),
  lng: 9 + index * 0.00145,
}));
const moved = (line: readonly LatLng[], lat: number) => line.map((place) => ({ ...place, lat: place.lat + lat }));

async function store(
  id: string,
  line: readonly LatLng[],
  changes: Partial<Drive> = { description: '' },
): Promise<string> {
  const pairs = line.map(({ lat, lng }): [number, number] => [lng, lat]);
  await drives.service.importDrives([importedDrive({ id, line: pairs })]);
  return alter(drives.source, id, changes);
}

const find = (...lines: (readonly LatLng[])[]) => covering.find(lines.map((line) => encodePolyline(line)));

describe('the drive that covers a road', () => {
  it.each<[string, boolean, readonly LatLng[]]>([
    ['of the same line', true, LINE],
    ['in the other direction', true, LINE.toReversed()],
    ['25 m beside it', true, moved(LINE, 0.000225)],
    ['100 m beside it', false, moved(LINE, 0.0009)],
    ['along 70 % of it', true, LINE.slice(0, 71)],
    ['along 50 % of it', false, LINE.slice(0, 51)],
    ['that goes on for long', true, [{ lat: 46.5, lng: 8 }, ...LINE, { lat: 47.5, lng: 10 }]],
  ])('is one %s: %s', async (_what, isFound, line) => {
    const id = await store('along', line);
    expect(await find(LINE)).toEqual([isFound ? id : '']);
  });

  it('is the one that covers most, for each road', async () => {
    await store('most', LINE.slice(0, 75));
    const whole = await store('whole', LINE);
    const south = await store('south', moved(LINE, -0.1));
    expect(await find(LINE, moved(LINE, 0.2), moved(LINE, -0.1))).toEqual([whole, '', south]);
  });

  it.each<[string, Partial<Drive>]>([
    ['private', { privacy: 'private', status: 'none', ownerId: 'ann', official: false }],
    ['pending', { status: 'pending', ownerId: 'ann', official: false }],
  ])('is none that is %s', async (_what, changes) => {
    await store('hidden', LINE, changes);
    expect(await find(LINE)).toEqual(['']);
  });

  it('is asked for some roads with a line', async () => {
    expect(await find()).toEqual([]);
    await expect(find(LINE.slice(0, 1))).rejects.toMatchObject({ name: 'ProductError' });
    await expect(find(...Array.from({ length: 501 }, () => LINE))).rejects.toMatchObject({ name: 'ProductError' });
  });
});
