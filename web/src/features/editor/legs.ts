import type { RoutedDirections } from '@switchback/contracts/endpoints/directions';
import type { Maneuver, Tag } from '@switchback/contracts/resources/drive';
import type { CountryAndStates } from '@switchback/contracts/resources/geo';
import type { Curviness } from '@switchback/contracts/resources/drive';
import type { WayTaste } from '@switchback/contracts/rules/directions';
import { bandOf } from '@switchback/contracts/rules/curviness';
import { degreesPerKm } from '@switchback/geo/heading-change';
import { distanceMeters, pathLengthMeters } from '@switchback/geo/distance';
import { type ElevatedPoint, lineOfLegs, splitElevations } from '@switchback/geo/elevation';
import type { LatLng } from '@switchback/geo/location';
import { isSame } from '@switchback/geo/parts';
import { turnBackMeters } from '@switchback/geo/turn-back';
import { countPoints, decodePolyline, encodePolyline } from '@switchback/geo/polyline';
import type { LegAnswer, StoredDirections, StoredLeg } from '../../lib/drafts/route-snapshot.js';
import type { Slot, Stop } from './route-state.js';
import { fixedLine, lengthOf, OPEN_WAY, stretch } from './ways.js';

/** Request for the route from one place to the next. */
export interface LegRequest {
  key: string;
  start: LatLng;
  end: LatLng;
  /** Kind of way; the fastest if absent. */
  taste?: WayTaste;
}

/** Assumed speed on a leg that is drawn, not routed. */
const FREEHAND_METERS_PER_SECOND = 14;
/** Open parts shorter than this join lines that meet: they are not routed. */
const OPEN_MIN_METERS = 1;
/** How far from a stop without a visit the route may turn off; the server allows 500. */
const NEAR_METERS = 450;

/** Leg between two slots with a location; empty slots in between are skipped. */
export interface Leg {
  /** Index of its end slot among all slots. */
  endIndex: number;
  start: PlacedSlot;
  end: PlacedSlot;
  parts: readonly LegPart[];
  freehand: boolean;
}

/** A part of a leg, with the places between which it runs. */
export interface LegPart {
  request: LegRequest;
  /** The line of a fixed part; null for an open one. */
  fixed: LegAnswer | null;
  /** Drawn as a straight line instead of routed. */
  isStraight: boolean;
}

type PlacedSlot = Slot & { location: LatLng };

/** A leg with its route; `answer` is null until all of it is known. */
export interface RoutedLeg {
  leg: Leg;
  /** The routes of its parts. */
  answers: readonly (LegAnswer | null)[];
  answer: LegAnswer | null;
}

/** Returns the legs between slots with a location; skips empty slots. */
export function legsOf(slots: readonly Slot[]): Leg[] {
  const placed = slots.flatMap((slot, index) => (isPlaced(slot) ? [{ slot, index }] : []));
  return placed.slice(1).map(({ slot: end, index: endIndex }, before) => {
    const start = placed[before]!.slot;
    const isNear = { start: before > 0 && start.near, end: before + 2 < placed.length && end.near };
    return { endIndex, start, end, parts: partsOf(start.location, end, isNear), freehand: end.freehand };
  });
}

function partsOf(start: LatLng, { location, taste, way, freehand }: PlacedSlot, isNear: NearEnds): LegPart[] {
  return way.map((fixed, index) => {
    const from = fixed?.start.location ?? way[index - 1]?.end.location ?? start;
    const to = fixed?.end.location ?? way[index + 1]?.start.location ?? location;
    const isStraight = freehand || distanceMeters(from, to) < OPEN_MIN_METERS;
    const near = { start: isNear.start && index === 0, end: isNear.end && index === way.length - 1 };
    const kind = taste === null || isStraight ? {} : { taste };
    return { request: { key: keyOf(from, to, near, taste), start: from, end: to, ...kind }, fixed, isStraight };
  });
}

/** Returns the requests for the parts that are routed. */
export function requestsOf(legs: readonly Leg[]): LegRequest[] {
  return legs.flatMap(({ parts }) =>
    parts.flatMap(({ fixed, isStraight, request }) => (fixed !== null || isStraight ? [] : [request])),
  );
}

/** Reports whether all of a leg is routed, so that its way can be chosen. */
export function isWhollyRouted({ parts }: Leg): boolean {
  return parts.every(isRouted);
}

/** @param found returns the route for a request; null until it is known. */
export function routedLeg(leg: Leg, found: (request: LegRequest) => LegAnswer | null): RoutedLeg {
  const answers = leg.parts.map(
    ({ fixed, isStraight, request }) => fixed ?? (isStraight ? drawn(request) : found(request)),
  );
  return { leg, answers, answer: joined(answers) };
}

/** Returns the points of lines that follow each other, those where two meet once. */
function withoutMeetings(lines: readonly LegAnswer[]): ElevatedPoint[] {
  const points: ElevatedPoint[] = [];
  for (const line of lines) {
    const [first, ...rest] = lineOfLegs([line]);
    const last = points.at(-1);
    if (last === undefined || !isSame(last, first!)) points.push(first!);
    for (const point of rest) points.push(point);
  }
  return points;
}

/** Joins the answers of a leg's parts to one; null while one is missing. */
function joined(answers: readonly (LegAnswer | null)[]): LegAnswer | null {
  const complete = answers.flatMap((answer) => answer ?? []);
  if (complete.length < answers.length) return null;
  const [first] = complete;
  if (complete.length === 1) return first!;
  // A line without a length would repeat a point, which is how a line has gaps.
  const lines = complete.filter(({ distance }) => distance >= OPEN_MIN_METERS);
  const { path, elevation } = splitElevations(withoutMeetings(lines.length > 0 ? lines : [first!]));
  return {
    ...factsOf(complete),
    start: first!.start,
    end: complete.at(-1)!.end,
    distance: complete.reduce((sum, { distance }) => sum + distance, 0),
    duration: complete.reduce((sum, { duration }) => sum + duration, 0),
    path: encodePolyline(path),
    elevation: elevation || undefined,
    maneuvers: joinedManeuvers(lines),
  };
}

/** Joins the maneuvers of lines that follow each other; null if one has none, so that no fork is missed in silence. */
function joinedManeuvers(lines: readonly LegAnswer[]): Maneuver[] | null {
  const joined: Maneuver[] = [];
  let fromMeters = 0;
  for (const { maneuvers, path } of lines) {
    if (!maneuvers) return null;
    for (const maneuver of maneuvers) joined.push({ ...maneuver, along: fromMeters + maneuver.along });
    fromMeters += pathLengthMeters(decodePolyline(path));
  }
  return joined;
}

function isPlaced(slot: Slot): slot is PlacedSlot {
  return slot.location !== null;
}

/** Which ends of a leg are stops that the route passes without a visit. */
interface NearEnds {
  start: boolean;
  end: boolean;
}

/** Identifies a part of a leg. One that passes an end without a visit has another line than one that visits it. */
export function keyOf(
  start: LatLng,
  end: LatLng,
  near: NearEnds = { start: false, end: false },
  taste: WayTaste | null = null,
): string {
  const places = [start.lat, start.lng, end.lat, end.lng].map((degrees) => degrees.toFixed(5));
  return [...places, ...(near.start ? ['near start'] : []), ...(near.end ? ['near end'] : []), taste ?? []].join();
}

/** Leaves out the way to a stop and back where the route passes it without a visit. Fixed and straight lines stay. */
export function withoutTurnBacks(legs: readonly RoutedLeg[]): RoutedLeg[] {
  const lines = [...legs];
  for (const [index, after] of legs.slice(1).entries()) {
    const before = lines[index]!;
    const [there, back] = [before.answers.at(-1), after.answers[0]];
    if (!before.leg.end.near || !there || !back) continue;
    if (!isRouted(before.leg.parts.at(-1)!) || !isRouted(after.leg.parts[0]!)) continue;
    const meters = turnBackMeters(decodePolyline(there.path), decodePolyline(back.path), NEAR_METERS);
    if (meters === 0) continue;
    lines[index] = withAnswer(before, before.answers.length - 1, stretch(there, 0, lengthOf(there) - meters));
    lines[index + 1] = withAnswer(after, 0, stretch(back, meters, Infinity));
  }
  return lines;
}

function isRouted({ fixed, isStraight }: LegPart): boolean {
  return fixed === null && !isStraight;
}

function withAnswer(routed: RoutedLeg, index: number, answer: LegAnswer): RoutedLeg {
  const answers = routed.answers.with(index, answer);
  return { ...routed, answers, answer: joined(answers) };
}

/** Returns a straight leg. */
export function drawn({ start, end }: LegRequest): LegAnswer {
  const distance = pathLengthMeters([start, end]);
  return {
    source: 'track',
    start: { label: '', location: start },
    end: { label: '', location: end },
    distance,
    duration: distance / FREEHAND_METERS_PER_SECOND,
    path: encodePolyline([start, end]),
  };
}

/** A shorter straight line is also one on a map of roads. */
const CHORD_MIN_METERS = 500;

/** Reports whether a part of the route is a straight line from one place to another, which roads rarely are. */
export function hasChords(legs: readonly RoutedLeg[]): boolean {
  return legs.some(({ answers }) =>
    answers.some((answer) => answer !== null && countPoints(answer.path) <= 2 && answer.distance >= CHORD_MIN_METERS),
  );
}

/** Merges the answers of all legs; null while one is missing. The result is approximate if any leg is. */
export function directionsOf(legs: readonly RoutedLeg[]): RoutedDirections | null {
  if (legs.length === 0 || legs.some(({ answer }) => answer === null)) return null;
  return {
    ...factsOf(legs.flatMap(({ answer }) => answer ?? [])),
    legs: legs.map(({ leg, answer }) => {
      const { distance, duration, path, elevation, maneuvers = null } = answer!;
      const facts = { distance, duration, path, elevation, maneuvers };
      const taste = leg.parts.some(isRouted) ? (leg.end.taste ?? undefined) : undefined;
      return { start: pointOf(leg.start), end: pointOf(leg.end), ...facts, taste };
    }),
  };
}

/** Merges the facts of lines that follow each other. */
function factsOf(answers: readonly LegAnswer[]): Omit<RoutedDirections, 'legs'> {
  const sources = new Set(answers.map(({ source }) => source));
  const [only = 'track'] = sources;
  return {
    note: answers.find(({ note }) => note !== undefined)?.note,
    countries: merged(answers.flatMap(({ countries }) => countries ?? [])),
    tags: distinctTags(answers.flatMap(({ tags }) => tags ?? [])),
    source: sources.has('approximate') ? 'approximate' : sources.size === 1 ? only : 'track',
  };
}

/** Merges countries: each once, in route order, with all of its states. */
function merged(countries: readonly CountryAndStates[]): CountryAndStates[] {
  const byId = new Map<number, CountryAndStates>();
  for (const { country, states } of countries) {
    const known = byId.get(country.id)?.states ?? [];
    const fresh = states.filter(({ id }) => !known.some((state) => state.id === id));
    byId.set(country.id, { country, states: [...known, ...fresh] });
  }
  return [...byId.values()];
}

function distinctTags(tags: readonly Tag[]): Tag[] {
  return [...new Map(tags.map((tag) => [`${tag.category}:${tag.name}`, tag])).values()];
}

function pointOf({ label, location }: PlacedSlot) {
  return { label, location };
}

/** Adds each leg's own facts to directions, so that a restored route can be edited leg by leg. */
export function toStored(directions: RoutedDirections, legs: readonly RoutedLeg[]): StoredDirections {
  return {
    ...directions,
    legs: directions.legs.map((leg, index) => {
      const {
        leg: { parts },
        answers,
        answer,
      } = legs[index]!;
      const { source, note, countries = [], tags = [] } = answer!;
      const facts = { ...leg, source, note, countries, tags };
      const isFixed = parts.map(({ fixed }) => fixed !== null);
      if (parts.length === 1) return { ...facts, isFixed: isFixed[0]! };
      return { ...facts, parts: answers.map((part, at) => ({ ...part!, isFixed: isFixed[at]! })) };
    }),
  };
}

/** Returns the legs of stored directions, each with all facts. */
function fullLegs(directions: StoredDirections | null): StoredLeg[] {
  if (directions === null) return [];
  const { legs, ...whole } = directions;
  return legs.map(({ parts, ...leg }) => ({
    ...whole,
    ...current(leg),
    ...(parts && { parts: parts.map(current) }),
  }));
}

/** Drops the maneuvers of a draft of an older release: they had no distance along the leg. */
function current<Leg extends Pick<LegAnswer, 'maneuvers'>>(leg: Leg): Leg {
  return leg.maneuvers?.some(({ along }) => typeof along !== 'number') ? { ...leg, maneuvers: null } : leg;
}

/** Returns the routed parts of stored directions, keyed as {@link legsOf} keys them for these stops. */
export function storedLegs(
  directions: StoredDirections | null,
  stops: readonly Stop[],
): ReadonlyMap<string, LegAnswer> {
  const legs = fullLegs(directions);
  const isNear = (index: number) => index > 0 && index < legs.length && stops[index]?.near === true;
  return new Map(
    legs.flatMap((leg, index) => {
      const parts: readonly LegAnswer[] = leg.parts ?? [leg];
      return parts.map((line, part): [string, LegAnswer] => {
        const isLast = part === parts.length - 1;
        const near = { start: part === 0 && isNear(index), end: isLast && isNear(index + 1) };
        return [keyOf(line.start.location, line.end.location, near, tasteOf(line)), line];
      });
    }),
  );
}

/**
 * Adds the ways of stored directions to stops: recorded lines stay fixed. A stored drive does not say which of its legs
 * are straight; those without a point between their ends are.
 */
export function withWays(stops: readonly Stop[], directions: StoredDirections | null): Stop[] {
  const legs = fullLegs(directions);
  return stops.map((stop, index) => {
    const before = stops[index - 1];
    const leg = before && legs.length === stops.length - 1 ? legs[index - 1] : undefined;
    if (!leg || !before?.location || !stop.location || stop.freehand) return stop;
    const { start, end } = leg;
    const isOfBoth = keyOf(start.location, end.location) === keyOf(before.location, stop.location);
    return isOfBoth ? { ...stop, ...wayOf(leg) } : stop;
  });
}

/** Returns the kind of way of a leg; null for the fastest. */
function tasteOf({ taste }: Pick<LegAnswer, 'taste'>): WayTaste | null {
  return taste === undefined || taste === 'fastest' ? null : taste;
}

function wayOf(leg: StoredLeg): Pick<Stop, 'way' | 'freehand' | 'taste'> {
  if (leg.parts) return { taste: tasteOf(leg), way: leg.parts.map(({ isFixed, ...part }) => (isFixed ? part : null)) };
  const { isFixed, ...line } = leg;
  const isBent = countPoints(leg.path) > 2;
  if (isFixed ?? (isBent && (leg.source === 'track' || leg.source === 'approximate')))
    return { way: [fixedLine(line)] };
  return { taste: tasteOf(leg), way: OPEN_WAY, freehand: leg.source === 'track' && isFixed === undefined };
}

export interface Turn {
  text: string;
  /** Meters to the next one. */
  distance: number;
}

export interface RouteFigures {
  /** Meters. */
  distance: number;
  /** Seconds. */
  duration: number;
  curviness: Curviness;
  approximate: boolean;
  /** Why it is approximate, if the server gives a reason. */
  note: string | undefined;
  /** Empty if the router returns none. */
  turns: readonly Turn[];
  path: LatLng[];
}

export function figuresOf({ source, legs, note }: RoutedDirections): RouteFigures {
  const path = legs.flatMap((leg) => decodePolyline(leg.path));
  const measured = degreesPerKm(path);
  return {
    distance: legs.reduce((sum, leg) => sum + leg.distance, 0),
    duration: legs.reduce((sum, leg) => sum + leg.duration, 0),
    curviness: { band: bandOf(measured), degreesPerKm: measured },
    approximate: source === 'approximate',
    note,
    turns: legs.flatMap(turnsOf),
    path,
  };
}

function turnsOf({ maneuvers, distance }: RoutedDirections['legs'][number]): Turn[] {
  return (maneuvers ?? []).map(({ text, along }, index, all) => {
    return { text, distance: Math.max(0, (all[index + 1]?.along ?? distance) - along) };
  });
}
