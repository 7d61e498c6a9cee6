import { LIMITS } from '@switchback/contracts/rules/limits';
import type { LatLng } from '@switchback/geo/location';

/** A place of the route being edited; `location` is null until one is chosen. */
export interface Slot {
  /** Stable while the slot moves. */
  id: number;
  label: string;
  location: LatLng | null;
  /** The leg to it is a straight line: drawn, not routed. */
  freehand: boolean;
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
  | { type: 'inserted'; index: number; label: string; location: LatLng }
  | { type: 'added' }
  | { type: 'removed'; index: number }
  | { type: 'moved'; from: number; to: number }
  | { type: 'reversed' }
  | { type: 'closed' }
  | { type: 'freehandToggled'; index: number }
  | { type: 'interestAdded'; label: string; location: LatLng }
  | { type: 'interestRemoved'; index: number }
  | { type: 'replaced'; stops: readonly Stop[]; interests?: readonly Stop[] }
  | { type: 'loaded'; stops: readonly Stop[]; interests: readonly Stop[] }
  | { type: 'undone' }
  | { type: 'redone' };

export interface Stop {
  label: string;
  location: LatLng | null;
  freehand?: boolean;
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
      return withSlots(points, insert(slots, action.index, slotOf(id, action)));
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
      return withSlots(
        points,
        slots.map((slot, index) => (index === action.index ? { ...slot, freehand: !slot.freehand } : slot)),
      );
    case 'interestAdded':
      if (interests.length >= LIMITS.pointsOfInterestMax) return points;
      return { ...points, interests: [...interests, slotOf(id, action)] };
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

function slotOf(id: number, { label, location, freehand = false }: Stop = { label: '', location: null }): Slot {
  return { id, label, location, freehand };
}

function put(slots: readonly Slot[], at: number, { label, location }: Stop): readonly Slot[] {
  return slots.map((slot, index) => (index === at ? { ...slot, label, location } : slot));
}

/** Fills the first empty slot; if there is none, appends a new end. */
function click(slots: readonly Slot[], stop: Stop, id: number): readonly Slot[] {
  const empty = slots.findIndex(({ location }) => location === null);
  if (empty !== -1) return put(slots, empty, stop);
  return slots.length < LIMITS.waypointsMax ? [...slots, slotOf(id, stop)] : slots;
}

/** Inserts a slot; both halves of a straight leg that it splits are straight. */
function insert(slots: readonly Slot[], at: number, slot: Slot): readonly Slot[] {
  if (slots.length >= LIMITS.waypointsMax) return slots;
  const freehand = at > 0 && at < slots.length ? slots[at]!.freehand : slot.freehand;
  return slots.toSpliced(at, 0, { ...slot, freehand });
}

/** Removes a slot; of the last two, only empties it. */
function remove(slots: readonly Slot[], at: number): readonly Slot[] {
  return slots.length > SLOTS_MIN ? slots.toSpliced(at, 1) : put(slots, at, { label: '', location: null });
}

function move(slots: readonly Slot[], from: number, to: number): readonly Slot[] {
  const slot = slots[from];
  if (slot === undefined || to < 0 || to >= slots.length || from === to) return slots;
  return slots.toSpliced(from, 1).toSpliced(to, 0, slot);
}

/** Reverses the route. A leg's freehand flag is stored in its end slot, so it moves to the slot at the other end. */
function reverse(slots: readonly Slot[]): readonly Slot[] {
  const turned = slots.toReversed();
  return turned.map((slot, index) => ({ ...slot, freehand: index > 0 && (turned[index - 1]?.freehand ?? false) }));
}

function close(slots: readonly Slot[], id: number): readonly Slot[] {
  const [start] = slots;
  if (start?.location == null) return slots;
  const last = slots.length - 1;
  if (slots[last]?.location === null) return put(slots, last, start);
  const { label, location } = start;
  return insert(slots, slots.length, slotOf(id, { label, location }));
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
  const isTaken = state.points.slots.some((slot) => slot.label === label);
  const renamed = (points: Points): Points => ({
    ...points,
    slots: points.slots.map((slot) => (slot.label === from ? { ...slot, label: isTaken ? exactLabel : label } : slot)),
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
