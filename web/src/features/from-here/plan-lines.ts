import type { Plan } from '@switchback/contracts/resources/plan';
import type { LatLng } from '@switchback/geo/location';
import { decodePolyline, encodePolyline } from '@switchback/geo/polyline';
import { type MapLine, NEUTRAL_LINE_COLOR } from '../../map/map-port.js';
import { keyOf } from './plan-facts.js';

export interface DrawnPlan {
  key: string;
  /** `approximate` legs are straight lines instead of ways, or drives whose line leaves the road. */
  legs: readonly { path: readonly LatLng[]; approximate: boolean }[];
}

interface Marks {
  chosenKey: string | null;
  hoveredKey: string | null;
}

/** Returns the plans with their lines decoded. */
export function drawnPlans(plans: readonly Plan[], drives: ReadonlyMap<string, { approximate: boolean }>): DrawnPlan[] {
  return plans.map((plan) => ({
    key: keyOf(plan),
    legs: plan.legs
      .map(({ driveId, path }) => ({
        path: decodePolyline(path),
        approximate: driveId === null ? plan.source === 'approximate' : drives.get(driveId)?.approximate === true,
      }))
      .filter(({ path, approximate }, index) => path.length > 1 && !(approximate && isWayBack(plan, index))),
  }));
}

/** Whether a leg leads back over an earlier one: the dashes of one would fill the gaps of the other. */
function isWayBack({ legs }: Plan, index: number): boolean {
  const back = encodePolyline(decodePolyline(legs[index]!.path).reverse());
  return legs.slice(0, index).some(({ path }) => path === back);
}

/** Returns the lines of all plans: the chosen one strong and on top, the hovered one next, the others faint. */
export function linesOf(plans: readonly DrawnPlan[], { chosenKey, hoveredKey }: Marks): MapLine[] {
  const rank = ({ key }: DrawnPlan) => (key === chosenKey ? 0 : key === hoveredKey ? 1 : 2);
  return plans
    .toSorted((a, b) => rank(a) - rank(b))
    .flatMap((plan) =>
      plan.legs.map(({ path, approximate }, index) => ({
        id: `${plan.key} ${index}`,
        path,
        approximate,
        thin: rank(plan) === 2 || approximate,
        ...(rank(plan) > 0 && { color: NEUTRAL_LINE_COLOR }),
      })),
    );
}

/** Returns the key of the plan to which the nearest of some lines belongs; null if there is none. */
export function planOfLine([id]: readonly string[]): string | null {
  return id === undefined ? null : id.slice(0, id.lastIndexOf(' '));
}
