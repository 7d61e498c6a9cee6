import type { LatLng } from '@switchback/geo/location';
import type { Routed, Via } from '../router/router.js';
import { placeVias, radiusFor, type Sketch } from './loop-sketch.js';
import { withoutSpurs } from './loop-spurs.js';
import { type Trip, tripOf } from './loop-trips.js';

/** Requests a round trip; null if there is none, or no time to ask. */
export type Ask = (vias: readonly Via[], sketch: Sketch, radiusMeters: number) => Promise<Routed | null>;

/** Sizes tried for a sketch. */
const SIZES_MAX = 6;
/** Share of the time by which a trip may differ from it without another try. */
const CLOSE = 0.06;
/** A trip that grows by less although its sketch grows is at the end of the roads: another corner makes it longer. */
const GROWTH_MIN = 1.03;
const CORNERS_MAX = 6;
const STEP = { min: 0.4, max: 2.2 };
/** Share of the gap between two sizes by which the next one stays off either. */
const MARGIN = 0.15;

/** A size that was tried, and the time that the trip takes as a share of the wanted one. */
interface Try {
  radiusMeters: number;
  share: number;
}

/** Returns the trips of the sizes that were tried until one takes the time of a sketch. */
export async function fitLoop(home: LatLng, sketch: Sketch, seconds: number, ask: Ask): Promise<Trip[]> {
  const trips: Trip[] = [];
  let [short, long]: [Try | null, Try | null] = [null, null];
  let shape = sketch;
  let radiusMeters = radiusFor(sketch, seconds);
  for (let size = 0; size < SIZES_MAX; size += 1) {
    const routed = await routeWithoutSpurs(home, shape, radiusMeters, ask);
    // Without roads that far out, only a smaller trip can succeed.
    const trip = routed && tripOf(routed);
    const share = trip ? trip.seconds / seconds : Infinity;
    if (trip) trips.push(trip);
    if (Math.abs(share - 1) <= CLOSE) break;
    if (!long && short && share < GROWTH_MIN * short.share) {
      if (shape.corners === 1 || shape.corners === CORNERS_MAX) break;
      shape = { ...shape, corners: shape.corners + 1 };
    }
    const tried = { radiusMeters, share };
    if (share < 1) short = tried;
    else long = tried;
    radiusMeters = nextRadius(tried, short, long);
  }
  return trips;
}

async function routeWithoutSpurs(home: LatLng, sketch: Sketch, radiusMeters: number, ask: Ask): Promise<Routed | null> {
  const vias = placeVias(home, sketch, radiusMeters).map((location): Via => ({ location, isOnRoad: false }));
  const routed = await ask(vias, sketch, radiusMeters);
  const moved = routed && sketch.corners > 1 ? withoutSpurs(routed.legs, vias) : null;
  return moved ? ask(moved, sketch, radiusMeters) : routed;
}

function nextRadius(tried: Try, short: Try | null, long: Try | null): number {
  if (short && long) {
    const guess = Number.isFinite(long.share) ? (1 - short.share) / (long.share - short.share) : 0.5;
    const part = Math.max(MARGIN, Math.min(1 - MARGIN, guess));
    return short.radiusMeters + part * (long.radiusMeters - short.radiusMeters);
  }
  return tried.radiusMeters * Math.max(STEP.min, Math.min(STEP.max, 1 / tried.share));
}
