/** A position 0,0 farther than this from both neighbors comes from a receiver without a fix. */
const NEAR_DEGREES = 2;
const LAT_MAX = 90;
const LNG_MAX = 360;

type Position = readonly [lng: number, lat: number];

/**
 * Returns the indexes of a line's invalid or missing positions. Empty if that would be half of them or more: then the
 * whole line is wrong.
 */
export function badPositions(line: readonly unknown[]): Set<number> {
  const bad = new Set<number>();
  for (const index of line.keys()) {
    if (!isPosition(line[index]) || isNowhere(line, index)) bad.add(index);
  }
  return 2 * bad.size < line.length ? bad : new Set();
}

function isPosition(value: unknown): value is Position {
  const [lng, lat] = Array.isArray(value) ? (value as unknown[]) : [];
  return isWithin(lng, LNG_MAX) && isWithin(lat, LAT_MAX);
}

function isWithin(value: unknown, limit: number): boolean {
  return typeof value === 'number' && Math.abs(value) <= limit;
}

function isNowhere(line: readonly unknown[], index: number): boolean {
  if (!isOrigin(line[index])) return false;
  const neighbours = [line[index - 1], line[index + 1]].filter((value) => isPosition(value) && !isOrigin(value));
  return (neighbours as Position[]).every(([lng, lat]) => Math.abs(lng) > NEAR_DEGREES || Math.abs(lat) > NEAR_DEGREES);
}

function isOrigin(value: unknown): boolean {
  return isPosition(value) && value[0] === 0 && value[1] === 0;
}
