import { distanceMeters } from '../distance.js';
import { announce } from './announce.js';
import type { GuideLine } from './guide-line.js';
import type { Fix, GuideEvent, GuideState, Said, Step, StopState } from './guide-state.js';
import { bearingOf, headingGap, matchInWindow, type Pass, passesOf } from './matching.js';
import { estimatedMeters, shownOf } from './shown.js';

/** A fix of a lower accuracy, or older, moves nothing. */
const ACCURACY_MAX_METERS = 100;
export const FIX_MAX_AGE_MS = 10_000;

/** The window of the line in which the next place is looked for. */
const WINDOW_BACK_METERS = 50;
const WINDOW_AHEAD_METERS = 200;
/** Speed assumed for the window if the car seemed to stand. */
const WINDOW_SPEED_MIN = 5;

const OFF_METERS = 40;
const OFF_FIXES = 3;
const ON_METERS = 25;
const ON_FIXES = 2;
const AGAINST_DEGREES = 60;
const AGAINST_METERS = 100;

/** The line is joined within this stretch from the wanted place on. */
const JOIN_METERS = 2_000;
export const ARRIVAL_METERS = 40;
/** A stop to which the driver returns is reached within this distance. */
const STOP_REACH_METERS = 60;
/** Below walking pace the car stands, and its heading is noise. */
const STANDS_BELOW = 1;
const HEADING_FROM_SPEED = 2.5;
/** 250 km/h: a faster car is a leap of the receiver. */
const SPEED_MAX = 70;
/** A heading tells about the road at its fix, not about a longer time since the one before: that may have been a bend. */
const HEADING_MAX_SECONDS = 2;
/** Time between two fixes that still counts as driving. */
const MOVING_MAX_SECONDS = 10;

/** Begins a drive. @param fromMeters where the line is to be joined; 0 for its start. */
export function startGuide(line: GuideLine, at: number, fromMeters = 0): GuideState {
  return {
    phase: 'approach',
    level: 'all',
    isVisible: true,
    at,
    fix: null,
    isPoor: false,
    meters: fromMeters,
    matchedAt: at,
    reachedMeters: fromMeters,
    speed: 0,
    heading: null,
    farFixes: 0,
    nearFixes: 0,
    againstMeters: 0,
    stops: line.stops.map(({ along }): StopState => (along < fromMeters ? 'skipped' : 'ahead')),
    announced: {},
    driven: [],
    drivenMeters: 0,
    movingSeconds: 0,
  };
}

/** Returns the next state of the guide with its output. Has no clock and no memory besides the state. */
export function guide(line: GuideLine, before: GuideState, event: GuideEvent): Step {
  const at = Math.max(before.at, event.at);
  const moved = applied(line, { ...before, at }, event);
  const arrived = arrivedAt(line, passStops(line, moved.state));
  // A move back to the visible page says nothing itself: the next fix does.
  const isPage = event.kind === 'page';
  const { state, speech } = isPage
    ? { state: arrived, speech: [] }
    : announce(line, arrived, estimatedMeters(line, arrived));
  const reports: Said[] = arrived.phase === 'arrived' && before.phase !== 'arrived' ? [{ kind: 'arrived' }] : [];
  const audible = state.isVisible && state.level !== 'silent';
  return { state, shown: shownOf(line, state), speech: audible ? [...moved.speech, ...reports, ...speech] : [] };
}

interface Moved {
  state: GuideState;
  speech: Said[];
}

function applied(line: GuideLine, state: GuideState, event: GuideEvent): Moved {
  switch (event.kind) {
    case 'fix':
      return isGood(state, event.fix) ? move(line, state, event.fix) : silently({ ...state, isPoor: true });
    case 'tick':
      return silently(state);
    case 'page':
      return silently({ ...state, isVisible: event.isVisible });
    case 'level':
      return silently({ ...state, level: event.level });
    case 'join':
      return silently(joined(line, state, event.meters));
    case 'stop': {
      const choice: StopState = event.choice === 'go' ? 'going' : 'skipped';
      return silently({ ...state, stops: state.stops.with(event.index, choice) });
    }
  }
}

function silently(state: GuideState): Moved {
  return { state, speech: [] };
}

function isGood({ at, fix: last }: GuideState, fix: Fix): boolean {
  return fix.accuracyMeters <= ACCURACY_MAX_METERS && at - fix.at <= FIX_MAX_AGE_MS && fix.at > (last?.at ?? -Infinity);
}

/** Chooses another place to begin at; stops before it are not asked about. */
function joined(line: GuideLine, state: GuideState, meters: number): GuideState {
  if (state.phase !== 'approach') return state;
  const stops = line.stops.map(({ along }): StopState => (along < meters ? 'skipped' : 'ahead'));
  return { ...state, meters, reachedMeters: meters, stops, nearFixes: 0 };
}

/** Takes a good fix: measures the motion, then finds the place on the line. */
function move(line: GuideLine, before: GuideState, fix: Fix): Moved {
  const state = withMotion(line, before, fix);
  switch (state.phase) {
    case 'approach':
      return approach(line, state);
    case 'on':
      return follow(line, state);
    case 'off':
      return rejoin(line, state);
    case 'arrived':
      return silently(state);
  }
}

function withMotion(line: GuideLine, state: GuideState, fix: Fix): GuideState {
  const last = state.fix;
  const seconds = last === null ? 0 : (fix.at - last.at) / 1_000;
  const meters = last === null ? 0 : distanceMeters(last, fix);
  const speed = Math.min(SPEED_MAX, fix.speed ?? (seconds > 0 ? meters / seconds : state.speed));
  const isClear = last !== null && meters > Math.max(10, fix.accuracyMeters);
  const measured = fix.heading ?? (isClear ? bearingOf(last, fix) : state.heading);
  const isMoving = speed >= STANDS_BELOW;
  const isFerry = line.ferries.some(
    ({ fromMeters, toMeters }) => state.meters >= fromMeters && state.meters < toMeters,
  );
  const counts = isMoving && seconds <= MOVING_MAX_SECONDS && !isFerry;
  const isLeap = meters > SPEED_MAX * seconds + fix.accuracyMeters;
  return {
    ...state,
    fix,
    isPoor: false,
    speed,
    heading: isMoving ? measured : state.heading,
    drivenMeters: state.drivenMeters + (isMoving && !isFerry && !isLeap ? meters : 0),
    movingSeconds: state.movingSeconds + (counts ? seconds : 0),
  };
}

/** The heading by which passes are weighed; null while the car is too slow for one. */
function weighed({ speed, heading }: GuideState): number | null {
  return speed >= HEADING_FROM_SPEED ? heading : null;
}

/** Whether a fix at a pass is on the line again. */
function isBackOn({ slackMeters }: GuideLine, state: GuideState, pass: Pass): boolean {
  const heading = weighed(state);
  const leads = heading === null || headingGap(heading, pass.heading) <= AGAINST_DEGREES;
  return leads && pass.awayMeters <= slackMeters + Math.max(ON_METERS, state.fix!.accuracyMeters);
}

/** Before the line is reached: joins it at the wanted place or shortly after it. */
function approach(line: GuideLine, state: GuideState): Moved {
  const [fromMeters, toMeters] = [Math.max(0, state.meters - WINDOW_BACK_METERS), state.meters + JOIN_METERS];
  const pass = passesOf(line, state.fix!, fromMeters, toMeters).find((each) => isBackOn(line, state, each));
  if (pass === undefined) return silently({ ...state, nearFixes: 0 });
  // At the wanted place itself one fix is enough: the car may stand there.
  const isThere = pass.meters - state.meters < WINDOW_AHEAD_METERS;
  if (!isThere && state.nearFixes + 1 < ON_FIXES) return silently({ ...state, nearFixes: state.nearFixes + 1 });
  return silently({ ...at(state, pass), phase: 'on', nearFixes: 0 });
}

function at(state: GuideState, { meters }: Pass): GuideState {
  return { ...state, meters, matchedAt: state.fix!.at, reachedMeters: meters };
}

/** On the line: looks for the next place in the window alone, so that roads driven twice count once, in order. */
function follow(line: GuideLine, state: GuideState): Moved {
  const fix = state.fix!;
  const seconds = (fix.at - state.matchedAt) / 1_000;
  const reach = Math.max(WINDOW_SPEED_MIN, state.speed) * seconds;
  const pass = matchInWindow(line, {
    location: fix,
    heading: weighed(state),
    fromMeters: state.meters - WINDOW_BACK_METERS,
    toMeters: state.meters + reach + WINDOW_AHEAD_METERS,
    expectedMeters: state.meters + state.speed * seconds,
  });
  const limit = line.slackMeters + Math.max(OFF_METERS, 2 * fix.accuracyMeters);
  const isFar = pass === null || pass.awayMeters > limit;
  const farFixes = isFar ? state.farFixes + 1 : 0;
  const againstMeters = against(state, pass, seconds);
  if (farFixes >= OFF_FIXES || againstMeters >= AGAINST_METERS) return lost(line, state);
  if (isFar) return silently({ ...state, farFixes });
  const reachedMeters = Math.max(state.reachedMeters, pass.meters);
  const driven = withStretch(state.driven, state.meters, pass.meters);
  return silently({ ...state, meters: pass.meters, matchedAt: fix.at, reachedMeters, farFixes, againstMeters, driven });
}

/** Returns the meters driven against the line, or across it, without a break. */
function against(state: GuideState, pass: Pass | null, seconds: number): number {
  const heading = weighed(state);
  if (heading === null || pass === null) return state.againstMeters;
  if (headingGap(heading, pass.heading) <= AGAINST_DEGREES) return 0;
  return state.againstMeters + state.speed * Math.min(seconds, HEADING_MAX_SECONDS);
}

/** At a gap of the line the road leaves it: that is no mistake, and nothing is announced. */
const GAP_REACH_METERS = 150;

function lost(line: GuideLine, state: GuideState): Moved {
  const isGap = line.gaps.some((gap) => Math.abs(gap - state.meters) <= GAP_REACH_METERS);
  const isGoing = state.stops.includes('going');
  const off: GuideState = { ...state, phase: 'off', farFixes: 0, nearFixes: 0, againstMeters: 0 };
  // Beyond the window, as after a long tunnel or a shortcut, the car may be on the line: then it was never off it.
  const found = rejoin(line, { ...off, nearFixes: ON_FIXES - 1 });
  if (found.state.phase === 'on') return { ...found, speech: found.speech.filter(({ kind }) => kind !== 'back') };
  if (isGap || isGoing) return silently(off);
  const awayMeters = shownOf(line, off).back?.awayMeters ?? 0;
  return { state: off, speech: [{ kind: 'off', awayMeters }] };
}

/** Off the line: searches the whole of it, and what lies ahead wins. */
function rejoin(line: GuideLine, state: GuideState): Moved {
  const near = passesOf(line, state.fix!, 0, line.totalMeters).filter((pass) => isBackOn(line, state, pass));
  const ahead = near.find(({ meters }) => meters >= state.meters - WINDOW_BACK_METERS);
  const pass = ahead ?? near.at(-1);
  if (pass === undefined) return silently({ ...state, nearFixes: 0 });
  if (state.nearFixes + 1 < ON_FIXES) return silently({ ...state, nearFixes: state.nearFixes + 1 });
  const stops = state.stops.map((stop, index): StopState => {
    const { along, isShaping } = line.stops[index]!;
    const isBetween = stop === 'ahead' && along > state.reachedMeters && along < pass.meters - ARRIVAL_METERS;
    return isBetween ? (isShaping ? 'passed' : 'missed') : stop;
  });
  const missed = stops.findIndex((stop, index) => stop === 'missed' && state.stops[index] !== 'missed');
  const speech: Said[] = [{ kind: 'back' }];
  if (missed !== -1) speech.push({ kind: 'missed', index: missed, name: line.stops[missed]!.name });
  return { state: { ...at(state, pass), phase: 'on', nearFixes: 0, farFixes: 0, stops, announced: {} }, speech };
}

/** Counts stops as passed: those behind the place on the line, and one that the driver went back to. */
function passStops(line: GuideLine, state: GuideState): GuideState {
  if (state.phase === 'approach') return state;
  const isPassed = (stop: StopState, index: number) => {
    const { along, location } = line.stops[index]!;
    if (stop === 'ahead') return state.phase !== 'off' && state.meters >= along - ARRIVAL_METERS;
    return stop === 'going' && state.fix !== null && distanceMeters(state.fix, location) <= STOP_REACH_METERS;
  };
  if (!state.stops.some(isPassed)) return state;
  return { ...state, stops: state.stops.map((stop, index) => (isPassed(stop, index) ? 'passed' : stop)) };
}

function arrivedAt(line: GuideLine, state: GuideState): GuideState {
  const isSettled = state.stops.every((stop) => stop === 'passed' || stop === 'skipped');
  const isThere = state.phase === 'on' && line.totalMeters - state.meters <= ARRIVAL_METERS;
  return isThere && isSettled ? { ...state, phase: 'arrived' } : state;
}

/** Adds a driven stretch; those that touch become one. */
function withStretch(driven: GuideState['driven'], from: number, to: number): GuideState['driven'] {
  if (to <= from) return driven;
  const touching = driven.filter(([start, end]) => start <= to && end >= from);
  const apart = driven.filter((stretch) => !touching.includes(stretch));
  const start = Math.min(from, ...touching.map(([each]) => each));
  const end = Math.max(to, ...touching.map(([, each]) => each));
  return [...apart, [start, end] as [number, number]].toSorted((a, b) => a[0] - b[0]);
}

/** Returns the share of the line that was driven, 0 to 1. */
export function drivenShare({ totalMeters }: GuideLine, state: Pick<GuideState, 'driven'>): number {
  return totalMeters === 0 ? 0 : Math.min(1, drivenMeters(state, 0, totalMeters) / totalMeters);
}

/** Returns the meters of a stretch of the line that were driven. */
export function drivenMeters({ driven }: Pick<GuideState, 'driven'>, fromMeters: number, toMeters: number): number {
  return driven.reduce((sum, [from, to]) => sum + Math.max(0, Math.min(to, toMeters) - Math.max(from, fromMeters)), 0);
}

/** An interrupted drive continues by itself within this time, and is asked about later. */
const CONTINUES_WITHIN_MS = 2 * 3_600_000;

export function continuesByItself({ at }: Pick<GuideState, 'at'>, now: number): boolean {
  return now - at <= CONTINUES_WITHIN_MS;
}
