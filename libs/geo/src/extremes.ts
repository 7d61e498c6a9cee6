/**
 * Thins a row of values for a chart: keeps the lowest and the highest of each of equal stretches, and both ends, so that
 * no extreme is lost.
 * @param max at least 4
 * @returns the indexes of at most `max` values, in order.
 */
export function extremesOf(values: readonly number[], max: number): number[] {
  if (values.length <= max) return [...values.keys()];
  const inner = values.length - 2;
  const stretches = Math.floor(max / 2) - 1;
  const retained = new Set([0]);
  for (let stretch = 0; stretch < stretches; stretch += 1) {
    const from = 1 + Math.floor((stretch * inner) / stretches);
    const to = 1 + Math.floor(((stretch + 1) * inner) / stretches);
    let [lowest, highest] = [from, from];
    for (let index = from + 1; index < to; index += 1) {
      if (values[index]! < values[lowest]!) lowest = index;
      if (values[index]! > values[highest]!) highest = index;
    }
    retained.add(Math.min(lowest, highest)).add(Math.max(lowest, highest));
  }
  return [...retained, values.length - 1];
}
