import { distanceMeters } from '@switchback/geo/distance';
import { DETOUR } from '@switchback/geo/straight-way';
import type { Ends, Routed, Via } from '../router/router.js';
import { inOrder, metersOver, reversed, sketchesBetween, type Stretch } from './stretches.js';
import { curvesOf, isCurvier, type IsTown, type Way, wayOf } from './way-measures.js';

/** Longest time of a way, as a share of that of the fastest. */
export const TIME_MAX = 1.6;

/** Requests a route through points; null if there is none, or no time to ask. */
export type Ask = (vias: readonly Via[]) => Promise<Routed | null>;

/** Stretches tried alone, and of one road. */
const SINGLES = { all: 36, ofRoad: 4 };
/** Ways that are combined with each other, and combinations tried, in each round. */
const ROUNDS = [
  { of: 8, tried: 8 },
  { of: 8, tried: 6 },
];
/** Stretches of a way; each needs two via points. */
const STRETCHES_MAX = 4;
/** By how much an estimated time may exceed the longest. */
const OPTIMISM = 1.1;
/** Seconds for a straight meter between places, whatever the fastest way takes. */
const PACE = { min: 0.05, max: 0.14 };
/** Share of the speed of the fastest way that a curvy road allows. */
const CURVY_SPEED = 0.8;
/** A junction is driven twice for a few meters. */
const REPEATED_METERS_MAX = 60;

/** A way to be tried. */
interface Trial {
  /** In the order of travel. */
  stretches: readonly Stretch[];
  /** Estimated curves in degrees per kilometer. */
  promise: number;
}

/** A way over stretches. */
interface Success {
  stretches: readonly Stretch[];
  way: Way;
}

/** Searches for curvier ways between two places. */
export class LegSearch {
  readonly #tried = new Set<string>();
  readonly #successes: Success[] = [];

  constructor(
    private readonly ends: Ends,
    private readonly fastest: Way,
    private readonly ask: Ask,
    private readonly isTown: IsTown,
  ) {}

  /** Returns the ways over the stretches that are curvier than the fastest and do not take too long. */
  async find(stretches: readonly Stretch[]): Promise<Way[]> {
    const singles = this.#singles(stretches);
    // Fill the list if roads are unknown, or few.
    const sketches = sketchesBetween(this.ends).map((sketch): Trial => ({ stretches: [sketch], promise: 0 }));
    await this.#try([...singles, ...sketches].slice(0, SINGLES.all));
    for (const { of, tried } of ROUNDS) await this.#try(this.#combined(of).slice(0, tried));
    return this.#successes.map(({ way }) => way);
  }

  #singles(stretches: readonly Stretch[]): Trial[] {
    const { start, end } = this.ends;
    const ranked = stretches.flatMap((stretch): Trial[] => {
      const back = reversed(stretch);
      const onward = metersOver(stretch, start, end) <= metersOver(back, start, end) ? stretch : back;
      const promise = this.#promiseOf(onward);
      return promise === null ? [] : [{ stretches: [onward], promise }];
    });
    const ofRoad = new Map<string, number>();
    return ranked
      .sort((a, b) => b.promise - a.promise)
      .filter(({ stretches: [stretch] }) => {
        const count = (ofRoad.get(stretch!.road) ?? 0) + 1;
        ofRoad.set(stretch!.road, count);
        return count <= SINGLES.ofRoad;
      });
  }

  /** Returns the estimated curves of the way over a stretch; null if it takes too long. */
  #promiseOf(stretch: Stretch): number | null {
    const { start, end } = this.ends;
    const { seconds, meters } = this.fastest;
    const pace = Math.min(PACE.max, Math.max(PACE.min, seconds / distanceMeters(start, end)));
    const between = metersOver(stretch, start, end) - stretch.meters;
    const estimate = pace * between + (stretch.meters * seconds) / (CURVY_SPEED * meters);
    if (estimate > OPTIMISM * TIME_MAX * seconds) return null;
    const rest = DETOUR * between;
    const degrees = stretch.degrees + (curvesOf(this.fastest) * rest) / 1_000;
    return curvesOf({ degrees, meters: stretch.meters + rest });
  }

  /** Combines the best ways: what each adds to the fastest adds up. */
  #combined(of: number): Trial[] {
    const best = [...this.#successes].sort((a, b) => curvesOf(b.way) - curvesOf(a.way)).slice(0, of);
    const pairs = best.flatMap((a, index) => best.slice(index + 1).map((b) => [a, b] as const));
    const trials = pairs.flatMap(([a, b]) => this.#combination(a, b) ?? []);
    return trials.sort((a, b) => b.promise - a.promise).filter(({ stretches }) => !this.#tried.has(keyOf(stretches)));
  }

  #combination(a: Success, b: Success): Trial | null {
    const { ends, fastest } = this;
    const each = new Map([...a.stretches, ...b.stretches].map((stretch) => [keyOf([stretch]), stretch]));
    const sum = (of: 'seconds' | 'meters' | 'degrees') => a.way[of] + b.way[of] - fastest[of];
    if (each.size > STRETCHES_MAX || sum('seconds') > OPTIMISM * TIME_MAX * fastest.seconds) return null;
    const promise = curvesOf({ degrees: sum('degrees'), meters: sum('meters') });
    if (promise <= Math.max(curvesOf(a.way), curvesOf(b.way))) return null;
    return { stretches: inOrder([...each.values()], ends), promise };
  }

  async #try(trials: readonly Trial[]): Promise<void> {
    await Promise.all(trials.map((trial) => this.#route(trial)));
  }

  async #route({ stretches }: Trial): Promise<void> {
    const key = keyOf(stretches);
    if (this.#tried.has(key)) return;
    this.#tried.add(key);
    const vias = stretches.flatMap((stretch) => stretch.vias);
    const routed = await this.ask(vias);
    const way = routed && wayOf(routed, vias, this.isTown);
    if (way && this.#isSound(way)) this.#successes.push({ stretches, way });
  }

  /** Whether a way is curvier, not too long, and neither leaves its way for a point and comes back nor turns around. */
  #isSound(way: Way): boolean {
    const { fastest } = this;
    if (way.seconds > TIME_MAX * fastest.seconds || !isCurvier(way, fastest, 1)) return false;
    const [own, usual] = [way.repeats(), fastest.repeats()];
    return own.meters - usual.meters <= REPEATED_METERS_MAX && own.turns <= usual.turns;
  }
}

function keyOf(stretches: readonly Stretch[]): string {
  return stretches.map(({ vias: [{ location }] }) => `${location.lat} ${location.lng}`).join();
}
