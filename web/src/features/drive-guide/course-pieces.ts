import { boundsOfPath } from '@switchback/geo/bounds';
import { distanceMeters } from '@switchback/geo/distance';
import type { GuideSource, Maneuver } from '@switchback/geo/guide/guide-line';
import type { LatLng } from '@switchback/geo/location';
import { joinParts, lineLengthMeters, partsOf, withoutRepeats } from '@switchback/geo/parts';
import { encodePolyline } from '@switchback/geo/polyline';
import type { CourseDrive, GuideCourse } from '../../lib/offline/guide-course.js';
import type { LegTurns } from '../../lib/offline/offline-drives.js';
import { bendsOf } from './bends.js';
import { withTurnsAtStops } from './turns-at-stops.js';

/** A stretch of a course: a drive or a part of one, or a way between them. */
export interface CoursePiece {
  /** May have parts. */
  path: readonly LatLng[];
  stops: GuideSource['stops'];
  places: GuideSource['places'];
  /** Its legs; empty if no router knows its roads. */
  turns: readonly LegTurns[];
  durationSeconds: number;
  isApproximate: boolean;
  drive: Pick<CourseDrive, 'id' | 'title' | 'lengthMeters'> | null;
}

/** Lines whose ends are this close meet; a greater gap is not guided across. */
const MEET_METERS = 60;

interface Stretch {
  fromMeters: number;
  toMeters: number;
}

/** Joins pieces to one line. @returns null if there is no line. */
export function courseOf(
  { title, origin }: Pick<GuideCourse, 'title' | 'origin'>,
  pieces: readonly CoursePiece[],
): GuideCourse | null {
  const drawn = pieces.filter(({ path }) => path.length > 1);
  const line = new JoinedLine();
  const placed = drawn.map((piece) => ({ ...piece, ...line.add(piece.path) }));
  const path = line.points();
  if (path.length < 2) return null;
  const maneuvers = placed.flatMap(maneuversOf);
  const unknown = placed.flatMap(unknownStretches);
  const isUnknown = (meters: number) =>
    unknown.some(({ fromMeters, toMeters }) => meters >= fromMeters && meters <= toMeters);
  const source: GuideCourse['source'] = {
    stops: placed.flatMap(({ stops }) => stops),
    places: placed.flatMap(({ places }) => places),
    bends: bendsOf(path).filter(({ fromMeters }) => isUnknown(fromMeters)),
    maneuvers: maneuvers.length === 0 ? null : withTurnsAtStops(maneuvers, path),
    durationSeconds: placed.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0),
    isApproximate: placed.some(({ isApproximate }) => isApproximate),
  };
  const drives = placed
    .flatMap(({ drive, fromMeters, toMeters }) => drive && { ...drive, fromMeters, toMeters })
    .filter(isDrive);
  return { title, origin, bounds: boundsOfPath(path), path: encodePolyline(path), source, drives };
}

const isDrive = (drive: CourseDrive | null): drive is CourseDrive => drive !== null;

/** Collects lines to one, with a new part wherever the next line does not begin where the last one ended. */
class JoinedLine {
  readonly #parts: LatLng[][] = [];
  #meters = 0;

  add(path: readonly LatLng[]): Stretch {
    let fromMeters = this.#meters;
    for (const [index, part] of partsOf(path).entries()) {
      const points = withoutRepeats(part);
      const last = this.#parts.at(-1);
      const gap = last === undefined ? Infinity : distanceMeters(last.at(-1)!, points[0]!);
      if (gap > MEET_METERS) this.#parts.push([...points]);
      else {
        last!.push(...(gap === 0 ? points.slice(1) : points));
        this.#meters += gap;
        if (index === 0) fromMeters += gap;
      }
      this.#meters += lineLengthMeters(points);
    }
    return { fromMeters, toMeters: this.#meters };
  }

  points(): LatLng[] {
    return joinParts(this.#parts.filter((part) => part.length > 1));
  }
}

type Placed = CoursePiece & Stretch;

/** Returns the maneuvers of a piece, as distances along the course. */
function maneuversOf({ turns, fromMeters }: Placed): Maneuver[] {
  let meters = fromMeters;
  return turns.flatMap(({ lengthMeters, maneuvers }) => {
    const begin = meters;
    meters += lengthMeters;
    return (maneuvers ?? []).map((maneuver) => ({ ...maneuver, along: begin + maneuver.along }));
  });
}

/** Returns the stretches of a piece whose roads no router knows. */
function unknownStretches({ turns, fromMeters, toMeters }: Placed): Stretch[] {
  if (turns.length === 0) return [{ fromMeters, toMeters }];
  let meters = fromMeters;
  return turns.flatMap(({ lengthMeters, maneuvers }) => {
    const begin = meters;
    meters += lengthMeters;
    return maneuvers === null ? [{ fromMeters: begin, toMeters: meters }] : [];
  });
}
