import type { Maneuver } from '@switchback/contracts/resources/drive';
import { typeOfGoogleManeuver } from '@switchback/contracts/rules/directions';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { pathLengthMeters } from '@switchback/geo/distance';
import { decodePolyline, encodePolyline } from '@switchback/geo/polyline';
import type { LegAnswer } from '../../lib/drafts/route-snapshot.js';
import type { LegRequest } from './legs.js';

const TIMEOUT_MS = 10_000;

/**
 * Routes a leg with Google's own script, which is loaded if the map is Google's. The server cannot use a key that is
 * restricted to the page's address. Returns null without the script, or if it returns no route.
 */
export async function googleLeg({ start, end }: LegRequest): Promise<LegAnswer | null> {
  const maps = (globalThis as { google?: { maps?: Partial<typeof google.maps> } }).google?.maps;
  if (maps?.DirectionsService === undefined) return null;
  const service = new maps.DirectionsService();
  const answer = service.route({ origin: start, destination: end, travelMode: 'DRIVING' });
  const found = await withinTime(answer).catch(() => null);
  const [leg] = found?.routes[0]?.legs ?? [];
  return leg === undefined ? null : answerOf(leg);
}

function withinTime<T>(answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('Google took too long.')), TIMEOUT_MS);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

function answerOf({ steps, distance, duration, start_location, end_location }: google.maps.DirectionsLeg): LegAnswer {
  return {
    source: 'google',
    start: { label: '', location: start_location.toJSON() },
    end: { label: '', location: end_location.toJSON() },
    distance: distance?.value ?? 0,
    duration: duration?.value ?? 0,
    path: encodePolyline(steps.flatMap(({ path }) => path.map((point) => point.toJSON()))),
    maneuvers: maneuversOf(steps),
  };
}

/** Distances are those along the drawn line, not Google's own. */
function maneuversOf(steps: readonly google.maps.DirectionsStep[]): Maneuver[] | null {
  if (steps.length > LIMITS.maneuversMax) return null;
  let along = 0;
  return steps.map(({ path, maneuver, instructions }, index) => {
    const begins = along;
    along += pathLengthMeters(decodePolyline(encodePolyline(path.map((point) => point.toJSON()))));
    return {
      type: index === 0 ? 'start' : typeOfGoogleManeuver(maneuver),
      along: Math.round(begins * 10) / 10,
      // Google names the road only within the sentence.
      road: '',
      exit: null,
      text: textOf(instructions).slice(0, LIMITS.maneuverTextMax),
    };
  });
}

/** Converts Google's instructions from markup to plain text. */
function textOf(markup: string): string {
  const { body } = new DOMParser().parseFromString(markup.replaceAll('<div', ' <div'), 'text/html');
  return (body.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
}
