import { distanceMeters } from '@switchback/geo/distance';
import { turnsOf } from '@switchback/geo/heading-change';
import { type LatLng, wrapLongitude } from '@switchback/geo/location';
import type { Ends, Via } from '../router/router.js';
import type { IsTown } from './way-measures.js';

/** A stretch of a road over which a way may lead. */
export interface Stretch {
  /** Id of its road. */
  road: string;
  meters: number;
  /** Sum of its changes of heading outside of towns. */
  degrees: number;
  start: LatLng;
  end: LatLng;
  /** The points of it that a way passes: a little off its ends, where other roads may meet. */
  vias: readonly [Via, ...Via[]];
}

/** Sampled points of a stretch: 4.5 km. A way may follow only part of a road. */
const STRETCH_STEPS = 30;
/** A shorter rest at the end of a road is part of the stretch before. */
const REST_STEPS_MIN = 7;
/** Steps between an end of a stretch and its via point. */
const INSET = 1;

/** Returns the stretches of a road, in its order. */
export function stretchesOf(road: string, line: readonly LatLng[], isTown: IsTown): Stretch[] {
  const { points, degrees, spacingMeters } = turnsOf(line);
  const turns = degrees.map((turn, index) => (isTown(points[index + 1]!) ? 0 : Math.abs(turn)));
  const steps = points.length - 1;
  const stretches: Stretch[] = [];
  for (let from = 0; from + REST_STEPS_MIN <= steps;) {
    const to = steps - from - STRETCH_STEPS < REST_STEPS_MIN ? steps : from + STRETCH_STEPS;
    const via = (index: number): Via => ({ location: points[index]!, isOnRoad: true });
    stretches.push({
      road,
      meters: (to - from) * spacingMeters,
      degrees: turns.slice(from, to - 1).reduce((sum, turn) => sum + turn, 0),
      start: points[from]!,
      end: points[to]!,
      vias: [via(from + INSET), via(to - INSET)],
    });
    from = to;
  }
  return stretches;
}

/** Returns the same stretch in the other direction. */
export function reversed({ start, end, vias, ...stretch }: Stretch): Stretch {
  const [first, ...rest] = vias.toReversed();
  return { ...stretch, start: end, end: start, vias: [first!, ...rest] };
}

/** Returns the meters from one place over a stretch to another, along straight lines but for the stretch. */
export function metersOver({ start, end, meters }: Stretch, from: LatLng, to: LatLng): number {
  return distanceMeters(from, start) + meters + distanceMeters(end, to);
}

/** Sorts stretches by how far each is from the start and near to the end. */
export function inOrder(stretches: readonly Stretch[], { start, end }: Ends): Stretch[] {
  const progress = (place: LatLng) => distanceMeters(start, place) - distanceMeters(place, end);
  return [...stretches].sort((a, b) => progress(a.start) - progress(b.start));
}

/** Places of sketched points: shares of the straight line, along it and to either side, the nearest first. */
const SKETCHED = [0.15, 0.3, 0.5].flatMap((aside) =>
  [0.5, 0.3, 0.7].flatMap((along) => [-1, 1].map((side) => ({ along, across: side * aside }))),
);

/** Returns places to the left and right of the way between two places, for want of roads to choose. */
export function sketchesBetween({ start, end }: Ends): Stretch[] {
  const narrow = Math.max(0.01, Math.cos((start.lat * Math.PI) / 180));
  const [east, north] = [wrapLongitude(end.lng - start.lng) * narrow, end.lat - start.lat];
  return SKETCHED.map(({ along, across }): Stretch => {
    const lat = start.lat + along * north + across * east;
    const location = { lat, lng: wrapLongitude(start.lng + (along * east - across * north) / narrow) };
    const road = `${along} ${across}`;
    return { road, meters: 0, degrees: 0, start: location, end: location, vias: [{ location, isOnRoad: false }] };
  });
}
