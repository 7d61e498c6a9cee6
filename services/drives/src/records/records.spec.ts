// Aim: a saved record shows nothing near the home where it starts and ends, neither to its owner's pages nor in events,
// and 50 of them do not lead an attacker there.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { distanceMeters, METERS_PER_DEGREE } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import { lineLengthMeters } from '@switchback/geo/parts';
import { decodePolyline, encodePolyline } from '@switchback/geo/polyline';
import { CUT_METERS, SHIFT_METERS } from '@switchback/geo/trim-track';
import type { Caller } from '@switchback/platform/rpc/call';
import type { SavedDrive } from '@switchback/proto/drives/v1/service';
import { createTestDatabase, type TestDatabase } from '@switchback/testing/database';
import { guessHome, tracksFrom } from '@switchback/testing/home-attacker';
import { runSeed, seededRandom } from '@switchback/testing/random';
import { ANN, BOB, FREE, openAuthoring, type OpenedAuthoring } from '../authoring/authoring.fixture.js';
import { DriveRoute } from '../drive/drive.entity.js';
import { callOf, outboxOf } from '../drives.fixture.js';
import { Records } from './records.js';
import { TrackPlace } from './track-place.entity.js';
import { TrackPlaces } from './track-places.js';

const HOME = { lat: 46, lng: 8 };
/** The nearest that a cut may come: the circle is shifted away from the home as far as it can be. */
const NEAREST_METERS = CUT_METERS - SHIFT_METERS.max - 1;
const SEED = runSeed();

let database: TestDatabase;
let drives: OpenedAuthoring;
let records: Records;

beforeAll(async () => {
  database = await createTestDatabase();
  drives = await openAuthoring(database.url);
  records = new Records(new TrackPlaces(drives.source.getRepository(TrackPlace)), drives.authoring);
});
beforeEach(() => drives.source.query('truncate drive, owner, track_place, outbox, idempotent_request cascade'));
afterAll(async () => {
  await drives.close();
  await database.drop();
});

const north = (meters: number, from: LatLng = HOME): LatLng => ({
  ...from,
  lat: from.lat + meters / METERS_PER_DEGREE,
});
/** From home to the north, and back if it is a loop. */
const road = (meters: number, isLoop = false): LatLng[] => {
  const there = Array.from({ length: meters / 25 + 1 }, (_, index) => north(index * 25));
  return isLoop ? [...there, ...there.toReversed().slice(1)] : there;
};

function saved(line: readonly LatLng[], caller: Caller = ANN, key?: string): Promise<SavedDrive> {
  const form = { title: 'Over the pass as driven', duration: 600, path: encodePolyline(line) };
  const idempotency = key === undefined ? undefined : { key, fingerprint: encodePolyline(line) };
  return records.save({ form, idempotency }, callOf(caller));
}

async function pathOf({ id }: SavedDrive): Promise<LatLng[]> {
  const { path } = await drives.source.getRepository(DriveRoute).findOneByOrFail({ driveId: id });
  return decodePolyline(path);
}

const places = () => drives.source.getRepository(TrackPlace).find({ order: { ownerId: 'ASC', number: 'ASC' } });

describe('a saved record', () => {
  it('is a private drive that shows nothing near home, with its share of the time', async () => {
    const drive = await saved(road(6_000, true));
    expect(drive).toMatchObject({ privacy: 'private', status: 'none' });
    const line = await pathOf(drive);
    const details = await drives.queries.details(drive.id, ANN);
    const { summary, directions, waypoints } = details;
    const [event] = await outboxOf(drives.source);
    const shown = [
      ...line,
      ...decodePolyline(summary!.overviewPath),
      ...directions!.legs.flatMap(({ path, start, end }) => [
        ...decodePolyline(path),
        start!.location!,
        end!.location!,
      ]),
      ...waypoints.flatMap(({ location }) => location ?? []),
      summary!.startLocation!,
      summary!.endLocation!,
      event!.saved!.summary!.startLocation!,
      event!.saved!.summary!.endLocation!,
      ...decodePolyline(event!.saved!.summary!.overviewPath),
    ];
    expect(Math.min(...shown.map((place) => distanceMeters(place, HOME)))).toBeGreaterThan(NEAREST_METERS);
    const { bounds, duration } = summary!;
    expect(distanceMeters({ lat: bounds!.south, lng: HOME.lng }, HOME)).toBeGreaterThan(NEAREST_METERS);
    expect(duration / 600).toBeCloseTo(lineLengthMeters(line) / 12_000, 2);
    // One place for both ends, and nothing of it in any answer.
    const [place, ...rest] = await places();
    expect(rest).toEqual([]);
    expect(JSON.stringify([details, event])).not.toContain(String(place!.center.x));
  });

  it('keeps its passages through home', async () => {
    const line = await pathOf(await saved([...road(6_000, true), ...road(6_000).slice(1)]));
    expect(Math.min(...line.map((place) => distanceMeters(place, HOME)))).toBeLessThan(1);
  });

  it('is refused if less than 2 km is left, without a trace', async () => {
    await expect(saved(road(3_000))).rejects.toMatchObject({ error: 'recordTooShort' });
    await expect(saved(road(600, true))).rejects.toMatchObject({ error: 'recordTooShort' });
    expect(await places()).toEqual([]);
  });

  it.each([
    { kind: 'a broken line', form: { path: '_' }, caller: ANN, error: 'invalidInput' },
    { kind: 'one point', form: { path: encodePolyline([HOME]) }, caller: ANN, error: 'invalidInput' },
    { kind: 'a free account', form: {}, caller: FREE, error: 'upgradeNeeded' },
    { kind: 'a visitor', form: {}, caller: null, error: 'invalidSession' },
  ])('is refused for $kind', async ({ form, caller, error }) => {
    const whole = { title: 'A', duration: 60, path: encodePolyline(road(6_000)), ...form };
    await expect(
      (async () => records.save({ form: whole, idempotency: undefined }, callOf(caller)))(),
    ).rejects.toMatchObject({
      error,
    });
    expect(await places()).toEqual([]);
  });

  it('is saved once per key', async () => {
    const first = await saved(road(6_000), ANN, 'k');
    expect(await saved(road(6_000), ANN, 'k')).toEqual(first);
    await expect(saved(road(7_000), ANN, 'k')).rejects.toMatchObject({ error: 'keyReused' });
  });
});

describe('the place of a home', () => {
  it('has one center, also for records saved at once, and another for another person', async () => {
    const starts = Array.from({ length: 8 }, (_, index) => north(-index * 12));
    const made = await Promise.all([...starts.map((start) => saved([start, ...road(6_000)])), saved(road(6_000), BOB)]);
    const lines = await Promise.all(made.map(pathOf));
    const begins = lines.slice(0, -1).map(([first]) => first!.lat);
    expect(new Set(begins).size).toBe(1);
    const stored = await places();
    expect(stored.map(({ ownerId, number }) => `${ownerId} ${number}`)).toEqual(['ann 0', 'ann 1', 'bob 0', 'bob 1']);
    expect(new Set(stored.map(({ center }) => center.x)).size).toBe(4);
  });

  it('ends with the account, and a late record draws no other', async () => {
    await saved(road(6_000));
    await saved(road(6_000), BOB);
    await drives.owners.erase('ann', 2);
    expect((await places()).map(({ ownerId }) => ownerId)).toEqual(['bob', 'bob']);
    await expect(saved(road(6_000))).rejects.toMatchObject({ error: 'invalidSession' });
    expect(await places()).toHaveLength(2);
  });

  it(`is not found by someone who knows 50 records (SEED=${SEED})`, async () => {
    const tracks = tracksFrom(HOME, 50, seededRandom(SEED));
    const lines: LatLng[][] = [];
    for (const track of tracks) lines.push(await pathOf(await saved(track)));
    const { circle } = guessHome(lines, CUT_METERS);
    const meters = distanceMeters(circle, tracks[0]![0]!);
    // Stored lines are thinned to a meter.
    expect(meters).toBeGreaterThan(SHIFT_METERS.min - 50);
    expect(meters).toBeLessThan(SHIFT_METERS.max + 50);
  });
});
