// Aim: a day of a trip is guided as it is driven: parts of drives in their direction, known ways between them, places as
// stops, and no line across a way that no router knows.
import type { CollectionItem, Way } from '@switchback/contracts/resources/collection';
import { METERS_PER_DEGREE, pathLengthMeters } from '@switchback/geo/distance';
import { guideLine } from '@switchback/geo/guide/guide-line';
import type { LatLng } from '@switchback/geo/location';
import { encodePolyline } from '@switchback/geo/polyline';
import { expect, it } from 'vitest';
import { driveDetails } from '../../../testing/drives.js';
import { guideSource } from '../../drive-guide/guide-source.js';
import { guideOfDay } from './day-guide.js';
import { groupsOf, wayFinder } from './items/plan-days.js';

/** East along the equator between two distances in meters, with a point every 100 m. */
const east = (from: number, to: number): LatLng[] =>
  Array.from({ length: Math.abs(to - from) / 100 + 1 }, (_, index) => {
    const meters = from + Math.sign(to - from) * index * 100;
    return { lat: 0, lng: Math.round((meters / METERS_PER_DEGREE) * 1e5) / 1e5 };
  });
const drive = (id: string, path: LatLng[]) =>
  driveDetails({
    id,
    title: `Drive ${id}`,
    path: encodePolyline(path),
    distance: pathLengthMeters(path),
    duration: 600,
    waypoints: [],
    pointsOfInterest: [],
  });
const DRIVES = new Map([drive('a', east(0, 2_000)), drive('b', east(6_000, 4_000))].map((each) => [each.id, each]));
const item = (driveId: string | null, over: Partial<CollectionItem> = {}): CollectionItem => {
  return { driveId, note: '', day: 1, ...over };
};
const way = (from: number, path: LatLng[], approximate = false): Way => ({
  from,
  start: path[0]!,
  end: path.at(-1)!,
  distance: pathLengthMeters(path),
  duration: 60,
  path: encodePolyline(path),
  approximate,
});

function lineOf(items: CollectionItem[], ways: Way[]) {
  const course = guideOfDay({ title: '', origin: '/' }, groupsOf(items, 1)[0]!, DRIVES, wayFinder(items, ways))!;
  const line = guideLine(guideSource(course));
  const round = (meters: number) => Math.round(meters / 100) * 100;
  return {
    total: round(line.totalMeters),
    gaps: line.gaps.map(round),
    stops: line.stops.map(({ name, along }) => [name, round(along)]),
    drives: course.drives.map(({ id, fromMeters, toMeters }) => [id, round(fromMeters), round(toMeters)]),
    seconds: Math.round(course.source.durationSeconds),
  };
}

it('names the turns of the ways where a router knows them, and claims none of the drives without', () => {
  const turn = { type: 'turn left', along: 400, road: 'Mill Road', exit: null, text: 'Turn left onto Mill Road.' };
  const items = [item('a'), item('b')];
  const routed = { ...way(0, east(2_000, 6_000)), maneuvers: [turn] };
  const find = (ways: Way[]) =>
    guideOfDay({ title: '', origin: '/' }, groupsOf(items, 1)[0]!, DRIVES, wayFinder(items, ways));
  const [only, ...rest] = find([routed])!.source.maneuvers!;
  expect(rest).toEqual([]);
  expect(only).toMatchObject({ road: 'Mill Road' });
  expect(only!.along).toBeCloseTo(2_400, 0);
  expect(find([way(0, east(2_000, 6_000))])!.source.maneuvers).toBeNull();
});

it('leads along drives, parts of drives and the ways between them', () => {
  const reversed = { reversed: true, stretch: { from: 0, to: 1_000 } };
  const hotel = item(null, { place: { label: 'Hotel', location: { lat: 0, lng: 3_000 / METERS_PER_DEGREE } } });
  const items = [item('a'), hotel, item('b', { part: reversed })];
  expect(lineOf(items, [way(0, east(2_000, 3_000)), way(1, east(3_000, 5_000))])).toEqual({
    total: 6_000,
    gaps: [],
    stops: [
      ['Hotel', 3_000],
      ['Drive b', 5_000],
    ],
    drives: [
      ['a', 0, 2_000],
      ['b', 5_000, 6_000],
    ],
    seconds: 600 + 60 + 60 + 300,
  });
});

it('has a gap where no router knows the way', () => {
  expect(lineOf([item('a'), item('b')], [way(0, east(2_000, 6_000), true)])).toMatchObject({
    total: 4_000,
    gaps: [2_000],
    stops: [['Drive b', 2_000]],
  });
});

it('is nothing without a drive', () => {
  const items = [item('unknown')];
  expect(guideOfDay({ title: '', origin: '/' }, groupsOf(items, 1)[0]!, DRIVES, wayFinder(items, []))).toBeNull();
});
