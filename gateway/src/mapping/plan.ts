import type { Plan } from '@switchback/contracts/resources/plan';
import { bandOf } from '@switchback/contracts/rules/curviness';
import { WAY_TASTES } from '@switchback/contracts/rules/directions';
import { DIRECTIONS_SOURCES } from '@switchback/contracts/rules/drives';
import { word } from '@switchback/platform/wire/values';
import type * as proto from '@switchback/proto/drives/v1/plan';
import { toManeuvers } from './drive.js';

export function toPlan({ legs, degreesPerKm, source, way, ...figures }: proto.Plan): Plan {
  return {
    ...figures,
    legs: legs.map(toLeg),
    curviness: { band: bandOf(degreesPerKm), degreesPerKm },
    source: word(DIRECTIONS_SOURCES, source),
    way: way && { ...way, taste: word(WAY_TASTES, way.taste) },
  };
}

function toLeg({ driveId, from, to, maneuvers, ...leg }: proto.PlanLeg): Plan['legs'][number] {
  // An older drives service sends no stretch.
  const stretch = driveId === '' || from === to ? { from: null, to: null } : { from, to };
  return { ...leg, ...stretch, driveId: driveId === '' ? null : driveId, maneuvers: toManeuvers(maneuvers) };
}
