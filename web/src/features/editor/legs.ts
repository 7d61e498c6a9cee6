import type { Maneuver, RoutedDirections } from '@switchback/contracts/endpoints/directions';
import type { Tag } from '@switchback/contracts/resources/drive';
import type { CountryAndStates } from '@switchback/contracts/resources/geo';
import type { Curviness } from '@switchback/contracts/resources/drive';
import { bandOf } from '@switchback/contracts/rules/curviness';
import { degreesPerKm } from '@switchback/geo/heading-change';
import { pathLengthMeters } from '@switchback/geo/distance';
import type { LatLng } from '@switchback/geo/location';
import { decodePolyline, encodePolyline } from '@switchback/geo/polyline';
import type { LegAnswer, StoredDirections } from '../../lib/drafts/route-snapshot.js';
import type { Slot } from './route-state.js';

/** Request for the route from one place to the next. */
export interface LegRequest {
  key: string;
  start: LatLng;
  end: LatLng;
}

/** Assumed speed on a leg that is drawn, not routed. */
const FREEHAND_METERS_PER_SECOND = 14;

/** Leg between two slots with a location; empty slots in between are skipped. */
export interface Leg {
  /** Index of its end slot among all slots. */
  endIndex: number;
  start: PlacedSlot;
  end: PlacedSlot;
  request: LegRequest;
  freehand: boolean;
}

type PlacedSlot = Slot & { location: LatLng };

/** A leg with its route; `answer` is null until the route is known. */
export interface RoutedLeg {
  leg: Leg;
  answer: LegAnswer | null;
}

/** Returns the legs between slots with a location; skips empty slots. */
export function legsOf(slots: readonly Slot[]): Leg[] {
  const placed = slots.flatMap((slot, index) => (isPlaced(slot) ? [{ slot, index }] : []));
  return placed.slice(1).map(({ slot: end, index: endIndex }, before) => {
    const start = placed[before]!.slot;
    const request = { key: keyOf(start.location, end.location), start: start.location, end: end.location };
    return { endIndex, start, end, request, freehand: end.freehand };
  });
}

function isPlaced(slot: Slot): slot is PlacedSlot {
  return slot.location !== null;
}

export function keyOf(start: LatLng, end: LatLng): string {
  return [start.lat, start.lng, end.lat, end.lng].map((degrees) => degrees.toFixed(5)).join();
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

/** Merges the answers of all legs; null while one is missing. The result is approximate if any leg is. */
export function directionsOf(legs: readonly RoutedLeg[]): RoutedDirections | null {
  if (legs.length === 0 || legs.some(({ answer }) => answer === null)) return null;
  const sources = new Set(legs.map(({ answer }) => answer!.source));
  const [only = 'track'] = sources;
  const answers = legs.flatMap(({ answer }) => answer ?? []);
  return {
    note: answers.find(({ note }) => note !== undefined)?.note,
    maneuvers: answers.flatMap(({ maneuvers }) => maneuvers ?? []),
    countries: merged(answers.flatMap(({ countries }) => countries ?? [])),
    tags: distinctTags(answers.flatMap(({ tags }) => tags ?? [])),
    source: sources.has('approximate') ? 'approximate' : sources.size === 1 ? only : 'track',
    legs: legs.map(({ leg, answer }) => {
      const { distance, duration, path, elevation } = answer!;
      return { start: pointOf(leg.start), end: pointOf(leg.end), distance, duration, path, elevation };
    }),
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
      const { source, note, maneuvers = [], countries = [], tags = [] } = legs[index]!.answer!;
      return { ...leg, source, note, maneuvers, countries, tags };
    }),
  };
}

/** Returns the legs of stored directions, keyed by their end points. */
export function storedLegs(directions: StoredDirections | null): ReadonlyMap<string, LegAnswer> {
  if (directions === null) return new Map();
  const { legs, maneuvers, ...whole } = directions;
  const known = legs.map((leg, index) => ({ ...whole, ...(index === 0 && { maneuvers }), ...leg }));
  return new Map(known.map((leg) => [keyOf(leg.start.location, leg.end.location), leg]));
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
  /** Empty if the router returns no turns. */
  maneuvers: readonly Maneuver[];
  path: LatLng[];
}

export function figuresOf({ source, legs, note, maneuvers = [] }: RoutedDirections): RouteFigures {
  const path = legs.flatMap((leg) => decodePolyline(leg.path));
  const measured = degreesPerKm(path);
  return {
    distance: legs.reduce((sum, leg) => sum + leg.distance, 0),
    duration: legs.reduce((sum, leg) => sum + leg.duration, 0),
    curviness: { band: bandOf(measured), degreesPerKm: measured },
    approximate: source === 'approximate',
    note,
    maneuvers,
    path,
  };
}
