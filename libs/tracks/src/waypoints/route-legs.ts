import { distanceMeters } from '@switchback/geo/distance';
import { type ElevatedPoint, ElevationWriter, LineReader } from '@switchback/geo/elevation';
import type { LatLng } from '@switchback/geo/location';
import { PIECE_POINTS_MAX } from '@switchback/geo/line-pieces';
import { isSame } from '@switchback/geo/parts';
import { PolylineWriter } from '@switchback/geo/polyline';
import type { StoredManeuver } from './place-on-line.js';

interface End {
  label: string;
  location: LatLng | undefined;
}

/** A waypoint on the line itself. */
export interface RouteWaypoint extends End {
  /** Index of its point on the path. */
  pathIndex: number;
  /** The drive passes near it without a stop. */
  near?: boolean | undefined;
  /** Kind of way that the author chose for the leg that ends here, if any. */
  taste?: string | undefined;
  /** Those of the leg that ends here; absent if no router knows its roads. */
  maneuvers?: StoredManeuver[] | undefined;
}

/** The line from one waypoint to the next. Distance in meters, duration in seconds; path and elevation as of the route. */
interface RouteLeg {
  start: End;
  end: End;
  distance: number;
  duration: number;
  path: string;
  elevation: string | undefined;
  taste: string | undefined;
  maneuvers: { items: StoredManeuver[] } | undefined;
}

export interface Route {
  /** Google-encoded, precision 5. */
  path: string;
  /** Elevations of the path, written by `encodeElevations`; '' if unknown. */
  elevation: string;
  /** In the order of the path, including its ends. */
  waypoints: readonly RouteWaypoint[];
  distanceMeters: number;
  durationSeconds: number;
  source: string;
}

/** The line from one waypoint to the next. */
interface Stretch {
  lengthMeters: number;
  path: string;
  elevation: string | undefined;
}

/**
 * Splits the line into legs between waypoints. Divides the drive's distance and duration among them by length, so that
 * they add up even if the line is only approximate. Yields whenever it has read {@link PIECE_POINTS_MAX} points.
 * @throws PolylineError
 */
export function* directionsOf(route: Route): Generator<void, { source: string; legs: RouteLeg[] }> {
  const stretches = yield* stretchesOf(route);
  const totalMeters = stretches.reduce((sum, { lengthMeters }) => sum + lengthMeters, 0);
  const legs = stretches.map(({ lengthMeters, path, elevation }, index) => {
    const [start, end] = [route.waypoints[index]!, route.waypoints[index + 1]!];
    const part = totalMeters > 0 ? lengthMeters / totalMeters : 0;
    return {
      start: { label: start.label, location: start.location },
      end: { label: end.label, location: end.location },
      distance: part * route.distanceMeters,
      duration: part * route.durationSeconds,
      path,
      elevation,
      taste: end.taste,
      maneuvers: end.maneuvers && { items: end.maneuvers },
    };
  });
  return { source: route.source, legs };
}

function* stretchesOf({ path, elevation, waypoints }: Route): Generator<void, Stretch[]> {
  const line = new Line(path, elevation);
  const stretches: Stretch[] = [];
  let sinceYield = 0;
  for (const { pathIndex } of waypoints.slice(1)) {
    const [points, heights] = [new PolylineWriter(), new ElevationWriter()];
    const fromMeters = line.meters;
    let piece = line.last;
    const stretch = { path: points.write(piece), elevation: heights.write(piece) };
    while (line.index < pathIndex) {
      piece = line.advance(Math.min(pathIndex, line.index + PIECE_POINTS_MAX - sinceYield));
      stretch.path += points.write(piece);
      stretch.elevation += heights.write(piece);
      sinceYield = (sinceYield + piece.length) % PIECE_POINTS_MAX;
      if (sinceYield === 0) yield;
    }
    stretches.push({
      lengthMeters: line.meters - fromMeters,
      path: stretch.path,
      elevation: heights.isNeeded ? stretch.elevation : undefined,
    });
  }
  return stretches;
}

/** Reads a line forward and measures it; gaps between parts do not count (see `startsPart`). */
class Line {
  /** Index of the last point read. */
  index = 0;
  meters = 0;
  /** The last point read, in a list. */
  last: ElevatedPoint[];
  private readonly reader: LineReader;
  private isRepeated = false;

  constructor(path: string, elevation: string) {
    this.reader = new LineReader(path, elevation);
    this.last = this.reader.read(1);
  }

  /** Returns the points up to an index. @throws RangeError if the line is shorter. */
  advance(toIndex: number): ElevatedPoint[] {
    const points = this.reader.read(toIndex - this.index);
    if (points.length < toIndex - this.index) throw new RangeError(`The line has no point ${toIndex}.`);
    for (const point of points) {
      const [before] = this.last;
      const repeats = isSame(before!, point);
      if (!this.isRepeated) this.meters += distanceMeters(before!, point);
      this.isRepeated = repeats;
      this.last = [point];
    }
    this.index = toIndex;
    return points;
  }
}
