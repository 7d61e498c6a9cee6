/** A text that is the number of a road and nothing else: "us-129", "U.S. Route 129", "I 40", "highway 12". */
const ROAD =
  /^(?:(u\.?\s?s\.?|interstate|i|s\.?r\.?)[\s-]*(?:(?:route|rte|rt|highway|hwy)\.?[\s-]*)?|(?:route|rte|rt|highway|hwy)\.?[\s-]*)0*([1-9]\d{0,3}[a-z]?)$/i;
const KINDS: Record<string, string> = { us: 'US', i: 'I', interstate: 'I', sr: 'SR' };

/** Returns the road that a text names by its number, as it is written on signs; null if it names none. */
export function roadNumberOf(text: string): string | null {
  const [, kind, number] = ROAD.exec(text.trim()) ?? [];
  if (number === undefined) return null;
  const name = kind === undefined ? 'Route' : (KINDS[kind.toLowerCase().replaceAll(/[.\s]/g, '')] ?? 'Route');
  return `${name}${name === 'I' ? '-' : ' '}${number.toUpperCase()}`;
}
