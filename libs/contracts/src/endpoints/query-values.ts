/**
 * How values are written in a query string. An empty value, or one that says `undefined`, counts as not given,
 * as the spec asks. Every parser names its parameter's fault in one sentence.
 */
import { z } from 'zod';

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i;

/** An open end is null. */
export interface Range {
  min: number | null;
  max: number | null;
}

export function isOpen(text: string | undefined): boolean {
  return text === undefined || text.trim() === '' || text.trim() === 'undefined';
}

/** A finite decimal number, or undefined when the text is none. */
export function decimal(text: string): number | undefined {
  const trimmed = text.trim();
  if (!DECIMAL.test(trimmed)) return undefined;
  const value = Number(trimmed);
  return Number.isFinite(value) ? value : undefined;
}

/** Makes an optional parameter out of a parser that answers a value or a fault. */
function parameter<T>(description: string, example: string, maxLength: number, parse: (text: string) => T | Fault) {
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
    .meta({ description, examples: [example] });
}

class Fault {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

export interface Extent {
  min: number;
  max: number;
}

function number(text: string, extent: Extent, integer = false): number | Fault {
  const value = decimal(text);
  if (value === undefined || (integer && !Number.isSafeInteger(value))) return new Fault('Must be a number.');
  if (value < extent.min || value > extent.max) return new Fault(`Must be between ${extent.min} and ${extent.max}.`);
  return value;
}

/** `3.5` */
export function numberValue(description: string, extent: Extent, example: string) {
  return parameter(description, example, 40, (text) => number(text, extent));
}

/** `233` */
export function idValue(description: string, example: string) {
  return parameter(description, example, 20, (text) => number(text, { min: 0, max: 2 ** 31 - 1 }, true));
}

/** `1440,1416`: at most 200 of them. */
export function idsValue(description: string, example: string) {
  return parameter(description, example, 4_000, (text) => {
    const ids: number[] = [];
    for (const part of text.split(',')) {
      const id = number(part, { min: 0, max: 2 ** 31 - 1 }, true);
      if (id instanceof Fault) return id;
      ids.push(id);
    }
    return ids.length > 200 ? new Fault('At most 200 ids.') : ids;
  });
}

/** `min,max`, both ends in; an end that is empty or `undefined` is open. */
export function rangeValue(description: string, extent: Extent, example: string) {
  return parameter(description, example, 80, (text): Range | Fault => {
    const parts = text.split(',');
    if (parts.length !== 2) return new Fault('Must be min,max.');
    const range: Range = { min: null, max: null };
    for (const [index, end] of (['min', 'max'] as const).entries()) {
      const part = parts[index];
      if (part === undefined || isOpen(part)) continue;
      const value = number(part, extent);
      if (value instanceof Fault) return value;
      range[end] = value;
    }
    if (range.min !== null && range.max !== null && range.min > range.max) return new Fault('Min is over max.');
    return range;
  });
}

/** `north,east,south,west` in degrees; west over east crosses the antimeridian. */
export function boundsValue(description: string, example: string) {
  return parameter(description, example, 160, (text) => {
    const parts = text.split(',').map((part) => decimal(part));
    const [north, east, south, west] = parts;
    if (parts.length !== 4 || north === undefined || east === undefined || south === undefined || west === undefined)
      return new Fault('Must be north,east,south,west.');
    if (Math.abs(north) > 90 || Math.abs(south) > 90) return new Fault('North and south must be between -90 and 90.');
    if (Math.abs(east) > 180 || Math.abs(west) > 180) return new Fault('East and west must be between -180 and 180.');
    if (north < south) return new Fault('North lies under south.');
    return { north, east, south, west };
  });
}

/** `lat,lng,proximity,zoom`: proximity in metres or `any`; the last two may be left out. */
export function geocodeValue(description: string, example: string) {
  return parameter(description, example, 160, (text) => {
    const parts = text.split(',');
    if (parts.length < 2 || parts.length > 4) return new Fault('Must be lat,lng,proximity,zoom.');
    const lat = number(parts[0] ?? '', { min: -90, max: 90 });
    if (lat instanceof Fault) return lat;
    const lng = number(parts[1] ?? '', { min: -180, max: 180 });
    if (lng instanceof Fault) return lng;
    const open = (part: string | undefined) => isOpen(part) || part?.trim() === 'any';
    const proximityMeters = open(parts[2]) ? null : number(parts[2] ?? '', { min: 0, max: 20_100_000 });
    if (proximityMeters instanceof Fault) return proximityMeters;
    const zoom = open(parts[3]) ? null : number(parts[3] ?? '', { min: 0, max: 24 });
    if (zoom instanceof Fault) return zoom;
    return { lat, lng, proximityMeters, zoom };
  });
}

/** `environment:coast,feature:bridge` through a check of each word. */
export function listValue<T>(
  description: string,
  example: string,
  limit: { items: number; length: number },
  parseItem: (text: string) => T | undefined,
  fault: (text: string) => string,
) {
  return parameter(description, example, limit.length, (text) => {
    const items: T[] = [];
    for (const part of text.split(',')) {
      const item = parseItem(part.trim());
      if (item === undefined) return new Fault(fault(part.trim()));
      items.push(item);
    }
    return items.length > limit.items ? new Fault(`At most ${limit.items} items.`) : items;
  });
}

/** A choice of the given words. */
export function choiceValue<T extends string>(description: string, choices: readonly T[], example: T) {
  return parameter(description, example, 40, (text): T | Fault =>
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
    .meta({ description, examples: ['true'] });
}

/** Off unless the text is `true`. */
export function offUnlessTrue(description: string) {
  return z
    .string()
    .max(20)
    .optional()
    .transform((text) => text?.trim() === 'true')
    .meta({ description, examples: ['true'] });
}
