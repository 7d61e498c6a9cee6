// Aim: each drive gets its heights from the best source that knows them: its track, the tiles, then the router.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ElevatedPoint, encodeElevations, splitElevations, withElevations } from '@switchback/geo/elevation';
import { joinParts } from '@switchback/geo/parts';
import { encodePolyline } from '@switchback/geo/polyline';
import type { HeightsInput } from './derive-heights.js';
import { Heights } from './heights.js';
import { SrtmTiles } from './srtm-tiles.js';
import { openTileFolder, type TileFolder } from './tiles.fixture.js';

/** A ridge across the road at every tenth of a degree. */
const ridges = (_: number, lng: number) => 1_000 + 400 * Math.sin(lng * 20 * Math.PI);

let folder: TileFolder;
let withTiles: Heights;
const withoutTiles = new Heights(null);
beforeAll(async () => {
  folder = await openTileFolder();
  await folder.write('N47E009.hgt', ridges);
  withTiles = new Heights(new SrtmTiles(folder.path, () => undefined));
});
afterAll(() => folder.remove());

/** A road to the east, with a point every so many degrees. */
function road(everyDegrees: number, heightAt?: (lng: number) => number | undefined): ElevatedPoint[] {
  return Array.from({ length: Math.round(0.5 / everyDegrees) + 1 }, (_, at) => {
    const lng = Math.round((9.2 + at * everyDegrees) * 1e5) / 1e5;
    return { lat: 47.5, lng, ...(heightAt && { elevation: heightAt(lng) }) };
  });
}

function inputOf(line: readonly ElevatedPoint[], more: Partial<HeightsInput> = {}): HeightsInput {
  const { path, elevation } = splitElevations(line);
  return { path: encodePolyline(path), elevation, directionsSource: null, approximate: false, ...more };
}

const recorded = (lng: number) => 500 + 100 * (lng - 9.2);
const gapped = (lng: number) => (lng > 9.3 && lng < 9.35 ? undefined : recorded(lng));

describe('the source', () => {
  const [track, partial, bare] = [road(0.001, recorded), road(0.001, gapped), road(0.001)];
  const leaving = bare.map(({ lat, lng }) => ({ lat, lng: lng + 0.5 }));
  const risen = (point: ElevatedPoint) => ({ ...point, elevation: 500 });
  const [routed, straight] = [{ directionsSource: 'valhalla' }, { approximate: true }];
  it.each<[string, HeightsInput, string | null, string | null]>([
    ['a track with heights', inputOf(track), 'track', 'track'],
    ['a track with a long gap in its heights', inputOf(partial), 'srtm', 'track'],
    ['a track without heights', inputOf(bare), 'srtm', null],
    ['a routed line with heights', inputOf(track, routed), 'srtm', 'router'],
    ['a routed line without heights', inputOf(bare, routed), 'srtm', null],
    ['straight legs without heights', inputOf(bare, straight), null, null],
    ['a coarse track with heights', inputOf(track, straight), 'track', 'track'],
    ['a line of which the tiles know a part', inputOf(leaving), 'srtm', null],
    ['a routed line of which the tiles know a part', inputOf(leaving.map(risen), routed), 'router', 'router'],
    ['a line that leaves the tiles', inputOf(bare.map(({ lat, lng }) => ({ lat: lat - 1, lng }))), null, null],
  ])('of %s', async (_, input, expected, without) => {
    expect((await withTiles.of(input)).profile?.source ?? null).toBe(expected);
    expect((await withoutTiles.of(input)).profile?.source ?? null).toBe(without);
  });

  it('keeps a track whose heights cannot all be, without those', async () => {
    const spiked = road(0.001, (lng) => (lng > 9.3 && lng < 9.32 ? 0 : recorded(lng)));
    for (const heights of [withTiles, withoutTiles]) {
      const { profile, elevation } = await heights.of(inputOf(spiked));
      expect(profile!.source).toBe(heights === withTiles ? 'srtm' : 'track');
      if (heights === withoutTiles) expect(Math.abs(profile!.gain - 50)).toBeLessThan(3);
      expect(withElevations(spiked, elevation)[5]!.elevation).toBeGreaterThan(400);
    }
    const once = road(0.001, (lng) => (lng === 9.3 ? 9_000 : recorded(lng)));
    expect((await withTiles.of(inputOf(once))).profile).toMatchObject({
      source: 'track',
      highest: expect.closeTo(550, 0),
    });
  });

  it('is remembered by the version, so that drives follow once there are tiles', async () => {
    const input = inputOf(bare);
    expect(await withoutTiles.of(input)).toMatchObject({ profile: undefined, version: withoutTiles.version });
    expect(withTiles.version).toBeGreaterThan(withoutTiles.version);
  });
});

describe('heights of the tiles', () => {
  it('are read between the points of a coarse line, and stored for its points', async () => {
    const { profile, elevation } = await withTiles.of(inputOf(road(0.05)));
    const fine = await withTiles.of(inputOf(road(0.000_4)));
    // Five ridges of 800 m, entered half way up.
    expect(profile!.gain).toBeGreaterThan(3_900);
    expect(Math.abs(profile!.gain - fine.profile!.gain)).toBeLessThan(10);
    const stored = withElevations(road(0.05), elevation);
    expect(stored.map(({ elevation }) => Math.round(elevation!))).toEqual(
      road(0.05).map(({ lng }) => Math.round(ridges(0, lng))),
    );
    expect(profile!.highest).toBeGreaterThan(1_390);
  });

  it('keep their source when they come back with a track', async () => {
    const first = await withTiles.of(inputOf(road(0.01)));
    const input = { ...inputOf(road(0.01)), elevation: first.elevation };
    expect(await withTiles.of(input)).toEqual(first);
  });

  it('leave out the way through a tile that is missing or a void, and keep those of the rest', async () => {
    const through = road(0.001).map(({ lng }) => ({ lat: 47.5, lng: lng + 0.55 }));
    const rest = road(0.001);
    const cut = await withTiles.of(inputOf(through));
    const whole = await withTiles.of(inputOf(through.filter(({ lng }) => lng < 10)));
    // The last steps to the edge of the tile climb 20 m.
    expect(Math.abs(cut.profile!.gain - whole.profile!.gain)).toBeLessThan(25);
    expect(cut.profile!.profileMeters.at(-1)).toBeLessThan(20_000);

    const holed = await openTileFolder();
    await holed.write('N47E009.hgt', (lat, lng) => (lng > 9.45 && lng < 9.55 ? undefined : ridges(lat, lng)));
    const { profile, elevation } = await new Heights(new SrtmTiles(holed.path, () => undefined)).of(inputOf(rest));
    await holed.remove();
    const { gain } = (await withTiles.of(inputOf(rest))).profile!;
    expect(profile!.gain).toBeGreaterThan(0.7 * gain);
    expect(profile!.gain).toBeLessThan(gain);
    expect(profile!.profileMeters.at(-1)).toBeGreaterThan(37_000);
    const known = withElevations(rest, elevation).map(({ elevation }) => elevation !== undefined);
    expect(known.filter((isKnown) => !isKnown).length).toBeGreaterThan(95);
  });

  it('are not read across the gap between two parts', async () => {
    const parts = [road(0.01).slice(0, 6), road(0.01).slice(-6)];
    const both = await Promise.all(parts.map((part) => withTiles.of(inputOf(part))));
    const joined = await withTiles.of(inputOf(joinParts(parts)));
    expect(joined.profile!.gain).toBeCloseTo(both[0]!.profile!.gain + both[1]!.profile!.gain, 0);
  });
});

describe('legs that are shown before they are saved', () => {
  const legOf = (path: ElevatedPoint[]) => ({ path, distanceMeters: 1 });
  const heightsOf = (legs: readonly { path: ElevatedPoint[] }[]) => legs.map(({ path }) => encodeElevations(path));

  it('get the heights of the tiles, or keep those of the router', async () => {
    const covered = road(0.01, recorded);
    const outside = covered.map((point) => ({ ...point, lat: 12 }));
    const legs = await withTiles.alongLegs([legOf(covered), legOf(outside)]);
    expect(legs[0]!.path[7]!.elevation).toBeCloseTo(ridges(0, covered[7]!.lng), -1);
    expect(legs[1]!.path).toEqual(outside);
    expect(heightsOf(await withoutTiles.alongLegs([legOf(covered)]))).toEqual(heightsOf([legOf(covered)]));
  });

  it('get them as the encoded legs of a track without heights', async () => {
    const encoded = { distance: 1, duration: 1, start: undefined, end: undefined, path: encodePolyline(road(0.01)) };
    const [leg] = await withTiles.alongTrack([encoded]);
    expect(withElevations(road(0.01), leg!.elevation!)[7]!.elevation).toBeCloseTo(ridges(0, 9.27), -1);
    const own = { ...encoded, elevation: encodeElevations(road(0.01, recorded)) };
    expect(await withTiles.alongTrack([own])).toEqual([own]);
    expect(await withoutTiles.alongTrack([encoded])).toEqual([encoded]);
  });

  it('stay as they are if they have many points', async () => {
    const legs = [legOf(road(0.000_02))];
    expect(await withTiles.alongLegs(legs)).toEqual(legs);
  });
});
