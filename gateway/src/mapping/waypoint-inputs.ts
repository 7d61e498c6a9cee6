import type { waypointInput } from '@switchback/contracts/endpoints/authoring';
import type { WaypointInput } from '@switchback/proto/drives/v1/service';
import type { z } from 'zod';

/** Maps waypoint slots of a form; slots without a place become empty ones. */
export function toWaypointInputs(waypoints: readonly z.output<typeof waypointInput>[]): WaypointInput[] {
  return waypoints.map(({ label, value, near }) => ({
    label: label ?? '',
    location: value?.location ?? undefined,
    placeId: value?.placeId ?? '',
    near: near || undefined,
  }));
}
