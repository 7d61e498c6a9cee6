import type { WaypointInput } from '@switchback/contracts/endpoints/authoring';
import type { RoutedDirections } from '@switchback/contracts/endpoints/directions';
import type { DriveWaypoint } from '@switchback/contracts/resources/drive';

/** A route as a drive keeps it and as a draft does. */
export interface RouteSnapshot {
  waypoints: readonly DriveWaypoint[];
  pointsOfInterest: readonly DriveWaypoint[];
  directions: RoutedDirections | null;
}

/** The route under construction, as the rest of the editor sees it. */
export interface RouteEditor {
  /** Those with a place, as the form sends them. */
  waypoints: WaypointInput[];
  pointsOfInterest: WaypointInput[];
  /** Null while start or end is missing. */
  directions: RoutedDirections | null;
  /** True while directions are asked for: nothing is submitted then. */
  isRouting: boolean;
  isChanged: boolean;
  /** Begins anew with a drive or a draft; undo does not go back beyond it. */
  load(route: RouteSnapshot): void;
  reset(): void;
  snapshot(): RouteSnapshot;
}
