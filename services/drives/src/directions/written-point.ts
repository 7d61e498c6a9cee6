import { LIMITS } from '@switchback/contracts/rules/limits';
import type { LatLng } from '@switchback/geo/location';

/** A stop of a route in the address of a maps page: a name, a point, or both. */
export interface UrlStop {
  label: string;
  location: LatLng | null;
}

/** `ll.` of Waze, `via:` of Google, `loc:` and `geo:` of messaging apps. */
const PREFIX = /^(?:ll\.|via:|loc:|geo:)/i;
/** One angle: a hemisphere before or after, degrees, minutes, seconds. Expects collapsed whitespace. */
const ANGLE = `([NSEW]?) ?([+-]?\\d{1,3}(?:\\.\\d{1,20})?) ?°? ?(?:(\\d{1,2}(?:\\.\\d{1,20})?) ?' ?)?(?:(\\d{1,2}(?:\\.\\d{1,20})?) ?" ?)?([NSEW]?)`;
const ANGLES = new RegExp(`^\\(?${ANGLE} ?[,;]? ?(?<![\\d.])${ANGLE}\\)?$`, 'i');
const LABEL_BEHIND = /^([+-]?\d{1,2}\.\d{1,20} ?[,;] ?[+-]?\d{1,3}\.\d{1,20}) ?(?:[,;:] ?| |(?=\())(.+)$/;

/** Reads a name, or a point in decimal degrees or degrees, minutes and seconds, optionally followed by a label. */
export function stopOf(text: string): UrlStop {
  const written = unquoted(
    text
      .slice(0, 4 * LIMITS.waypointLabelMax)
      .replace(/\s+/g, ' ')
      .trim(),
  )
    .replace(PREFIX, '')
    .trim()
    .slice(0, LIMITS.waypointLabelMax);
  const [, point, behind] = LABEL_BEHIND.exec(written) ?? [];
  const labelled = point === undefined ? null : pointIn(point);
  if (labelled && /[\p{L}\p{N}]/u.test(behind!)) {
    return { label: behind!.replace(/^\((.*)\)$/, '$1').trim(), location: labelled };
  }
  return { label: written, location: pointIn(written) };
}

/** Returns the stops of the texts that are not blank, in order. */
export function stopsOf(texts: readonly (string | null | undefined)[]): UrlStop[] {
  return texts.flatMap((text) => (text?.trim() ? [stopOf(text)] : [])).filter(({ label }) => label !== '');
}

/** Returns a point, or null if it is outside the valid range. */
export function pointOf(lat: number, lng: number): LatLng | null {
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : null;
}

function unquoted(text: string): string {
  return /^['"‘“]/.test(text) ? text.replace(/^['"‘“]/, '').replace(/['"’”]$/, '') : text;
}

function pointIn(text: string): LatLng | null {
  const plain = text
    .replace(/[′’‘]/g, "'")
    .replace(/[″“”]|''/g, '"')
    .replace(/º/g, '°');
  const found = ANGLES.exec(plain);
  if (!found) return null;
  // "N35° 35.7' W82° 33.1'": the letter between the angles belongs to the second.
  if (found[1] && found[5] && !found[6]) [found[5], found[6]] = ['', found[5]];
  const first = angleOf(found.slice(1, 6));
  const second = angleOf(found.slice(6, 11));
  const isTurned = /[EW]/.test(first.hemisphere) || /[NS]/.test(second.hemisphere);
  // Two blank-separated numbers without a hemisphere may be a house number and a postcode.
  if (!/[,;]/.test(plain) && (first.hemisphere === '' || second.hemisphere === '')) return null;
  return isTurned ? pointOf(second.degrees, first.degrees) : pointOf(first.degrees, second.degrees);
}

function angleOf([before, degrees, minutes = '0', seconds = '0', behind]: (string | undefined)[]) {
  const hemisphere = (before || behind || '').toUpperCase();
  const size = Math.abs(Number(degrees)) + Number(minutes) / 60 + Number(seconds) / 3600;
  const isNegative = degrees!.startsWith('-') !== /[SW]/.test(hemisphere);
  return { hemisphere, degrees: isNegative ? -size : size };
}
