import type { WayTaste } from '@switchback/contracts/rules/directions';
import { sharedShare } from '@switchback/geo/repeated-share';
import { TIME_MAX } from './leg-search.js';
import { curvesOf, isCurvier, type Way } from './way-measures.js';

/** Longest time of each kind of way, as a share of that of the fastest. */
const TIMES: readonly { taste: WayTaste; time: number }[] = [
  { taste: 'winding', time: 1.2 },
  { taste: 'twisty', time: 1.4 },
  { taste: 'relentless', time: TIME_MAX },
];
/** Curves of a way as a share of those of the one before it: less is no reason to drive longer. */
const CURVIER = 1.1;
/** Degrees per kilometer by which it has to exceed them, too: one corner is none either. */
const GAIN_MIN = 4;
/** Share of a line on the roads of another one from which both count as the same way. */
const SAME = 0.97;

export interface Pick {
  taste: WayTaste;
  way: Way;
}

/** Returns the fastest way and the curviest ones within the time of each kind, those that are the same once. */
export function pickWays(fastest: Way, ways: readonly Way[]): Pick[] {
  const picks: Pick[] = [{ taste: 'fastest', way: fastest }];
  for (const { taste, time } of TIMES) {
    const quick = ways.filter(({ seconds }) => seconds <= time * fastest.seconds);
    const [way] = quick.sort((a, b) => curvesOf(b) - curvesOf(a));
    const before = picks.at(-1)!.way;
    const gain = way ? curvesOf(way) - curvesOf(before) : 0;
    if (way && gain >= GAIN_MIN && isCurvier(way, before, CURVIER) && !isSame(way, before)) picks.push({ taste, way });
  }
  return picks;
}

function isSame(a: Way, b: Way): boolean {
  return sharedShare(a.line, [b.line]) >= SAME && sharedShare(b.line, [a.line]) >= SAME;
}
