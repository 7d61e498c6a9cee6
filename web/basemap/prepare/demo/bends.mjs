/** Bends a guessed line until it is as long as its road: curves all along, and hairpins where the road has them. */
import { kmBetween } from '../road-graph.mjs';

const KM_PER_DEGREE = 111.2;
/** Amplitude of curves and half the width of hairpins at scale 1. */
const CURVE_SHARE = 0.2;
const HAIRPIN_KM = 0.1;
/** Share by which hairpins gain height in their turns rather than on the ramps between them. */
const TURN_SHARE = 0.75;
const STEPS_A_CURVE = 6;
const STEPS_A_HAIRPIN = 12;
const CURVE_KM = { min: 0.2, max: 1.2 };
/** Lengths of the curves relative to each other: mostly short, a few long. */
const CURVE_LENGTHS = { min: 0.4, spread: 2.4 };
/** A guessed line leaves the straight one in bends of several curves, too. */
const WANDER_CURVES = 7;
const WANDER_SHARE = 0.16;
const DIRECTION_KM = 0.15;
const STRAIGHT_KM = 0.1;

export function lengthKm(line) {
  return line.slice(1).reduce((sum, point, index) => sum + kmBetween(line[index], point), 0);
}

/**
 * Returns the line bent to `km`, within a hundredth where that is possible.
 * @param {number[][]} line
 * @param {{km: number, curves?: number, hairpins: {from: number, to: number, count: number}[], keep: {from: number,
 *   to: number}[], isWater: (point: number[]) => boolean, wanders: boolean}} road `from` and `to` in km along the line; `keep`
 *   stays straight
 */
export function bent(line, road) {
  let [low, high] = [0, 4];
  let best = line;
  for (let round = 0; round < 24; round++) {
    const scale = (low + high) / 2;
    best = drawn(line, road, scale);
    if (lengthKm(best) < road.km) low = scale;
    else high = scale;
  }
  return best;
}

function drawn(line, road, scale) {
  const walk = walker(line);
  const random = seeded(line.length);
  const sections = [...road.hairpins, ...road.keep].sort((a, b) => a.from - b.from);
  const points = [];
  let at = 0;
  for (const section of [...sections, { from: walk.km, to: walk.km }]) {
    points.push(...curves(walk, { from: at, to: section.from }, road, scale, random));
    points.push(...(section.count === undefined ? straight(walk, section) : hairpins(walk, section, scale, random)));
    at = section.to;
  }
  return [line[0], ...points, line.at(-1)];
}

function straight(walk, { from, to }) {
  const count = Math.ceil((to - from) / STRAIGHT_KM);
  return Array.from({ length: count }, (_, step) => walk.at(from + (step / count) * (to - from)));
}

/** Curves of uneven length and width around a line that wanders, on the side that is land. */
function curves(walk, { from, to }, road, scale, random) {
  if (to <= from) return [];
  const wave = road.curves === undefined ? Math.min(CURVE_KM.max, Math.max(CURVE_KM.min, road.km / 90)) : undefined;
  const total = Math.max(1, Math.round(((to - from) / (wave ?? (2 * walk.km) / road.curves)) * 2));
  const weights = Array.from({ length: total }, () => CURVE_LENGTHS.min + CURVE_LENGTHS.spread * random() ** 2);
  const unit = (to - from) / weights.reduce((sum, weight) => sum + weight, 0);
  const wander = wandering(
    road.wanders ? scale * WANDER_SHARE * WANDER_CURVES * unit : 0,
    WANDER_CURVES * unit,
    random,
  );
  const points = [];
  let start = from;
  for (const [index, weight] of weights.entries()) {
    const half = weight * unit;
    const amplitude = scale * CURVE_SHARE * half * (0.5 + random());
    const side = index % 2 === 0 ? 1 : -1;
    for (let step = 0; step < STEPS_A_CURVE; step++) {
      const share = step / STEPS_A_CURVE;
      const km = start + share * half;
      const far =
        side * amplitude * Math.sin(Math.PI * share) + wander(km) * taperOf(km, from, to, WANDER_CURVES * unit);
      const dry = [far, far / 3, -far, 0].map((away) => walk.beside(km, away)).find((point) => !road.isWater(point));
      points.push(dry ?? walk.beside(km, 0));
    }
    start += half;
  }
  return points;
}

/** A smooth random offset, up to `amplitude` km, that changes within `wave` km. */
function wandering(amplitude, wave, random) {
  const knots = [];
  return (km) => {
    const at = km / wave;
    const index = Math.floor(at);
    while (knots.length <= index + 1) knots.push((random() * 2 - 1) * amplitude);
    const ease = (1 - Math.cos(Math.PI * (at - index))) / 2;
    return knots[index] + (knots[index + 1] - knots[index]) * ease;
  };
}

/** From 0 at both ends to 1 within `wave` km. */
function taperOf(km, from, to, wave) {
  return Math.min(1, (km - from) / wave, (to - km) / wave);
}

/** Ramps from side to side, with a turn at the end of each. */
function hairpins(walk, { from, to, count }, scale, random) {
  const points = [];
  for (let index = 0; index < count; index++) {
    const width = scale * HAIRPIN_KM * (0.7 + 0.6 * random());
    const side = index % 2 === 0 ? 1 : -1;
    for (let step = 0; step < STEPS_A_HAIRPIN; step++) {
      const share = step / STEPS_A_HAIRPIN;
      const along = index + share - (TURN_SHARE * Math.sin(2 * Math.PI * share)) / (2 * Math.PI);
      points.push(walk.beside(from + (along / count) * (to - from), side * width * Math.sin(Math.PI * share)));
    }
  }
  return points;
}

/** Finds places along a line and next to it. */
export function walker(line) {
  const reached = [0];
  for (let index = 1; index < line.length; index++)
    reached.push(reached[index - 1] + kmBetween(line[index - 1], line[index]));
  const km = reached.at(-1);
  const at = (wanted) => {
    let [index, last] = [1, line.length - 1];
    while (index < last) {
      const middle = (index + last) >> 1;
      if (reached[middle] < wanted) index = middle + 1;
      else last = middle;
    }
    const [a, b] = [line[index - 1], line[index]];
    const share = (wanted - reached[index - 1]) / (reached[index] - reached[index - 1] || 1);
    return [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])];
  };
  const beside = (wanted, awayKm) => {
    const [lng, lat] = at(Math.min(km, Math.max(0, wanted)));
    const [a, b] = [at(Math.max(0, wanted - DIRECTION_KM)), at(Math.min(km, wanted + DIRECTION_KM))];
    const shrink = Math.cos((lat * Math.PI) / 180);
    const [x, y] = [(b[0] - a[0]) * shrink, b[1] - a[1]];
    const length = Math.hypot(x, y) || 1;
    return [lng - ((y / length) * awayKm) / KM_PER_DEGREE / shrink, lat + ((x / length) * awayKm) / KM_PER_DEGREE];
  };
  return { km, at, beside, kmOf: (index) => reached[index] };
}

/** Returns the same numbers from 0 to 1 for the same seed, so that a drawing can be repeated. */
function seeded(seed) {
  let state = seed + 1;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}
