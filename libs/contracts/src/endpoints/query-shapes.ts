/**
 * OpenAPI shapes (JSON Schema 2020-12 and list style) of query string values, whose schemas parse text and so cannot
 * express them. Each matches the parser in `query-values.ts` that accepts the same values.
 */
export interface Shape {
  /** JSON Schema of the value from the client's point of view. */
  schema: Record<string, unknown>;
  /** Lists are written `a,b`. */
  isList?: boolean;
}

export interface Extent {
  min: number;
  max: number;
}

export const ID_EXTENT: Extent = { min: 0, max: 2 ** 31 - 1 };
export const LATITUDE: Extent = { min: -90, max: 90 };
export const LONGITUDE: Extent = { min: -180, max: 180 };
/** Half the Earth's circumference in meters, plus a margin. */
export const PROXIMITY: Extent = { min: 0, max: 20_100_000 };
export const GEOCODE_ZOOM: Extent = { min: 0, max: 24 };

export function numberShape({ min, max }: Extent): Shape {
  return { schema: { type: 'number', minimum: min, maximum: max } };
}

export function wholeNumberShape({ min, max }: Extent): Shape {
  return { schema: { type: 'integer', minimum: min, maximum: max } };
}

export function listShape(items: Record<string, unknown>, maxItems: number): Shape {
  return { schema: { type: 'array', items, maxItems }, isList: true };
}

export function choiceShape(choices: readonly string[]): Shape {
  return { schema: { type: 'string', enum: choices } };
}

export function rangeShape(extent: Extent): Shape {
  const end = `(${decimalIn(extent)}|undefined)?`;
  return patternShape(`^${end},${end}$`);
}

export function boundsShape(): Shape {
  const corner = `${decimalIn(LATITUDE)},${decimalIn(LONGITUDE)}`;
  return patternShape(`^${corner},${corner}$`);
}

export function locationShape(): Shape {
  return patternShape(`^${decimalIn(LATITUDE)},${decimalIn(LONGITUDE)}$`);
}

export function geocodeShape(): Shape {
  const open = (extent: Extent) => `(${decimalIn(extent)}|any|undefined)?`;
  const nearness = `(,${open(PROXIMITY)}(,${open(GEOCODE_ZOOM)})?)?`;
  return patternShape(`^${decimalIn(LATITUDE)},${decimalIn(LONGITUDE)}${nearness}$`);
}

function patternShape(pattern: string): Shape {
  return { schema: { type: 'string', pattern } };
}

/** Returns a pattern for plain decimals from 0 to `max`, or from `-max` if `min` is negative. */
function decimalIn({ min, max }: Extent): string {
  const sign = min < 0 ? '-?' : '';
  return `${sign}((${wholeBelow(max)})(\\.[0-9]{1,9})?|${max}(\\.0{1,9})?)`;
}

/** Returns a pattern for the whole numbers below `limit`: fewer digits, or as many digits with a smaller one first. */
function wholeBelow(limit: number): string {
  const digits = [...String(limit)].map(Number);
  const smaller = digits.flatMap((digit, index) => {
    const least = index === 0 && digits.length > 1 ? 1 : 0;
    const rest = digits.length - index - 1;
    if (digit - 1 < least) return [];
    return [`${digits.slice(0, index).join('')}[${least}-${digit - 1}]${rest > 0 ? `[0-9]{${rest}}` : ''}`];
  });
  return [...(digits.length > 1 ? [`[0-9]{1,${digits.length - 1}}`] : []), ...smaller].join('|');
}
