import type { WaypointInput } from '@switchback/contracts/endpoints/authoring';
import type { RoutedDirections } from '@switchback/contracts/endpoints/directions';
import type { RouteSnapshot } from '../../lib/drafts/route-snapshot.js';

/** The route being edited, as seen by the rest of the editor. */
export interface RouteEditor {
  /** Waypoints with a location, in the format that the form sends. */
  waypoints: WaypointInput[];
  pointsOfInterest: WaypointInput[];
  /** Null while start or end is missing. */
  directions: RoutedDirections | null;
  /** True while directions are loading; nothing is submitted then. */
  isRouting: boolean;
  isChanged: boolean;
  /** Starts over with a drive or a draft; undo does not go back beyond it. */
  load(route: RouteSnapshot): void;
  reset(): void;
  snapshot(): RouteSnapshot;
}
