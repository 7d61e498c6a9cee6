/**
 * Parsers of query string values. An empty value or the text `undefined` counts as not given, as the spec requires.
 * Every parser describes a fault of its parameter in one sentence.
 */
import { z } from 'zod';
import type { NumberRange } from '../rules/filters.js';
import { LIMITS } from '../rules/limits.js';
import {
  boundsShape,
  choiceShape,
  type Extent,
  geocodeShape,
  GEOCODE_ZOOM,
  ID_EXTENT,
  LATITUDE,
  listShape,
  locationShape,
  LONGITUDE,
  numberShape,
  PROXIMITY,
  rangeShape,
  type Shape,
  wholeNumberShape,
} from './query-shapes.js';

const IDS_MAX = 200;
const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i;

export function isOpen(text: string | undefined): boolean {
  return text === undefined || text.trim() === '' || text.trim() === 'undefined';
}

/** Parses a finite decimal number; undefined for any other text. */
export function decimal(text: string): number | undefined {
  const trimmed = text.trim();
  if (!DECIMAL.test(trimmed)) return undefined;
  const value = Number(trimmed);
  return Number.isFinite(value) ? value : undefined;
}

/** Description of a parameter and its format. */
interface About {
  description: string;
  /** From the client's point of view: a number, a list, a text. */
  example: unknown;
  /** Maximum length of the text. */
  maxLength: number;
  shape: Shape;
}

/** Turns a parser that returns a value or a fault into an optional parameter. */
function parameter<T>({ description, example, maxLength, shape }: About, parse: (text: string) => T | Fault) {
  return z
    .string()
    .max(maxLength)
    .transform((text, context): T | undefined => {
      if (isOpen(text)) return undefined;
      const parsed = parse(text);
      if (parsed instanceof Fault) {
        context.addIssue({ code: 'custom', message: parsed.message });
        return z.NEVER;
      }
      return parsed;
    })
    .optional()
    .meta({
      param: { description, example, allowEmptyValue: true, ...(shape.isList && { style: 'form', explode: false }) },
      override: { maxLength: undefined, ...shape.schema },
    });
}

class Fault {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

function number(text: string, extent: Extent, integer = false): number | Fault {
  const value = decimal(text);
  if (value === undefined || (integer && !Number.isSafeInteger(value))) return new Fault('Must be a number.');
  if (value < extent.min || value > extent.max) return new Fault(`Must be between ${extent.min} and ${extent.max}.`);
  return value;
}

/** `3.5` */
export function numberValue(description: string, extent: Extent, example: number) {
  const about = { description, example, maxLength: 40, shape: numberShape(extent) };
  return parameter(about, (text) => number(text, extent));
}

/** `233` */
export function wholeNumberValue(description: string, extent: Extent, example: number) {
  const about = { description, example, maxLength: 20, shape: wholeNumberShape(extent) };
  return parameter(about, (text) => number(text, extent, true));
}

/** `1440,1416`: at most 200 ids. */
export function idsValue(description: string, example: readonly number[]) {
  const about = {
    description,
    example,
    maxLength: 4_000,
    shape: listShape(wholeNumberShape(ID_EXTENT).schema, IDS_MAX),
  };
  return parameter(about, (text) => {
    const ids: number[] = [];
    for (const part of text.split(',')) {
      const id = number(part, ID_EXTENT, true);
      if (id instanceof Fault) return id;
      ids.push(id);
    }
    return ids.length > IDS_MAX ? new Fault(`At most ${IDS_MAX} ids.`) : ids;
  });
}

/**
 * `min,max`, both inclusive; an end that is empty or `undefined` is open.
 * @param read converts the range.
 */
export function rangeValue(
  description: string,
  extent: Extent,
  example: string,
  read: (range: NumberRange) => NumberRange = (range) => range,
) {
  const about = { description, example, maxLength: 80, shape: rangeShape(extent) };
  return parameter(about, (text): NumberRange | Fault => {
    const parts = text.split(',');
    if (parts.length !== 2) return new Fault('Must be min,max.');
    const range: NumberRange = { min: null, max: null };
    for (const [index, end] of (['min', 'max'] as const).entries()) {
      const part = parts[index];
      if (part === undefined || isOpen(part)) continue;
      const value = number(part, extent);
      if (value instanceof Fault) return value;
      range[end] = value;
    }
    if (range.min !== null && range.max !== null && range.min > range.max)
      return new Fault('The minimum must not exceed the maximum.');
    return read(range);
  });
}

/** `north,east,south,west` in degrees; west > east crosses the antimeridian. */
export function boundsValue(description: string, example: string) {
  return parameter({ description, example, maxLength: 160, shape: boundsShape() }, (text) => {
    const parts = text.split(',').map((part) => decimal(part));
    const [north, east, south, west] = parts;
    if (parts.length !== 4 || north === undefined || east === undefined || south === undefined || west === undefined)
      return new Fault('Must be north,east,south,west.');
    if (Math.abs(north) > 90 || Math.abs(south) > 90) return new Fault('North and south must be between -90 and 90.');
    if (Math.abs(east) > 180 || Math.abs(west) > 180) return new Fault('East and west must be between -180 and 180.');
    if (north < south) return new Fault('North must not be less than south.');
    return { north, east, south, west };
  });
}

/** `lat,lng` in degrees. */
export function locationValue(description: string, example: string) {
  return parameter({ description, example, maxLength: 80, shape: locationShape() }, (text) => {
    const parts = text.split(',');
    return parts.length === 2 ? locationOf(parts) : new Fault('Must be lat,lng.');
  });
}

function locationOf([latText = '', lngText = '']: readonly string[]): { lat: number; lng: number } | Fault {
  const lat = number(latText, LATITUDE);
  if (lat instanceof Fault) return lat;
  const lng = number(lngText, LONGITUDE);
  return lng instanceof Fault ? lng : { lat, lng };
}

/** `lat,lng,proximity,zoom`: proximity in meters or `any`; the last two are optional. */
export function geocodeValue(description: string, example: string) {
  return parameter({ description, example, maxLength: 160, shape: geocodeShape() }, (text) => {
    const parts = text.split(',');
    if (parts.length < 2 || parts.length > 4) return new Fault('Must be lat,lng,proximity,zoom.');
    const location = locationOf(parts);
    if (location instanceof Fault) return location;
    const open = (part: string | undefined) => isOpen(part) || part?.trim() === 'any';
    const proximityMeters = open(parts[2]) ? null : number(parts[2] ?? '', PROXIMITY);
    if (proximityMeters instanceof Fault) return proximityMeters;
    const zoom = open(parts[3]) ? null : number(parts[3] ?? '', GEOCODE_ZOOM);
    if (zoom instanceof Fault) return zoom;
    return { ...location, proximityMeters, zoom };
  });
}

/** Rules of a list of words. */
interface ListRules<T> {
  /** Maximum number of items. */
  items: number;
  /** Maximum length of the whole text. */
  length: number;
  /** JSON Schema of one item. */
  item: Record<string, unknown>;
  parseItem: (text: string) => T | undefined;
  fault: (text: string) => string;
}

/** `environment:coast,feature:bridge`, each word checked. */
export function listValue<T>(description: string, example: readonly string[], rules: ListRules<T>) {
  const { items: max, length, item: itemSchema, parseItem, fault } = rules;
  const about = { description, example, maxLength: length, shape: listShape(itemSchema, max) };
  return parameter(about, (text) => {
    const items: T[] = [];
    for (const part of text.split(',')) {
      const item = parseItem(part.trim());
      if (item === undefined) return new Fault(fault(part.trim()));
      items.push(item);
    }
    return items.length > max ? new Fault(`At most ${max} items.`) : items;
  });
}

/** `fuel,view`: words of a list. */
export function choicesValue<T extends string>(description: string, choices: readonly T[], example: readonly T[]) {
  return listValue(description, example, {
    items: choices.length,
    length: 200,
    item: { type: 'string', enum: [...choices] },
    parseItem: (text) => choices.find((choice) => choice === text),
    fault: () => `Must be a list of ${choices.join(', ')}.`,
  });
}

/**
 * A cursor; its reader checks it.
 * @param part the unit in which the list is sent.
 */
export function bookmarkValue(part: 'page' | 'batch') {
  return z
    .string()
    .max(LIMITS.bookmarkMax)
    .optional()
    .meta({
      param: { description: `Cursor: the \`bookmark\` of the previous ${part}.` },
      override: { pattern: '^[A-Za-z0-9_-]*$' },
    });
}

/** One of the given words. */
export function choiceValue<T extends string>(description: string, choices: readonly T[], example: T) {
  const about = { description, example, maxLength: 40, shape: choiceShape(choices) };
  return parameter(about, (text): T | Fault =>
    (choices as readonly string[]).includes(text) ? (text as T) : new Fault(`Must be one of ${choices.join(', ')}.`),
  );
}

/** On unless the text is `false`. */
export function onUnlessFalse(description: string) {
  return z
    .string()
    .max(20)
    .optional()
    .transform((text) => text?.trim() !== 'false')
    .meta(switchMeta(`${description} On unless \`false\`.`, true));
}

/** Off unless the text is `true`. */
export function offUnlessTrue(description: string) {
  return z
    .string()
    .max(20)
    .optional()
    .transform((text) => text?.trim() === 'true')
    .meta(switchMeta(`${description} Off unless \`true\`.`, false));
}

function switchMeta(description: string, unset: boolean) {
  const param = { description, example: !unset, allowEmptyValue: true };
  return { param, override: { type: ['boolean', 'string'] as ('boolean' | 'string')[], default: unset } };
}
