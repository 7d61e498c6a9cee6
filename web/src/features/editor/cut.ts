import { lineOfLegs } from '@switchback/geo/elevation';
import type { LatLng } from '@switchback/geo/location';
import { type MeasuredLine, measuredLine, metersAlong } from '@switchback/geo/measured-line';
import type { LegAnswer } from '../../lib/drafts/route-snapshot.js';
import { pinned } from '../../lib/drafts/point-names.js';
import type { RoutedLeg } from './legs.js';
import type { Slot, Stop } from './route-state.js';
import { lengthOf, OPEN_WAY, type Part, stretch, tidyWay, type Way } from './ways.js';

/** Removes everything before the first handle, after the second one, or between the two. */
export type CutKind = 'start' | 'end' | 'stretch';

/** Two handles on the route, as shares of its length. */
export type CutHandles = readonly [from: number, to: number];

/** Handles of a new cut: apart from the ends, so that both are visible and neither removes much. */
export const CUT_START: CutHandles = [0.1, 0.9];

/** Closer than this to an end of a leg, a cut is made at that end. */
const NEAR_METERS = 1;

/** A part of the route with its place along the whole. */
interface Piece {
  leg: RoutedLeg;
  part: number;
  answer: LegAnswer;
  fromMeters: number;
  toMeters: number;
}

/** Returns the line of a route on which handles are set; null while a leg is unknown. */
export function cutLine(legs: readonly RoutedLeg[]): { line: MeasuredLine; totalMeters: number } | null {
  const answers = legs.flatMap(({ answer }) => answer ?? []);
  if (legs.length === 0 || answers.length < legs.length) return null;
  const path = lineOfLegs(answers);
  return { line: measuredLine(path), totalMeters: metersAlong(path).at(-1) ?? 0 };
}

/**
 * Returns the slots of a route without a stretch, those that are new without an id. The rest of the line stays as it is;
 * what remains on both sides of a stretch is joined by the road.
 */
export function cutRoute(
  slots: readonly Slot[],
  legs: readonly RoutedLeg[],
  kind: CutKind,
  [from, to]: CutHandles,
): readonly (Slot | Stop)[] {
  const pieces = piecesOf(legs);
  const totalMeters = pieces.at(-1)?.toMeters ?? 0;
  const [fromMeters, toMeters] = [from * totalMeters, to * totalMeters];
  const first = endingAt(pieces, fromMeters) ?? pieces[0];
  const last = beginningAt(pieces, toMeters) ?? pieces.at(-1);
  if (first === undefined || last === undefined) return slots;
  if (kind === 'stretch') return withoutStretch(slots, { first, fromMeters, last, toMeters });
  if (kind === 'end') return withoutEnd(slots, endingAt(pieces, toMeters) ?? first, toMeters);
  return withoutStart(slots, beginningAt(pieces, fromMeters) ?? last, fromMeters);
}

/** Returns the part in which a line to this distance ends. */
function endingAt(pieces: readonly Piece[], meters: number): Piece | undefined {
  return pieces.findLast(({ fromMeters }) => meters > fromMeters + NEAR_METERS);
}

/** Returns the part in which a line from this distance begins. */
function beginningAt(pieces: readonly Piece[], meters: number): Piece | undefined {
  return pieces.find(({ toMeters }) => meters < toMeters - NEAR_METERS);
}

function withoutStart(slots: readonly Slot[], piece: Piece, meters: number): readonly (Slot | Stop)[] {
  const { leg, part } = piece;
  const rest = stretch(piece.answer, meters - piece.fromMeters, Infinity);
  const end = leg.leg.end;
  const way = [remaining(piece, rest), ...end.way.slice(part + 1)];
  return [pointAt(rest.start.location), { ...end, way: tidyWay(way) }, ...slots.slice(leg.leg.endIndex + 1)];
}

function withoutEnd(slots: readonly Slot[], piece: Piece, meters: number): readonly (Slot | Stop)[] {
  const { leg, part } = piece;
  const rest = stretch(piece.answer, 0, meters - piece.fromMeters);
  const { way, freehand } = leg.leg.end;
  const end = pointAt(rest.end.location);
  const shorter = tidyWay([...way.slice(0, part), remaining(piece, rest)]);
  return [...slots.slice(0, leg.leg.endIndex), { ...end, freehand, way: shorter }];
}

interface Removed {
  first: Piece;
  fromMeters: number;
  last: Piece;
  toMeters: number;
}

function withoutStretch(slots: readonly Slot[], { first, fromMeters, last, toMeters }: Removed): readonly Slot[] {
  const [before, after] = [first.leg, last.leg];
  const { end } = after.leg;
  const freehand = before.leg.freehand && end.freehand;
  const linesOf = ({ answers, leg }: RoutedLeg): Way => (freehand ? leg.parts.map(({ fixed }) => fixed) : answers);
  const way = [
    ...linesOf(before).slice(0, first.part),
    freehand ? remaining(first, cutAfter(first, fromMeters)) : cutAfter(first, fromMeters),
    null,
    freehand ? remaining(last, cutBefore(last, toMeters)) : cutBefore(last, toMeters),
    ...linesOf(after).slice(last.part + 1),
  ];
  return [
    ...slots.slice(0, before.leg.endIndex),
    { ...end, freehand, way: tidyWay(way) },
    ...slots.slice(after.leg.endIndex + 1),
  ];
}

const cutAfter = ({ answer, fromMeters }: Piece, meters: number) =>
  stretch(answer, 0, Math.max(0, meters - fromMeters));
const cutBefore = ({ answer, fromMeters }: Piece, meters: number) => stretch(answer, meters - fromMeters, Infinity);

/** Returns what remains of a part: a fixed line; of a straight one, an open part, which stays straight. */
function remaining({ leg, part }: Piece, rest: LegAnswer): Part {
  const { fixed, isStraight } = leg.leg.parts[part]!;
  return fixed === null && isStraight ? null : rest;
}

function pointAt(location: LatLng): Stop {
  return { label: pinned(location), location, way: OPEN_WAY };
}

function piecesOf(legs: readonly RoutedLeg[]): Piece[] {
  let toMeters = 0;
  return legs.flatMap((leg) =>
    leg.answers.flatMap((answer, part) => {
      if (answer === null) return [];
      const fromMeters = toMeters;
      toMeters += lengthOf(answer);
      return [{ leg, part, answer, fromMeters, toMeters }];
    }),
  );
}
