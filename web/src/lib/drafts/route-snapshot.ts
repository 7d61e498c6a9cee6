import type { RoutedDirections } from '@switchback/contracts/endpoints/directions';
import type { DriveWaypoint } from '@switchback/contracts/resources/drive';

type RoutedPart = RoutedDirections['legs'][number];

/** A leg with its own facts. */
export type LegAnswer = Pick<RoutedDirections, 'source' | 'note' | 'countries' | 'tags'> & RoutedPart;

/** A leg as stored in a draft. */
export interface StoredLeg extends LegAnswer {
  /** Whether its line stays as it is when the route around it changes; absent for legs that no editor stored. */
  isFixed?: boolean;
  /** Its lines, if there are several. */
  parts?: readonly (LegAnswer & { isFixed: boolean })[];
}

/** Directions whose legs may have facts of their own, as in a draft; otherwise the facts of the whole apply to each. */
export type StoredDirections = Omit<RoutedDirections, 'legs'> & {
  legs: readonly (RoutedPart & Partial<StoredLeg>)[];
};

/** A route as stored in a drive or a draft. The editor requests the legs between waypoints that it lacks. */
export interface RouteSnapshot {
  waypoints: readonly (DriveWaypoint & { freehand?: boolean })[];
  pointsOfInterest: readonly DriveWaypoint[];
  directions: StoredDirections | null;
}
