const SMALLEST_PIXELS = 15;
const LARGEST_PIXELS = 30;

/** Grows with the number of digits rather than the number, so that 10,000 drives do not cover a state. */
export function clusterRadiusPixels(count: number): number {
  return Math.min(LARGEST_PIXELS, SMALLEST_PIXELS + 3.5 * Math.log10(Math.max(1, count)));
}

/** `999`, `1.2K`, `34K` in the browser's locale. */
export function clusterLabel(count: number): string {
  return new Intl.NumberFormat(undefined, {
    notation: 'compact',
    maximumFractionDigits: count < 10_000 ? 1 : 0,
  }).format(count);
}
