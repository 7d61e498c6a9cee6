import { setImmediate } from 'node:timers/promises';
import { PLAN_TOLERANCE } from '@switchback/contracts/rules/plans';
import { METERS_PER_DEGREE } from '@switchback/geo/distance';
import { type LatLng, wrapLongitude } from '@switchback/geo/location';
import { DETOUR, METERS_PER_SECOND } from '@switchback/geo/straight-way';
import { type Outing, suits } from '@switchback/platform/wire/outing';

const DRIVES_MAX = 4;
/** Unfinished chains that the search extends at each depth, and the extensions that it keeps of each. */
const BEAM = 96;
const FAN = 16;
/** Unfinished chains extended in one turn of the event loop. */
const TURN = 4;
/** Weight of time not filled yet: further drives will fill part of it as well as the present ones do. */
const UNFILLED_WEIGHT = 0.5;
/** Suitability of drives that do not suit the taste, for places without any that do. */
const UNSUITED = 0.05;
/** Loss of rank of a plan whose time is at an end of the range that fills an outing. */
const MISFIT_LOSS = 0.6;
/** Least share of the time on drives; the rest are ways. */
const DRIVEN_MIN = 0.2;
/** Shorter parts of a drive are not worth turning around for. */
const PART_MIN = 0.25;

const WAY_SECONDS_PER_DEGREE = (METERS_PER_DEGREE * DETOUR) / METERS_PER_SECOND;

/** A drive, or a stretch of one, that a chain may contain. */
export interface Candidate {
  id: string;
  start: LatLng;
  end: LatLng;
  /** Meters. */
  distance: number;
  /** Seconds. */
  duration: number;
  degreesPerKm: number;
  /** The part of its drive in meters of the drive's distance; null for the whole drive. */
  stretch: { from: number; to: number } | null;
}

/** A drive of a chain. */
export interface Stage {
  drive: Candidate;
  /** Driven from its end. */
  reversed: boolean;
  /** Share of its length, from where it is entered, after which it turns around; null if it is driven through. */
  turnsAt: number | null;
}

/** Drives, linked by ways, from a place and back to it. */
export interface Chain {
  stages: Stage[];
  /** Estimated time with all ways. */
  seconds: number;
  /** Degrees of heading change of its drives, weighted by how well each suits the taste. */
  worth: number;
}

export interface Found {
  /** Best first; each set of drives once. */
  chains: Chain[];
  /** Whether they fill the time within the tolerance; otherwise they are shorter, longest first. */
  isFilled: boolean;
}

/** A place on a plane whose unit is a second on an estimated way. */
interface Place {
  north: number;
  /** As if at the equator. */
  east: number;
  /** Cosine of the latitude. */
  parallel: number;
}

/** A drive in one direction. */
interface Option extends Stage {
  from: Place;
  to: Place;
  seconds: number;
  homeSeconds: number;
  worth: number;
}

/** A chain that may get further drives. */
interface Partial {
  options: Option[];
  at: Place;
  /** Until its last drive ends. */
  seconds: number;
  /** With the way home. */
  totalSeconds: number;
  worth: number;
  promise: number;
}

/** Returns the range of times that fill an outing, in seconds. */
export function rangeOf({ seconds }: Pick<Outing, 'seconds'>): { min: number; max: number } {
  return { min: seconds * (1 - PLAN_TOLERANCE), max: seconds * (1 + PLAN_TOLERANCE) };
}

/** Returns how well a time fits an outing: 1 for the requested time, less towards the ends of the range. */
export function fitOf(planSeconds: number, { seconds }: Pick<Outing, 'seconds'>): number {
  return Math.max(0, 1 - (MISFIT_LOSS * Math.abs(planSeconds / seconds - 1)) / PLAN_TOLERANCE);
}

/** Bounds of a search. */
export interface Effort {
  /** Whether the time for it is over: the search then returns what it found so far. */
  isOver: () => boolean;
  /** Ends it, with its reason. */
  signal?: AbortSignal | undefined;
}

/**
 * Finds chains of up to four drives, each driven once in either direction, that fill a time, by beam search; without
 * `loop` also drives out and back on the same road. Ranks by worth per minute. Yields to the event loop in between.
 * @throws the signal's reason.
 */
export async function searchChains(
  outing: Outing,
  candidates: readonly Candidate[],
  { isOver, signal }: Effort,
): Promise<Found> {
  const options = candidates.flatMap((drive) => optionsOf(drive, outing));
  const found: Chain[] = outing.loop ? [] : options.flatMap((option) => outAndBack(option, outing) ?? []);
  const home = placeOf(outing.home, outing.home);
  let beam: Partial[] = [{ options: [], at: home, seconds: 0, totalSeconds: 0, worth: 0, promise: 0 }];
  for (let depth = 0; depth < DRIVES_MAX; depth += 1) {
    const next: Partial[] = [];
    for (const [index, partial] of beam.entries()) {
      signal?.throwIfAborted();
      if (isOver()) return rank(found, outing);
      const { promising, filled } = extend(partial, options, outing);
      next.push(...promising);
      found.push(...[...promising, ...filled].map(chainOf));
      if (index % TURN === TURN - 1) await setImmediate();
    }
    beam = mostPromising(next);
  }
  return rank(found, outing);
}

/** Returns the degrees of heading change of a road, weighted by how well it suits the taste. */
export function worthOf(road: Pick<Candidate, 'degreesPerKm' | 'distance'>, taste: Outing['taste']): number {
  return ((road.degreesPerKm * road.distance) / 1_000) * Math.max(UNSUITED, suits(road.degreesPerKm, taste));
}

/** Both directions of a drive; one if it ends where it starts, none if it takes too long. */
function optionsOf(drive: Candidate, { home, seconds, taste }: Outing): Option[] {
  const worth = worthOf(drive, taste);
  if (drive.duration > seconds * (1 + PLAN_TOLERANCE)) return [];
  const origin = placeOf(home, home);
  const [start, end] = [placeOf(drive.start, home), placeOf(drive.end, home)];
  const common = { drive, seconds: drive.duration, turnsAt: null, worth };
  const onward = { ...common, reversed: false, from: start, to: end, homeSeconds: waySeconds(end, origin) };
  const back = { ...common, reversed: true, from: end, to: start, homeSeconds: waySeconds(start, origin) };
  return waySeconds(start, end) < 1 ? [onward] : [onward, back];
}

/** Returns the best extensions of a chain by one drive: of all, and of those that fill the time. */
function extend(
  partial: Partial,
  options: readonly Option[],
  outing: Outing,
): Record<'promising' | 'filled', readonly Partial[]> {
  const { min, max } = rangeOf(outing);
  const promising = new Fan();
  const filled = new Fan();
  for (const option of options) {
    const seconds = partial.seconds + waySeconds(partial.at, option.from) + option.seconds;
    const totalSeconds = seconds + option.homeSeconds;
    if (totalSeconds > max) continue;
    const worth = partial.worth + option.worth;
    const promise = worth / (totalSeconds + UNFILLED_WEIGHT * Math.max(0, min - totalSeconds));
    const rank = totalSeconds >= min ? rankOf({ worth, seconds: totalSeconds }, outing) : 0;
    if (promise <= promising.least && rank <= filled.least) continue;
    if (partial.options.some(({ drive }) => drive.id === option.drive.id)) continue;
    const extended = { options: [...partial.options, option], at: option.to, seconds, totalSeconds, worth, promise };
    promising.add(extended, promise);
    filled.add(extended, rank);
  }
  return { promising: promising.best, filled: filled.best };
}

/** Holds the best of the chains added to it, best first, one for each direction of their last drive. */
class Fan {
  readonly best: Partial[] = [];
  /** The value that a chain must exceed. */
  least = 0;
  readonly #values: number[] = [];

  add(partial: Partial, value: number): void {
    if (value <= this.least) return;
    const alike = this.best.findIndex((other) => endsAlike(other, partial));
    if (alike >= 0 && this.#values[alike]! >= value) return;
    if (alike >= 0) this.#remove(alike);
    const lower = this.#values.findIndex((other) => other < value);
    const place = lower < 0 ? this.best.length : lower;
    this.best.splice(place, 0, partial);
    this.#values.splice(place, 0, value);
    if (this.best.length > FAN) this.#remove(FAN);
    if (this.best.length === FAN) this.least = this.#values[FAN - 1]!;
  }

  #remove(index: number): void {
    this.best.splice(index, 1);
    this.#values.splice(index, 1);
  }
}

/** Whether two chains end with the same drive in the same direction, on whatever stretch of it. */
function endsAlike({ options: a }: Partial, { options: b }: Partial): boolean {
  const [last, other] = [a.at(-1)!, b.at(-1)!];
  return last.drive.id === other.drive.id && last.reversed === other.reversed;
}

function chainOf({ options, totalSeconds, worth }: Partial): Chain {
  return { stages: options, seconds: totalSeconds, worth };
}

/** Returns the most promising chains, only the best of those that visit the same drives and end in the same place. */
function mostPromising(partials: readonly Partial[]): Partial[] {
  const sorted = [...partials].sort((a, b) => b.promise - a.promise);
  const keyOf = ({ options }: Partial) => `${setOf(options)} ${options.at(-1)!.drive.id} ${options.at(-1)!.reversed}`;
  return firstOfEach(sorted, keyOf).slice(0, BEAM);
}

function drivenSeconds({ stages }: Chain): number {
  return stages.reduce((sum, { drive, turnsAt }) => sum + drive.duration * (turnsAt === null ? 1 : 2 * turnsAt), 0);
}

/** Turns around on a drive so that the time is filled, or at its far end. */
function outAndBack({ drive, reversed, from, seconds, worth }: Option, outing: Outing): Chain | null {
  const toDrive = waySeconds(placeOf(outing.home, outing.home), from);
  const part = Math.min(1, (outing.seconds / 2 - toDrive) / seconds);
  if (part < PART_MIN) return null;
  return {
    stages: [{ drive, reversed, turnsAt: part }],
    seconds: 2 * (toDrive + part * seconds),
    worth: 2 * part * worth,
  };
}

function rank(found: readonly Chain[], outing: Outing): Found {
  const { min } = rangeOf(outing);
  const chains = found.filter((chain) => drivenSeconds(chain) >= DRIVEN_MIN * chain.seconds);
  const filled = chains.filter(({ seconds }) => seconds >= min);
  const isFilled = filled.length > 0;
  const sorted = isFilled
    ? filled.sort((a, b) => rankOf(b, outing) - rankOf(a, outing))
    : chains.sort((a, b) => b.seconds - a.seconds);
  return { chains: firstOfEach(sorted, ({ stages }) => setOf(stages)), isFilled };
}

/** Worth per second, by the fit of the time. */
function rankOf({ worth, seconds }: Pick<Chain, 'worth' | 'seconds'>, outing: Outing): number {
  return (worth / seconds) * fitOf(seconds, outing);
}

/** Identifies the drives of a chain, and their stretches. */
function setOf(stages: readonly Stage[]): string {
  return stages
    .map(({ drive: { id, stretch } }) => (stretch === null ? id : `${id} ${stretch.from} ${stretch.to}`))
    .sort()
    .join();
}

function firstOfEach<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const key = keyOf(item);
    return !seen.has(key) && seen.add(key);
  });
}

function placeOf({ lat, lng }: LatLng, home: LatLng): Place {
  return {
    north: (lat - home.lat) * WAY_SECONDS_PER_DEGREE,
    east: wrapLongitude(lng - home.lng) * WAY_SECONDS_PER_DEGREE,
    parallel: Math.cos((lat * Math.PI) / 180),
  };
}

function waySeconds(a: Place, b: Place): number {
  const north = a.north - b.north;
  const east = ((a.east - b.east) * (a.parallel + b.parallel)) / 2;
  return Math.sqrt(north * north + east * east);
}
