import type { Plan } from '@switchback/contracts/resources/plan';
import { bandOf } from '@switchback/contracts/rules/curviness';
import { DIRECTIONS_SOURCES } from '@switchback/contracts/rules/drives';
import { word } from '@switchback/platform/wire/values';
import type * as proto from '@switchback/proto/drives/v1/plan';

export function toPlan({ legs, degreesPerKm, source, ...figures }: proto.Plan): Plan {
  return {
    ...figures,
    legs: legs.map(({ driveId, ...leg }) => ({ ...leg, driveId: driveId === '' ? null : driveId })),
    curviness: { band: bandOf(degreesPerKm), degreesPerKm },
    source: word(DIRECTIONS_SOURCES, source),
  };
}
