const SINGLE_PIXELS = 8;
const SMALLEST_PIXELS = 12;
const LARGEST_PIXELS = 32;

/**
 * Returns a cluster's radius. A single drive is a small pin. Clusters grow with the number of digits rather than the
 * number, so that 10,000 drives do not cover a state.
 */
export function clusterRadiusPixels(count: number): number {
  if (count <= 1) return SINGLE_PIXELS;
  return Math.min(LARGEST_PIXELS, SMALLEST_PIXELS + 5 * Math.log10(count));
}

/** `999`, `1.2K`, `34K` in the browser's locale. */
export function clusterLabel(count: number): string {
  return new Intl.NumberFormat(undefined, {
    notation: 'compact',
    maximumFractionDigits: count < 10_000 ? 1 : 0,
  }).format(count);
}
