import type { Plan } from '@switchback/contracts/resources/plan';
import { encodePolyline } from '@switchback/geo/polyline';
import { api } from '../../api/api.js';
import { useAppDispatch } from '../../lib/store/store.js';
import { directionsTexts } from '../../texts/directions.js';
import { fromHereTexts as words } from '../../texts/from-here.js';
import { deliverTracks, type GpxTrack } from '../directions/gpx-file.js';
import { partsOf, type Part } from './draft-of-plan.js';
import { drivesOf } from './plan-facts.js';

/** Returns a function that hands over a plan as GPX, with the full lines of its drives; false if they cannot be loaded. */
export function usePlanFile(): (plan: Plan, title: string) => Promise<boolean> {
  const dispatch = useAppDispatch();
  return async (plan, title) => {
    const ids = [...new Set(drivesOf(plan))];
    const calls = ids.map((id) => dispatch(api.endpoints.details.initiate(id, { subscribe: false })));
    const answers = await Promise.all(calls);
    const drives = new Map(answers.flatMap(({ data }) => (data === undefined ? [] : [[data.id, data] as const])));
    if (drives.size < ids.length) return false;
    return deliverTracks(title, tracksOf(partsOf(plan, drives), title));
  };
}

/** Returns one track for each drive and each way; straight ways say that they are. */
function tracksOf(parts: readonly Part[], whole: string): GpxTrack[] {
  return parts.map(({ title, path, isOpen }, index) => {
    const next = parts.slice(index + 1).find((part) => part.title !== null)?.title ?? null;
    const way = parts.length === 1 ? whole : next === null ? words.wayHome : words.wayTo(next);
    const name = title ?? (isOpen ? directionsTexts.straight(way) : way);
    return { title: name, description: '', legs: [{ path: encodePolyline([...path]) }] };
  });
}
