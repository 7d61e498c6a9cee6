/** Median and range of the rounds. */
export interface Spread {
  median: number;
  low: number;
  high: number;
}

export interface Comparison {
  floor: Spread;
  ours: Spread;
  /** Ours divided by floor, computed within each round, so that a disturbance of both cancels out. */
  ratio: Spread;
}

export type Side = 'floor' | 'ours';

/** @throws RangeError if there are no values. */
export function quantile(values: readonly number[], fraction: number): number {
  if (values.length === 0) throw new RangeError('There are no values.');
  const sorted = [...values].sort((a, b) => a - b);
  const place = (sorted.length - 1) * fraction;
  const [low, high] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!];
  return low + (high - low) * (place - Math.floor(place));
}

export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function spread(values: readonly number[]): Spread {
  return { median: median(values), low: Math.min(...values), high: Math.max(...values) };
}

/**
 * Returns the run order of one round. ABBA: an even drift (heat, caches, a filling disk) affects both sides alike. A
 * side that takes minutes runs once a round, and rounds alternate, so that two of them make ABBA.
 */
export function orderOf(round: number, isLong: boolean): Side[] {
  if (!isLong) return ['floor', 'ours', 'ours', 'floor'];
  return round % 2 === 0 ? ['floor', 'ours'] : ['ours', 'floor'];
}

export interface Rounds {
  rounds: number;
  /** Runs each side once a round; see {@link orderOf}. */
  isLong?: boolean;
}

/**
 * Runs both sides in turn, each after one warm-up, except for long sides, which need none. Each run returns one figure.
 */
export async function compare(
  { rounds, isLong = false }: Rounds,
  sides: Record<Side, () => Promise<number>>,
): Promise<Comparison> {
  if (!isLong) for (const side of ['floor', 'ours'] as const) await sides[side]();
  const perRound: Record<Side, number>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const figures: Record<Side, number[]> = { floor: [], ours: [] };
    for (const side of orderOf(round, isLong)) figures[side].push(await sides[side]());
    perRound.push({ floor: mean(figures.floor), ours: mean(figures.ours) });
  }
  return comparisonOf(perRound);
}

export function comparisonOf(perRound: readonly Record<Side, number>[]): Comparison {
  return {
    floor: spread(perRound.map(({ floor }) => floor)),
    ours: spread(perRound.map(({ ours }) => ours)),
    ratio: spread(perRound.map(({ floor, ours }) => ours / floor)),
  };
}

/** Returns the slope of the least-squares line through the points on logarithmic scales: y grows as x to this power. */
export function growthExponent(points: readonly { x: number; y: number }[]): number {
  if (points.length < 2) throw new RangeError('A growth needs two points.');
  const logs = points.map(({ x, y }) => ({ x: Math.log(x), y: Math.log(y) }));
  const center = { x: mean(logs.map(({ x }) => x)), y: mean(logs.map(({ y }) => y)) };
  const covariance = logs.reduce((sum, { x, y }) => sum + (x - center.x) * (y - center.y), 0);
  return covariance / logs.reduce((sum, { x }) => sum + (x - center.x) ** 2, 0);
}
