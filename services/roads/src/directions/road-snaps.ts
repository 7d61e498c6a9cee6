import { Inject, Injectable } from '@nestjs/common';
import { lineOfLegs } from '@switchback/geo/elevation';
import type { LatLng } from '@switchback/geo/location';
import { measuredLine, metersAlong } from '@switchback/geo/measured-line';
import { partsOf, withoutRepeats } from '@switchback/geo/parts';
import { resamplePath } from '@switchback/geo/resample';
import { ProductError } from '@switchback/platform/errors';
import { isStaff } from '@switchback/platform/wire/audience';
import { present } from '@switchback/platform/wire/values';
import type { DirectionLeg } from '@switchback/proto/drives/v1/drive';
import type { SnapToRoadsRequest, SnapToRoadsResponse } from '@switchback/proto/roads/v1/service';
import { Directions, type Waiting } from './directions.service.js';
import { followsTrack } from '../router/plausible.js';
import { Roads } from '../routing/roads.js';

/** A line with points far apart cuts the corners of a mountain road. */
const STRETCH_MAX = 1.6;
/** A road farther from the line does not belong to it. */
const MOVED_METERS_MAX = 250;
/** Comparing longer lines would hold up other calls. */
const POINTS_MAX = 20_000;
const SAMPLES_MAX = 2_000;
const STEP_METERS = 25;

/** Lays coarse lines onto the nearest roads. */
@Injectable()
export class RoadSnaps {
  constructor(
    @Inject(Roads) private readonly roads: Pick<Roads, 'canMatch' | 'match'>,
    @Inject(Directions) private readonly directions: Pick<Directions, 'describe' | 'turnOf'>,
  ) {}

  /**
   * Returns the roads along a line as a route between its waypoints, and how far that is from the line.
   * @throws ProductError `notAllowed` unless staff; `lineOffRoads`; `tooManyRequests` if the router is busy; the
   * signal's reason.
   */
  async snap({ directions }: SnapToRoadsRequest, call: Waiting): Promise<SnapToRoadsResponse> {
    if (!isStaff(call.caller)) throw new ProductError('notAllowed');
    const { legs } = present(directions, 'directions');
    const { line, breaks } = joined(legs);
    if (line.length < 2 || line.length > POINTS_MAX || !this.roads.canMatch) throw new ProductError('lineOffRoads');
    // A router would also bridge the gaps between parts.
    if (partsOf(line).length > 1) throw new ProductError('lineOffRoads');
    const { routed, why } = await this.roads.match(line, breaks, this.directions.turnOf(call), 'coarse');
    if (why !== null && why !== 'noRoads') throw new ProductError('tooManyRequests');
    if (!routed || !followsTrack(routed, line, breaks, STRETCH_MAX)) throw new ProductError('lineOffRoads');
    const moved = distancesBetween(line, withoutRepeats(routed.legs.flatMap(({ path }) => path)));
    if (moved.max > MOVED_METERS_MAX) throw new ProductError('lineOffRoads');
    const ends = [legs[0]!.start, ...legs.map(({ end }) => end)];
    const waypoints = ends.map((end) => {
      const { label, location } = present(end, 'waypoint');
      return { label, location: present(location, 'location') };
    });
    const route = await this.directions.describe({ waypoints, routed, note: '' });
    return { route, movedMax: moved.max, movedMean: moved.mean };
  }
}

/** Returns the line of legs, and the indexes of its points between them. */
function joined(legs: readonly DirectionLeg[]): { line: LatLng[]; breaks: number[] } {
  const breaks = [0];
  const line: LatLng[] = [];
  for (const leg of legs) {
    const points = lineOfLegs([leg]);
    line.push(...(line.length === 0 ? points : points.slice(1)));
    breaks.push(line.length - 1);
  }
  return { line, breaks };
}

/** Returns how far the roads are from a line, and it from them: in meters, the most and the mean along the roads. */
function distancesBetween(line: readonly LatLng[], road: readonly LatLng[]): { max: number; mean: number } {
  const [along, back] = [distancesFrom(road, line), distancesFrom(line, road)];
  const sum = along.reduce((total, meters) => total + meters, 0);
  return { max: Math.max(...along, ...back), mean: sum / along.length };
}

/** Returns the distances of samples of a path from a line, of one pass after the other. */
function distancesFrom(path: readonly LatLng[], line: readonly LatLng[]): number[] {
  const meters = metersAlong(path).at(-1) ?? 0;
  const samples = resamplePath(path, Math.max(STEP_METERS, meters / SAMPLES_MAX));
  const measured = measuredLine(line);
  return samples.map((sample) => measured.nearest(sample)?.awayMeters ?? Infinity);
}
