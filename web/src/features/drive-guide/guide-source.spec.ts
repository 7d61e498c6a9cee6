// Aim: the guide names the turns of a drive's legs where they are on its whole line, also on a part of the drive, and
// claims none where no router knows the road.
import type { Maneuver } from '@switchback/contracts/resources/drive';
import { METERS_PER_DEGREE } from '@switchback/geo/distance';
import { guideLine } from '@switchback/geo/guide/guide-line';
import type { LatLng } from '@switchback/geo/location';
import { encodePolyline } from '@switchback/geo/polyline';
import { describe, expect, it } from 'vitest';
import type { GuideCourse } from '../../lib/offline/guide-course.js';
import { offlineDetailsOf } from '../../lib/offline/offline-drives.js';
import { driveDetails } from '../../testing/drives.js';
import { courseOf } from './course-pieces.js';
import { courseOfDrive, guideSource, pieceOfDrive } from './guide-source.js';

/** Meters east and north of a place on the equator, with a point every 100 m. */
function road(...corners: readonly [east: number, north: number][]): LatLng[] {
  return corners.flatMap(([east, north], index) => {
    const [fromEast, fromNorth] = corners[index - 1] ?? [east, north];
    const steps = Math.max(1, Math.round(Math.hypot(east - fromEast, north - fromNorth) / 100));
    return Array.from({ length: index === 0 ? 1 : steps }, (_, step) => {
      const share = index === 0 ? 1 : (step + 1) / steps;
      const at = (from: number, to: number) =>
        Math.round(((from + share * (to - from)) / METERS_PER_DEGREE) * 1e5) / 1e5;
      return { lat: at(fromNorth, north), lng: at(fromEast, east) };
    });
  });
}
const turn = (along: number, road = 'Mill Road', type = 'turn left'): Maneuver => {
  return { type, along, road, exit: null, text: `Turn left onto ${road}.` };
};

/** A drive of legs with their maneuvers. */
function driveOf(id: string, legs: readonly { path: LatLng[]; maneuvers: Maneuver[] | null }[]) {
  const path = legs.flatMap((leg, index) => leg.path.slice(index === 0 ? 0 : 1));
  const ends = [legs[0]!.path[0]!, ...legs.map((leg) => leg.path.at(-1)!)];
  const points = ends.map((location, index) => ({ label: `Stop ${index}`, location }));
  return offlineDetailsOf(
    driveDetails({
      id,
      title: `Drive ${id}`,
      distance: 1_000 * legs.length,
      path: encodePolyline(path),
      waypoints: points.map((point) => ({ ...point, value: { location: point.location } })),
      directions: {
        source: 'valhalla',
        legs: legs.map((leg, index) => {
          const [start, end] = [points[index]!, points[index + 1]!];
          return {
            start,
            end,
            distance: 1_000,
            duration: 60,
            path: encodePolyline(leg.path),
            maneuvers: leg.maneuvers,
          };
        }),
      },
    }),
  );
}

const turnsOf = (course: GuideCourse | null) =>
  guideLine(guideSource(course!)).cues.flatMap((cue) =>
    cue.kind === 'turn' ? [[Math.round(cue.along / 10) * 10, cue.maneuver.text]] : [],
  );
const NORTH = { path: road([0, 0], [0, 1_000]), maneuvers: [turn(0, 'Main Street', 'start'), turn(400)] };
const EAST = { path: road([0, 1_000], [1_000, 1_000]), maneuvers: [turn(0, 'East Road', 'start'), turn(300)] };

describe('a drive', () => {
  it('has the turns of all legs, and one where a leg begins in another direction', () => {
    expect(turnsOf(courseOfDrive(driveOf('a', [NORTH, EAST])))).toEqual([
      [400, 'Turn left onto Mill Road.'],
      [1_000, 'Turn right onto East Road.'],
      [1_300, 'Turn left onto Mill Road.'],
    ]);
  });

  it('names bends only where no router knows the road', () => {
    const bends = Array.from({ length: 60 }, (_, index): [number, number] => [
      index % 2 === 0 ? 0 : 120,
      100 + index * 60,
    ]);
    const winding = road([0, 0], ...bends);
    const kinds = (maneuvers: Maneuver[] | null) =>
      guideLine(guideSource(courseOfDrive(driveOf('a', [{ path: winding, maneuvers }]))!)).cues.map(({ kind }) => kind);
    expect(kinds(null)).toContain('bends');
    expect(kinds([turn(0, 'Pass Road', 'start')])).not.toContain('bends');
  });
});

describe('a part of a drive', () => {
  const drive = driveOf('a', [NORTH, EAST]);
  const ofPart = (part: Parameters<typeof pieceOfDrive>[1]) =>
    courseOf({ title: '', origin: '/' }, [pieceOfDrive(drive, part)]);

  it('has the turns of its stretch, from its own start on', () => {
    const course = ofPart({ reversed: false, stretch: { from: 300, to: 1_200 } });
    expect(turnsOf(course)).toEqual([
      [100, 'Turn left onto Mill Road.'],
      [700, 'Turn right onto East Road.'],
    ]);
    expect(course!.source.stops.map(({ name }) => name)).toEqual(['Stop 1']);
  });

  it('claims no turns in the other direction', () => {
    const course = ofPart({ reversed: true, stretch: null })!;
    expect(course.source.maneuvers).toBeNull();
    expect(guideSource(course).path[0]!.lng).toBeGreaterThan(0.008);
  });
});

it('joins drives that meet, leaves a gap between those that do not, and knows where each is', () => {
  const [first, second] = [driveOf('a', [NORTH]), driveOf('b', [EAST])];
  const far = driveOf('c', [{ path: road([9_000, 0], [9_000, 1_000]), maneuvers: null }]);
  const course = courseOf(
    { title: 'Day 1', origin: '/' },
    [first, second, far].map((drive) => pieceOfDrive(drive)),
  )!;
  const line = guideLine(guideSource(course));
  expect(line.totalMeters).toBeCloseTo(3_000, -1);
  expect(line.gaps.map((gap) => Math.round(gap / 10) * 10)).toEqual([2_000]);
  expect(
    course.drives.map(({ id, fromMeters, toMeters }) => [id, Math.round(fromMeters / 10), Math.round(toMeters / 10)]),
  ).toEqual([
    ['a', 0, 100],
    ['b', 100, 200],
    ['c', 200, 300],
  ]);
  expect(turnsOf(course).map(([along]) => along)).toEqual([400, 1_000, 1_300]);
});
