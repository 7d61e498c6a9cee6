import type { Plan } from '@switchback/contracts/resources/plan';
import { decodePolyline } from '@switchback/geo/polyline';
import type { Course } from '../directions/course.js';
import { isChain, keyOf } from './plan-facts.js';
import type { Start } from './plan-url.js';

/** Returns a plan as directions lead along it: of a chain, a maps app chooses the ways to, between and from the drives. */
export function courseOfPlan(plan: Plan, { label, location }: Start, to: Start | null): Course {
  const hasDrives = isChain(plan);
  const lines = plan.legs.map(({ driveId, path, distance }) => ({
    path: decodePolyline(path),
    stops: [],
    distance,
    isFree: hasDrives && driveId === null,
  }));
  const key = `plan ${location.lat},${location.lng} ${keyOf(plan)}`;
  return { key, kind: 'plan', lines, startAddress: label, endAddress: to?.label ?? label };
}
