import type { LatLng } from '@switchback/geo/location';

const DIGITS = '23456789CFGHJMPQRVWX';
const DIGIT = `[${DIGITS}]`;
/** Digits before the sign. Addresses often turn the sign into a blank. */
const AREA_DIGITS = 8;
/** Pairs of digits up to here, then one digit for a cell of a grid. */
const PAIR_DIGITS = 10;
const GRID = { rows: 5, columns: 4 };
/** First digits beyond these would be off the earth. */
const FULL = new RegExp(`^([2-9C][2-9CFGHJMPQRV]${DIGIT}{6})[+ ](${DIGIT}{2,7})?(?:[ ,]+(.+))?$`, 'i');
const SHORT = new RegExp(`^((?:${DIGIT}{2}){1,3})([+ ])(${DIGIT}{2,7})[ ,]+(.+)$`, 'i');

/** A full Open Location Code, as Google Maps writes places without an address: "867VHCWX+2C". */
interface FullCode {
  label: string;
  location: LatLng;
}

/** A short code, which needs a place nearby: "HCWX+2C Asheville". */
export interface ShortCode {
  digits: string;
  town: string;
}

/** Decodes a full code to the center of its area; the text behind it is its label. */
export function readPlusCode(text: string): FullCode | null {
  const [, area, rest = '', label] = FULL.exec(text) ?? [];
  // A blank for the sign: eight digits, or eight letters, may be something else.
  if (area === undefined || (!text.includes('+') && !(/\d/.test(area) && /[a-z]/i.test(area)))) return null;
  const { lat, lng } = centerOf(area + rest, 0);
  return { label: label ?? `${area}+${rest}`.toUpperCase(), location: { lat: lat - 90, lng: lng - 180 } };
}

export function readShortCode(text: string): ShortCode | null {
  const [, area, sign, rest, town] = SHORT.exec(text) ?? [];
  // "22 33 Main Street" is an address.
  const isCode = area !== undefined && (sign === '+' || (/\d/.test(area) && /[a-z]/i.test(area)));
  return isCode ? { digits: area.padStart(AREA_DIGITS, ' ') + rest!, town: town! } : null;
}

/** Returns the place of a short code that is nearest to a point. */
export function nearestTo({ lat, lng }: LatLng, { digits }: ShortCode): LatLng {
  const input = digits.trimStart();
  const missing = digits.length - input.length;
  const cellDegrees = degreesOf(missing);
  const center = centerOf(input, missing);
  const near = (from: number, offset: number) => {
    const away = offset - (((from % cellDegrees) + cellDegrees) % cellDegrees);
    return from + away - cellDegrees * Math.round(away / cellDegrees);
  };
  return { lat: near(lat + 90, center.lat) - 90, lng: near(lng + 180, center.lng) - 180 };
}

/** Returns the center of a code's area as degrees from the corner of the cell that the missing digits name. */
function centerOf(digits: string, missing: number): LatLng {
  const step = { lat: degreesOf(missing), lng: degreesOf(missing) };
  const corner = { lat: 0, lng: 0 };
  for (let at = 0; at < digits.length;) {
    const [first, second] = [...digits.slice(at, at + 2).toUpperCase()].map((digit) => DIGITS.indexOf(digit));
    if (at + missing < PAIR_DIGITS) {
      step.lat /= DIGITS.length;
      step.lng /= DIGITS.length;
      corner.lat += first! * step.lat;
      corner.lng += second! * step.lng;
      at += 2;
    } else {
      step.lat /= GRID.rows;
      step.lng /= GRID.columns;
      corner.lat += Math.floor(first! / GRID.columns) * step.lat;
      corner.lng += (first! % GRID.columns) * step.lng;
      at += 1;
    }
  }
  return { lat: corner.lat + step.lat / 2, lng: corner.lng + step.lng / 2 };
}

/** Returns the size of a cell named by a number of digits, at most eight; 400° without any. */
function degreesOf(digits: number): number {
  return DIGITS.length ** (2 - digits / 2);
}
