import { decodePolyline } from '@switchback/geo/polyline';
import type { LatLng } from '@switchback/geo/location';
import { z } from 'zod';
import type { Routed, RoutedLeg } from './router.js';

/** What Valhalla is asked and answers: https://valhalla.github.io/valhalla/api/turn-by-turn/api-reference/ */
const OPTIONS = {
  ...{ costing: 'auto', units: 'kilometers', shape_format: 'polyline5' },
  directions_options: { units: 'kilometers', language: 'en-US' },
};

const trip = z.object({
  legs: z
    .array(
      z.object({
        shape: z.string(),
        summary: z.object({ length: z.number(), time: z.number() }),
        maneuvers: z
          .array(
            z.object({
              ...{ instruction: z.string(), length: z.number(), time: z.number() },
              begin_shape_index: z.number().int().min(0),
            }),
          )
          .default([]),
      }),
    )
    .min(1),
});
const answer = z.object({ trip });

export function routeRequest(waypoints: readonly LatLng[]): object {
  return { ...OPTIONS, locations: waypoints.map(({ lat, lng }) => ({ lat, lon: lng, type: 'break' })) };
}

/** @param breaks indexes of the track's points at which legs end and begin. */
export function matchRequest(track: readonly LatLng[], breaks: readonly number[]): object {
  const stops = new Set(breaks);
  const shape = track.map(({ lat, lng }, index) => ({ lat, lon: lng, type: stops.has(index) ? 'break' : 'via' }));
  return { ...OPTIONS, shape_match: 'map_snap', shape };
}

/**
 * @returns null where it has no roads or found no way.
 * @throws Error for what is no answer of Valhalla's.
 */
export function readTrip(body: unknown): Routed | null {
  const parsed = answer.safeParse(body);
  if (!parsed.success) {
    if (z.object({ error_code: z.number() }).safeParse(body).success) return null;
    throw new Error('Valhalla answered what cannot be read.');
  }
  const maneuvers: Routed['maneuvers'] = [];
  const legs = parsed.data.trip.legs.map(({ shape, summary, maneuvers: turns }): RoutedLeg => {
    const path = decodePolyline(shape);
    for (const { instruction, length, time, begin_shape_index } of turns) {
      const location = path[begin_shape_index];
      if (location) maneuvers.push({ instruction, location, distance: length * 1_000, duration: time });
    }
    return { path, distanceMeters: summary.length * 1_000, durationSeconds: summary.time };
  });
  return { source: 'valhalla', legs, maneuvers };
}
