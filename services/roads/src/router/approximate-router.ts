import type { LatLng } from '@switchback/geo/location';
import { estimateWay } from '@switchback/geo/straight-way';
import type { Routed, Router } from './router.js';

/** Returns straight legs, scaled to the length of a typical road. Knows no roads and never fails. */
export class ApproximateRouter implements Router {
  route(waypoints: readonly LatLng[]): Promise<Routed> {
    const legs = waypoints.slice(1).map((end, index) => {
      const start = waypoints[index]!;
      return { path: [start, end], ...estimateWay(start, end) };
    });
    return Promise.resolve({ source: 'approximate', legs });
  }
}
