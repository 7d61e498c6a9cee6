import { LIMITS } from '@switchback/contracts/rules/limits';
import type { LatLng } from '@switchback/geo/location';
import { readPlusCode } from './plus-code.js';

/** A stop of a route in the address of a maps page: a name, a point, or both; neither if only an id names it. */
export interface UrlStop {
  label: string;
  location: LatLng | null;
}

/** Which coordinate a planner writes first. */
export type AxisOrder = 'latLng' | 'lngLat';

/** `ll.` of Waze, `near-` of MapQuest, `via:` of Google, `latlng:` of Baidu, `loc:` and `geo:` of messaging apps. */
const PREFIX = /^(?:ll\.|near-(?=-?\d)|via:|loc:|geo:|latlng:)/i;
/** Ids of places, which only their planner can resolve. */
const PLACE_ID =
  /^(?:place\.\S+|place_?id[:=.]\S+|venues?\.\S+|w\.\d[\d.]*|ypid[.:]\S+|f?t?[ci]?id[:=]\S+|here:\S+|e-eyJ\S+|ymapsbm1:\S+|ChIJ[\w-]{16,}|0x[\da-f]+:0x[\da-f]+)$/i;
/** One angle: a hemisphere before or after, degrees, minutes, seconds. Expects collapsed whitespace. */
const ANGLE = `([NSEW]?) ?([+-]?\\d{1,3}(?:\\.\\d{1,20})?) ?°? ?(?:(\\d{1,2}(?:\\.\\d{1,20})?) ?' ?)?(?:(\\d{1,2}(?:\\.\\d{1,20})?) ?" ?)?([NSEW]?)`;
const ANGLES = new RegExp(`^\\(?${ANGLE} ?[,;]? ?(?<![\\d.])${ANGLE}\\)?$`, 'i');
const DECIMALS = String.raw`[+-]?\d{1,3}\.\d{1,20} ?[,;] ?[+-]?\d{1,3}\.\d{1,20}`;
const LABEL_BEHIND = new RegExp(`^\\(?(${DECIMALS})\\)? ?(?:[,;:_|] ?| |(?=\\())(.+)$`);
/** GraphHopper joins point and label by an underscore, after whole degrees, too. */
const LABEL_JOINED = /^([+-]?\d{1,3}(?:\.\d{1,20})?,[+-]?\d{1,3}(?:\.\d{1,20})?)_(.+)$/;
const LABEL_BEFORE = new RegExp(`^(.*\\p{L}.*?) ?(?:[,;@(]|:{1,2}) ?(${DECIMALS})\\)?$`, 'u');
const WRITTEN_PAIR = /^\(?[+-]?\d{1,3}(?:\.\d+)? ?[,;] ?[+-]?\d{1,3}(?:\.\d+)?\)?$/;

/**
 * Reads a name, a point in decimal degrees or degrees, minutes and seconds, or a full plus code, optionally next to a
 * label. The id of a place is not a name: its label is empty.
 */
export function stopOf(text: string, order: AxisOrder = 'latLng'): UrlStop {
  const written = writtenIn(text);
  if (PLACE_ID.test(written)) return { label: '', location: null };
  const plain = written.replace(PREFIX, '').trim();
  return labelled(plain, order) ?? readPlusCode(plain) ?? unlabelled(plain, order);
}

/** Returns the stops of the texts that are not blank, in order. */
export function stopsOf(texts: readonly (string | null | undefined)[], order: AxisOrder): UrlStop[] {
  return texts.filter((text) => text && isStop(text)).map((text) => stopOf(text!, order));
}

/** Returns whether a text holds anything besides quotes and prefixes. */
export function isStop(text: string): boolean {
  return writtenIn(text).replace(PREFIX, '').trim() !== '';
}

/** Returns whether a label is a pair of numbers; without a place, their order or range is unclear. */
export function isWrittenPair(label: string): boolean {
  return WRITTEN_PAIR.test(label);
}

/** Returns a point, or null if it is outside the valid range. */
export function pointOf(lat: number, lng: number): LatLng | null {
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : null;
}

function unlabelled(text: string, order: AxisOrder): UrlStop {
  const location = pointIn(text, order);
  // The product shows latitude first everywhere.
  const isTurned = location !== null && order === 'lngLat' && isWrittenPair(text);
  return { label: isTurned ? `${location.lat}, ${location.lng}` : text, location };
}

function labelled(text: string, order: AxisOrder): UrlStop | null {
  const [, point, behind] = LABEL_BEHIND.exec(text) ?? LABEL_JOINED.exec(text) ?? [];
  const [, before, placed] = LABEL_BEFORE.exec(text) ?? [];
  const isName = behind !== undefined && /[\p{L}\p{N}]/u.test(behind);
  const label = isName ? behind : before;
  const written = isName ? point : placed;
  if (label === undefined || written === undefined) return null;
  return { label: label.replace(/^\((.*)\)$/, '$1').trim(), location: pointIn(written, order) };
}

function writtenIn(text: string): string {
  const spaced = text.slice(0, 4 * LIMITS.waypointLabelMax).replace(/\s+/g, ' ');
  return unquoted(spaced.trim()).trim().slice(0, LIMITS.waypointLabelMax);
}

function unquoted(text: string): string {
  return /^['"‘“]/.test(text) ? text.replace(/^['"‘“]/, '').replace(/['"’”]$/, '') : text;
}

function pointIn(text: string, order: AxisOrder): LatLng | null {
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
  const isLettered = first.hemisphere !== '' || second.hemisphere !== '';
  const isTurned = isLettered ? /[EW]/.test(first.hemisphere) || /[NS]/.test(second.hemisphere) : order === 'lngLat';
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
