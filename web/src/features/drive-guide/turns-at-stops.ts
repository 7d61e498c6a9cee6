import type { Maneuver } from '@switchback/geo/guide/guide-line';
import { bearingOf } from '@switchback/geo/guide/matching';
import { placeOn } from '@switchback/geo/guide/shown';
import { type LatLng, unwrapLongitudes } from '@switchback/geo/location';
import { metersAlong } from '@switchback/geo/measured-line';
import { driveGuideTexts } from '../../texts/drive-guide.js';

const words = driveGuideTexts.turns;
/** The heading is that of the road between these distances from the stop. */
const [NEAR_METERS, FAR_METERS] = [5, 40];
const TURN_DEGREES = 50;
const UTURN_DEGREES = 150;

/** Adds the turns at which a leg begins in another direction than the one before it ended: no router tells of them. */
export function withTurnsAtStops(maneuvers: readonly Maneuver[], path: readonly LatLng[]): Maneuver[] {
  const line = { path, lngs: unwrapLongitudes(path), along: metersAlong(path) };
  return maneuvers.map((maneuver) => {
    const { along, road, type } = maneuver;
    if (!type.startsWith('start') || along < FAR_METERS) return maneuver;
    const headingOf = (from: number, to: number) => bearingOf(placeOn(line, along + from), placeOn(line, along + to));
    const turned = headingOf(NEAR_METERS, FAR_METERS) - headingOf(-FAR_METERS, -NEAR_METERS);
    const degrees = ((turned + 540) % 360) - 180;
    if (Math.abs(degrees) < TURN_DEGREES) return maneuver;
    if (Math.abs(degrees) > UTURN_DEGREES) return { ...maneuver, type: 'uturn', text: words.uturn(road) };
    const side = degrees < 0 ? 'left' : 'right';
    return { ...maneuver, type: `turn ${side}`, text: words[side](road) };
  });
}
