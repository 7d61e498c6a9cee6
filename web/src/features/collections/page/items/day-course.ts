import type { Way } from '@switchback/contracts/resources/collection';
import type { LatLng } from '@switchback/geo/location';
import { decodePolyline } from '@switchback/geo/polyline';
import { type Course, type CourseLine, linesOfDrive } from '../../../directions/course.js';
import { drivenOf, type Drives } from './driven.js';
import type { DayGroup, WayFinder } from './plan-days.js';

/** A way with its ends, and the distance between them in meters. */
export interface WayEnds {
  /** Null while it is not known. */
  way: Way | null;
  gap: number;
  ends: { start: LatLng; end: LatLng };
}

/** Returns a day of a trip as directions lead along it; null while a drive is unknown, or if there is none. */
export function courseOfDay(tripId: string, { day, stops }: DayGroup, drives: Drives, find: WayFinder): Course | null {
  const driven = stops.flatMap(({ item }) => drivenOf(drives, item) ?? []);
  const [first, last] = [driven[0], driven.at(-1)];
  if (first === undefined || last === undefined || driven.length < stops.length) return null;
  const lines = stops.flatMap(({ item }, index): CourseLine[] => {
    const before = stops[index - 1];
    const way = before && find(before.item, item);
    return [
      ...(way === undefined ? [] : [freeLine(decodePolyline(way.path), way.distance)]),
      ...linesOfDrive(driven[index]!, decodePolyline(driven[index]!.overviewPath)),
    ];
  });
  const key = `trip ${tripId} ${day ?? ''}`;
  return { key, kind: 'day', lines, startAddress: first.startAddress, endAddress: last.endAddress };
}

/** Returns the way to a drive as directions lead along it; between the drives' ends while it is not known. */
export function courseOfWay({ way, gap, ends: { start, end } }: WayEnds): Course {
  const path = way === null ? [start, end] : decodePolyline(way.path);
  const key = `way ${start.lat},${start.lng} ${end.lat},${end.lng}`;
  return { key, kind: 'way', lines: [freeLine(path, way?.distance ?? gap)], startAddress: '', endAddress: '' };
}

function freeLine(path: CourseLine['path'], distance: number): CourseLine {
  return { path, stops: [], distance, isFree: true };
}
