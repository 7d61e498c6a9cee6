import type { LatLng } from '@switchback/geo/location';
import { degreesPerKm } from '@switchback/geo/heading-change';
import { repeatedShare, sharedShare } from '@switchback/geo/repeated-share';
import type { Routed } from '../directions/router.js';
import { durationOf } from './loop-fit.js';
import { type Outing, suits } from './outing.js';

/** A round trip within the time of an outing, with its measures. */
export interface Candidate {
  routed: Routed;
  /** From home to home. */
  line: LatLng[];
  distanceMeters: number;
  durationSeconds: number;
  degreesPerKm: number;
  /** Share of its length on roads that it passes more than once. */
  repeatedShare: number;
  rank: number;
}

/** Share of its length that a loop may have in common with another one of the same outing. */
const SHARED_MAX = 0.7;
/** A loop that repeats more is chosen only if there is nothing better. */
const REPEATED_MAX = 0.6;
/** Rank of a road that does not suit the taste at all, as a share of one that does: it still beats no loop. */
const UNSUITED = 0.05;

export function candidateOf(routed: Routed, { home, taste, loop }: Outing): Candidate {
  const line = [home, ...routed.legs.flatMap(({ path }) => path), home];
  const distanceMeters = routed.legs.reduce((sum, leg) => sum + leg.distanceMeters, 0);
  const durationSeconds = durationOf(routed);
  const degrees = degreesPerKm(line);
  const repeated = repeatedShare(line);
  const suited = UNSUITED + (1 - UNSUITED) * suits(degrees, taste);
  // A gentle drive is no better for turning more.
  const turns = taste === 'gentle' ? 1 : (degrees * distanceMeters) / durationSeconds;
  const rank = turns * suited * (loop ? (1 - repeated) ** 2 : 1);
  return { routed, line, distanceMeters, durationSeconds, degreesPerKm: degrees, repeatedShare: repeated, rank };
}

/** Returns up to `count` candidates, best first, each different from the others. */
export function chooseLoops(candidates: readonly Candidate[], count: number, loop: boolean): Candidate[] {
  const isPoor = ({ repeatedShare: repeated }: Candidate) => loop && repeated > REPEATED_MAX;
  const ranked = [...candidates].sort((a, b) => Number(isPoor(a)) - Number(isPoor(b)) || b.rank - a.rank);
  const chosen: Candidate[] = [];
  for (const candidate of ranked) {
    if (chosen.length === count) break;
    if (chosen.every((other) => differ(candidate.line, other.line))) chosen.push(candidate);
  }
  return chosen;
}

function differ(a: readonly LatLng[], b: readonly LatLng[]): boolean {
  return sharedShare(a, [b]) <= SHARED_MAX && sharedShare(b, [a]) <= SHARED_MAX;
}
