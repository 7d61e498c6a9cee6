import type { WayTaste } from '@switchback/contracts/rules/directions';
import { LIMITS } from '@switchback/contracts/rules/limits';
import type { LatLng } from '@switchback/geo/location';
import {
  drawOff,
  joinWays,
  OPEN_WAY,
  reversedWay,
  type Split,
  splitWay,
  type Way,
  withMovedEnd,
  withMovedStart,
} from './ways.js';

/** A place of the route being edited; `location` is null until one is chosen. */
export interface Slot {
  /** Stable while the slot moves. */
  id: number;
  label: string;
  location: LatLng | null;
  /** The leg to it is a straight line where its way is open: drawn, not routed. */
  freehand: boolean;
  /** Kind of way that was chosen for the open parts of the leg to it; null for the fastest. */
  taste: WayTaste | null;
  /** The way of the leg to it, from the slot with a location before it. */
  way: Way;
  /** The route passes near it without a stop; has no effect on the first and the last slot. */
  near: boolean;
}

/** The part of the state that undo restores. */
export interface Points {
  slots: readonly Slot[];
  interests: readonly Slot[];
}

export interface RouteState {
  points: Points;
  past: readonly Points[];
  future: readonly Points[];
  nextId: number;
}

export type RouteAction =
  | { type: 'placed'; index: number; label: string; location: LatLng }
  | { type: 'clicked'; label: string; location: LatLng }
  | { type: 'named'; from: string; label: string; exactLabel: string }
  /** A point on a part of the leg to the slot at `index`: both halves of a fixed line stay. */
  | { type: 'inserted'; index: number; part?: number; label: string; location: LatLng }
  /** A part of the leg to the slot at `index` was drawn off: held at `from`, released at `location`. */
  | { type: 'drawnOff'; index: number; part: number; from: LatLng; label: string; location: LatLng }
  | { type: 'added' }
  | { type: 'removed'; index: number }
  | { type: 'moved'; from: number; to: number }
  | { type: 'reversed' }
  | { type: 'closed' }
  | { type: 'freehandToggled'; index: number }
  | { type: 'nearToggled'; index: number }
  /** A kind of way was chosen for the legs to these slots. */
  | { type: 'tasted'; indexes: readonly number[]; taste: WayTaste }
  /** The slots that a cut leaves; a new one has no id yet. */
  | { type: 'cut'; slots: readonly (Slot | Stop)[] }
  | { type: 'interestAdded'; label: string; location: LatLng }
  | { type: 'interestMoved'; index: number; location: LatLng }
  | { type: 'interestLabeled'; index: number; label: string }
  | { type: 'interestRemoved'; index: number }
  | { type: 'replaced'; stops: readonly Stop[]; interests?: readonly Stop[] }
  | { type: 'loaded'; stops: readonly Stop[]; interests: readonly Stop[] }
  | { type: 'undone' }
  | { type: 'redone' };

export interface Stop {
  label: string;
  location: LatLng | null;
  freehand?: boolean;
  taste?: WayTaste | null;
  way?: Way;
  near?: boolean | undefined;
}

const SLOTS_MIN = 2;
const UNDO_MAX = 100;

export const EMPTY_ROUTE: RouteState = loaded([], []);

/** Applies an action to the route. Every action but `loaded` and `named` can be undone. */
export function routeReducer(state: RouteState, action: RouteAction): RouteState {
  if (action.type === 'loaded') return loaded(action.stops, action.interests);
  if (action.type === 'named') return named(state, action);
  if (action.type === 'undone' || action.type === 'redone') return travel(state, action.type);
  const { points, nextId } = state;
  const next = change(points, action, nextId);
  if (next === points) return state;
  return {
    points: next,
    past: [...state.past, points].slice(-UNDO_MAX),
    future: [],
    nextId: nextId + 1 + added(action),
  };
}

/** Whether another slot is offered: all slots are filled, and there is room. */
export function canAdd({ slots }: Points): boolean {
  return slots.length < LIMITS.waypointsMax && slots.every(({ location }) => location !== null);
}

/** Whether start and end have a location, so that directions can be requested. */
export function hasEnds({ slots }: Points): boolean {
  return slots[0]?.location != null && slots.at(-1)?.location != null;
}

function change(
  points: Points,
  action: Exclude<RouteAction, { type: 'loaded' | 'named' | 'undone' | 'redone' }>,
  id: number,
): Points {
  const { slots, interests } = points;
  switch (action.type) {
    case 'placed':
      return withSlots(points, put(slots, action.index, action));
    case 'clicked':
      return withSlots(points, click(slots, action, id));
    case 'inserted':
      return withSlots(
        points,
        insert(slots, action, id, (way) => splitWay(way, action.part ?? 0, action.location)),
      );
    case 'drawnOff':
      return withSlots(
        points,
        insert(slots, action, id, (way) => drawOff(way, action.part, action.from, action.location)),
      );
    case 'added':
      return canAdd(points) ? withSlots(points, [...slots, slotOf(id)]) : points;
    case 'removed':
      return withSlots(points, remove(slots, action.index));
    case 'moved':
      return withSlots(points, move(slots, action.from, action.to));
    case 'reversed':
      return withSlots(points, reverse(slots));
    case 'closed':
      return withSlots(points, close(slots, id));
    case 'freehandToggled':
      return withSlots(points, slots.with(action.index, toggled(slots[action.index]!)));
    case 'nearToggled':
      return withSlots(points, slots.with(action.index, { ...slots[action.index]!, near: !slots[action.index]!.near }));
    case 'tasted':
      return withSlots(
        points,
        slots.map((slot, index) => (action.indexes.includes(index) ? tasted(slot, action.taste) : slot)),
      );
    case 'cut':
      return withSlots(
        points,
        action.slots.map((slot) => ('id' in slot ? slot : slotOf(id, slot))),
      );
    case 'interestAdded':
      if (interests.length >= LIMITS.pointsOfInterestMax) return points;
      return { ...points, interests: [...interests, slotOf(id, action)] };
    case 'interestMoved':
      return withInterest(points, action.index, { location: action.location });
    case 'interestLabeled':
      return withInterest(points, action.index, { label: action.label });
    case 'interestRemoved':
      return { ...points, interests: interests.filter((_, index) => index !== action.index) };
    case 'replaced':
      return {
        slots: filled(action.stops, id),
        interests: action.interests ? marked(action.interests, id + LIMITS.waypointsMax) : interests,
      };
  }
}

function withSlots(points: Points, slots: readonly Slot[]): Points {
  return slots === points.slots ? points : { ...points, slots };
}

function withInterest(points: Points, index: number, changed: Partial<Stop>): Points {
  const interest = points.interests[index];
  return interest === undefined
    ? points
    : { ...points, interests: points.interests.with(index, { ...interest, ...changed }) };
}

function slotOf(
  id: number,
  { label, location, freehand = false, taste = null, way = OPEN_WAY, near = false }: Stop = {
    label: '',
    location: null,
  },
): Slot {
  return { id, label, location, freehand, taste, way, near };
}

/** Sets the place of a slot. Fixed lines on both sides stay, but for the stretches next to it. */
function put(slots: readonly Slot[], at: number, { label, location }: Stop): readonly Slot[] {
  const slot = slots[at];
  if (slot === undefined) return slots;
  const { location: from } = slot;
  const moved = (way: Way, withMoved: typeof withMovedEnd) =>
    from === null || location === null ? OPEN_WAY : withMoved(way, from, location);
  const placed = slots.with(at, { ...slot, label, location, way: moved(slot.way, withMovedEnd) });
  const next = nextPlaced(slots, at);
  return next === -1 ? placed : placed.with(next, { ...slots[next]!, way: moved(slots[next]!.way, withMovedStart) });
}

/** Returns the index of the slot to which a leg from this one leads; -1 if there is none. */
function nextPlaced(slots: readonly Slot[], at: number): number {
  return slots.findIndex(({ location }, index) => index > at && location !== null);
}

/** Fills the first empty slot; if there is none, appends a new end. */
function click(slots: readonly Slot[], stop: Stop, id: number): readonly Slot[] {
  const empty = slots.findIndex(({ location }) => location === null);
  if (empty !== -1) return put(slots, empty, stop);
  return slots.length < LIMITS.waypointsMax ? [...slots, slotOf(id, stop)] : slots;
}

/** Inserts a slot that splits the leg to the slot at `index`; both halves of a straight leg are straight. */
function insert(
  slots: readonly Slot[],
  { index, label, location }: { index: number; label: string; location: LatLng },
  id: number,
  split: (way: Way) => Split,
): readonly Slot[] {
  if (slots.length >= LIMITS.waypointsMax) return slots;
  const end = slots[index];
  if (index === 0 || end === undefined) return slots.toSpliced(index, 0, slotOf(id, { label, location }));
  const { before, after, location: place } = split(end.way);
  const { freehand, taste } = end;
  return slots.toSpliced(index, 1, slotOf(id, { label, location: place, freehand, taste, way: before }), {
    ...end,
    way: after,
  });
}

/** Removes a slot; of the last two, only empties it. Fixed lines that lead to it and from it stay, as one leg. */
function remove(slots: readonly Slot[], at: number): readonly Slot[] {
  if (slots.length <= SLOTS_MIN) return put(slots, at, { label: '', location: null });
  const { way, location } = slots[at]!;
  const next = nextPlaced(slots, at);
  const isFirst = slots.slice(0, at).every((slot) => slot.location === null);
  if (location === null || next === -1) return slots.toSpliced(at, 1);
  const joined = isFirst ? OPEN_WAY : joinWays(way, slots[next]!.way);
  return slots.with(next, { ...slots[next]!, way: joined }).toSpliced(at, 1);
}

function move(slots: readonly Slot[], from: number, to: number): readonly Slot[] {
  const slot = slots[from];
  if (slot === undefined || to < 0 || to >= slots.length || from === to) return slots;
  return withKnownWays(slots, slots.toSpliced(from, 1).toSpliced(to, 0, slot));
}

/** Returns slots in another order, with the ways between those that still follow each other. */
function withKnownWays(before: readonly Slot[], slots: readonly Slot[]): readonly Slot[] {
  const pairs = new Map(pairsOf(before));
  const ways = new Map(pairsOf(slots).map(([pair, { id }]) => [id, pairs.get(pair)?.way ?? OPEN_WAY]));
  return slots.map((slot) => ({ ...slot, way: ways.get(slot.id) ?? OPEN_WAY }));
}

/** Returns each slot with a location after another one, under the ids of both. */
function pairsOf(slots: readonly Slot[]): [pair: string, end: Slot][] {
  const placed = slots.filter(({ location }) => location !== null);
  return placed.slice(1).map((slot, index) => [`${placed[index]!.id} ${slot.id}`, slot]);
}

/** Reverses the route. A leg's way, its kind and its freehand flag are stored in its end slot, so they move to the other end. */
function reverse(slots: readonly Slot[]): readonly Slot[] {
  const turned = slots.toReversed();
  return turned.map((slot, index) => {
    const { freehand = false, taste = null, way = OPEN_WAY } = turned[index - 1] ?? {};
    return { ...slot, freehand, taste, way: reversedWay(way) };
  });
}

function close(slots: readonly Slot[], id: number): readonly Slot[] {
  const [start] = slots;
  if (start?.location == null) return slots;
  const last = slots.length - 1;
  if (slots[last]?.location === null) return put(slots, last, start);
  if (slots.length >= LIMITS.waypointsMax) return slots;
  const { label, location } = start;
  return [...slots, slotOf(id, { label, location })];
}

/** Makes the open parts of a leg straight, or routes them again; of a leg without open parts, all of it. */
function toggled(slot: Slot): Slot {
  const way = slot.way.includes(null) ? slot.way : OPEN_WAY;
  return { ...slot, freehand: !slot.freehand, way };
}

/** Routes a leg by a kind of way instead of its present one. */
export function tasted(slot: Slot, taste: WayTaste): Slot {
  return { ...slot, freehand: false, taste: taste === 'fastest' ? null : taste, way: OPEN_WAY };
}

function filled(stops: readonly Stop[], id: number): readonly Slot[] {
  const slots = stops.slice(0, LIMITS.waypointsMax).map((stop, index) => slotOf(id + index, stop));
  while (slots.length < SLOTS_MIN) slots.push(slotOf(id + slots.length));
  return slots;
}

function added(action: RouteAction): number {
  return action.type === 'replaced' ? LIMITS.waypointsMax + LIMITS.pointsOfInterestMax : 0;
}

function loaded(stops: readonly Stop[], interests: readonly Stop[]): RouteState {
  const slots = filled(stops, 0);
  const places = marked(interests, slots.length);
  return { points: { slots, interests: places }, past: [], future: [], nextId: slots.length + places.length };
}

function marked(interests: readonly Stop[], id: number): readonly Slot[] {
  return interests.slice(0, LIMITS.pointsOfInterestMax).map((stop, index) => slotOf(id + index, stop));
}

/** Renames a point wherever undo finds it; uses the exact name if another point has the short one. */
function named(state: RouteState, { from, label, exactLabel }: Extract<RouteAction, { type: 'named' }>): RouteState {
  const isTaken = [...state.points.slots, ...state.points.interests].some((slot) => slot.label === label);
  const rename = (slot: Slot) => (slot.label === from ? { ...slot, label: isTaken ? exactLabel : label } : slot);
  const renamed = ({ slots, interests }: Points): Points => ({
    slots: slots.map(rename),
    interests: interests.map(rename),
  });
  return { ...state, points: renamed(state.points), past: state.past.map(renamed), future: state.future.map(renamed) };
}

function travel(state: RouteState, type: 'undone' | 'redone'): RouteState {
  const { points, past, future } = state;
  const [from, to] = type === 'undone' ? [past, future] : [future, past];
  const target = from.at(-1);
  if (target === undefined) return state;
  const [left, kept] = [from.slice(0, -1), [...to, points]];
  return { ...state, points: target, past: type === 'undone' ? left : kept, future: type === 'undone' ? kept : left };
}
