import type { RoadWay } from './road-way.js';

/** A way with its line: alternating x and y in units of the world's square. */
export interface PlacedWay extends RoadWay {
  id: number;
  /** Ids of its first and last node. */
  first: number;
  last: number;
  lengthMeters: number;
  points: () => ArrayLike<number>;
}

/** A way as a part of a road; `isReversed` if the road follows it against its direction. */
export interface Link {
  way: PlacedWay;
  isReversed: boolean;
}

/** One of the two ends of a way. */
interface End {
  way: PlacedWay;
  isLast: boolean;
}

/** At a node of several ways, a road goes on with the way that turns least, up to this angle. */
const TURN_MAX_DEGREES = 100;

/**
 * Joins ways to roads: at each node, the two ways of one name or number that continue each other best.
 * @returns each way once, in roads without branches.
 */
export function joinWays(ways: readonly PlacedWay[]): Link[][] {
  const next = continuations(ways);
  const done = new Set<PlacedWay>();
  const roads: Link[][] = [];
  // Roads with an end come first: what is left are rings.
  const hasBoth = (way: PlacedWay) => next.has(keyOf({ way, isLast: false })) && next.has(keyOf({ way, isLast: true }));
  for (const way of [...ways.filter((one) => !hasBoth(one)), ...ways]) {
    if (done.has(way)) continue;
    // Starts where nothing leads to, if there is such an end.
    const isReversed = next.has(keyOf({ way, isLast: false })) && !next.has(keyOf({ way, isLast: true }));
    roads.push(follow({ way, isReversed }, next, done));
  }
  return roads;
}

function follow(start: Link, next: ReadonlyMap<string, End>, done: Set<PlacedWay>): Link[] {
  const road: Link[] = [];
  for (let link: Link | null = start; link && !done.has(link.way);) {
    done.add(link.way);
    road.push(link);
    const end = next.get(keyOf({ way: link.way, isLast: !link.isReversed }));
    link = end ? { way: end.way, isReversed: end.isLast } : null;
  }
  return road;
}

function keyOf({ way, isLast }: End): string {
  return `${way.id}${isLast ? '+' : '-'}`;
}

/** Returns, for each end of a way, the end of the way that continues it. */
function continuations(ways: readonly PlacedWay[]): Map<string, End> {
  const atNode = new Map<number, End[]>();
  for (const way of ways)
    for (const isLast of [false, true]) {
      const node = isLast ? way.last : way.first;
      const ends = atNode.get(node);
      if (ends) ends.push({ way, isLast });
      else atNode.set(node, [{ way, isLast }]);
    }
  const next = new Map<string, End>();
  for (const ends of atNode.values()) if (ends.length > 1) pairUp(ends, next);
  return next;
}

/** Pairs the ends at a node, those that turn least first. */
function pairUp(ends: readonly End[], next: Map<string, End>): void {
  const pairs = ends.flatMap((a, index) =>
    ends.slice(index + 1).flatMap((b) => {
      if (a.way === b.way || !isSameRoad(a.way, b.way)) return [];
      const degrees = turnBetween(a, b);
      // Two ways alone continue each other even in a hairpin.
      return ends.length === 2 || degrees <= TURN_MAX_DEGREES ? [{ a, b, degrees }] : [];
    }),
  );
  for (const { a, b } of pairs.sort((one, other) => one.degrees - other.degrees)) {
    if (next.has(keyOf(a)) || next.has(keyOf(b))) continue;
    next.set(keyOf(a), b);
    next.set(keyOf(b), a);
  }
}

/** Ways without a name and number continue each other, too. */
function isSameRoad(a: RoadWay, b: RoadWay): boolean {
  if (a.isUnpaved !== b.isUnpaved) return false;
  if (a.ref !== null && b.ref !== null) return a.ref === b.ref;
  if (a.name !== null && b.name !== null) return a.name === b.name;
  return a.ref === b.ref && a.name === b.name;
}

/** Returns the change of heading in degrees from one way to the other, 0 to 180. */
function turnBetween(a: End, b: End): number {
  const [into, out] = [headingFrom(a), headingFrom(b)];
  const between = Math.abs(((into - out) * 180) / Math.PI) % 360;
  return 180 - Math.min(between, 360 - between);
}

/** Returns the heading from a way's end into the way. */
function headingFrom({ way, isLast }: End): number {
  const points = way.points();
  const at = isLast ? points.length - 2 : 0;
  const to = isLast ? at - 2 : 2;
  return Math.atan2(points[to + 1]! - points[at + 1]!, points[to]! - points[at]!);
}
