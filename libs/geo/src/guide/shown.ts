import { distanceMeters } from '../distance.js';
import type { LatLng } from '../location.js';
import { wrapLongitude } from '../location.js';
import type { GuideLine } from './guide-line.js';
import type { Ahead, GuideState, Shown } from './guide-state.js';
import { bearingOf, indexAt, passesOf } from './matching.js';

/** Without a fix the guide goes on at the last speed for this long. */
const ESTIMATE_MAX_MS = 60_000;
/** A place is estimated once its fix is older. */
const ESTIMATE_FROM_MS = 3_000;
const FIX_MAX_AGE_MS = 10_000;
/** The line is joined here if the device is this close. */
const JOIN_METERS = 40;

/** Returns the place on the line by the last speed; in a tunnel for a minute at most. */
export function estimatedMeters(line: GuideLine, state: GuideState): number {
  if (state.phase !== 'on') return state.meters;
  const ageMs = Math.min(ESTIMATE_MAX_MS, state.at - state.matchedAt);
  return Math.min(line.totalMeters, state.meters + (state.speed * Math.max(0, ageMs)) / 1_000);
}

/** Returns the location at a distance along a line. */
export function placeOn({ path, lngs, along }: Pick<GuideLine, 'path' | 'lngs' | 'along'>, meters: number): LatLng {
  const index = Math.min(indexAt(along, meters), path.length - 2);
  if (index < 0) return path[0]!;
  const length = along[index + 1]! - along[index]!;
  const share = length > 0 ? Math.min(1, Math.max(0, (meters - along[index]!) / length)) : 0;
  return {
    lat: path[index]!.lat + share * (path[index + 1]!.lat - path[index]!.lat),
    lng: wrapLongitude(lngs[index]! + share * (lngs[index + 1]! - lngs[index]!)),
  };
}

/** The map turns by the road of the next meters, not by every bend. */
const HEADING_AHEAD_METERS = 30;

/** Returns the screen's content for a state. */
export function shownOf(line: GuideLine, state: GuideState): Shown {
  const meters = estimatedMeters(line, state);
  const isOn = state.phase === 'on' || state.phase === 'arrived';
  const place = isOn ? placeOn(line, meters) : state.fix;
  const ahead = state.phase === 'arrived' ? [] : cuesAhead(line, Math.max(meters, state.reachedMeters));
  const ageMs = state.fix === null ? Infinity : state.at - state.fix.at;
  const remainingMeters = line.totalMeters - meters;
  return {
    phase: state.phase,
    isWaiting: ageMs > FIX_MAX_AGE_MS || (state.isPoor && ageMs > ESTIMATE_FROM_MS),
    isEstimated: state.phase === 'on' && state.at - state.matchedAt > ESTIMATE_FROM_MS && state.speed > 0,
    place,
    heading: isOn ? bearingAt(line, meters) : state.heading,
    meters,
    remainingMeters,
    remainingSeconds: line.totalMeters === 0 ? 0 : (line.durationSeconds * remainingMeters) / line.totalMeters,
    next: ahead[0] ?? null,
    after: ahead[1] ?? null,
    road: roadAt(line, meters),
    back: isOn || state.fix === null ? null : backOf(line, state, state.fix),
    join: joinOf(line, state),
    question: questionOf(line, state),
    going: goingOf(line, state),
  };
}

function bearingAt(line: GuideLine, meters: number): number {
  const from = Math.min(meters, line.totalMeters - HEADING_AHEAD_METERS);
  return bearingOf(placeOn(line, from), placeOn(line, from + HEADING_AHEAD_METERS));
}

/** Cues that are shown: places are only spoken, and shown on the map. */
function cuesAhead({ cues }: GuideLine, meters: number): Ahead[] {
  return cues
    .filter(({ kind, along }) => kind !== 'place' && along > meters)
    .slice(0, 2)
    .map((cue) => ({ cue, awayMeters: cue.along - meters }));
}

function roadAt({ roads }: GuideLine, meters: number): string {
  return roads.findLast(({ along }) => along <= meters)?.name ?? '';
}

/** Before the line: the place to join. Off it: its nearest stretch ahead. */
function backOf(line: GuideLine, state: GuideState, fix: LatLng): Shown['back'] {
  const passes = state.phase === 'off' ? passesOf(line, fix, state.reachedMeters, line.totalMeters) : [];
  const nearest = passes.reduce((best, pass) => (pass.awayMeters < best.awayMeters ? pass : best), {
    meters: state.meters,
    awayMeters: Infinity,
  });
  const location = placeOn(line, nearest.meters);
  return {
    location,
    meters: nearest.meters,
    awayMeters: distanceMeters(fix, location),
    bearing: bearingOf(fix, location),
  };
}

function joinOf(line: GuideLine, state: GuideState): number | null {
  if (state.phase !== 'approach' || state.fix === null) return null;
  return joinPlace(line, state.fix);
}

/** Returns the first place at which a device is on the line, in meters from its start; null if it is not on it. */
export function joinPlace(line: GuideLine, { accuracyMeters, ...location }: LatLng & { accuracyMeters: number }) {
  const reach = line.slackMeters + Math.max(JOIN_METERS, accuracyMeters);
  const found = passesOf(line, location, 0, line.totalMeters).find(({ awayMeters }) => awayMeters <= reach);
  return found?.meters ?? null;
}

function questionOf({ stops }: GuideLine, state: GuideState): Shown['question'] {
  const index = state.stops.indexOf('missed');
  return index === -1 ? null : { index, name: stops[index]!.name };
}

function goingOf({ stops }: GuideLine, { stops: states, fix }: GuideState): Shown['going'] {
  const index = states.indexOf('going');
  if (index === -1 || fix === null) return null;
  const { name, location } = stops[index]!;
  return { index, name, awayMeters: distanceMeters(fix, location), bearing: bearingOf(fix, location) };
}
