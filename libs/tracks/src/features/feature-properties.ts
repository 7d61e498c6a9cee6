import { isTag, TAG_CATEGORIES, type TagCategory } from '@switchback/contracts/rules/drives';
import { Refusal } from './feature-geometry.js';
import { cutText, oneLine, paragraphs } from './plain-text.js';
import { IMPORT_LIMITS, type RawFeature } from './raw-feature.js';

export interface DriveTag {
  category: TagCategory;
  name: string;
}

/** A feature's own properties, checked and cleaned. */
export interface ClaimedProperties {
  key: string | null;
  title: string;
  description: string;
  durationSeconds: number | null;
  tags: DriveTag[];
  claimedStates: string[];
  /** Grows while the feature is read. */
  notes: string[];
}

/** @throws Refusal if there is no title. */
export function readProperties({ id, properties }: RawFeature): ClaimedProperties {
  const notes: string[] = [];
  return {
    key: readKey(id ?? properties['id'], notes),
    title: readTitle(properties, notes),
    description: readDescription(properties['description'], notes),
    durationSeconds: readDuration(properties['duration'], notes),
    tags: readTags(properties['tags'], notes),
    claimedStates: readStates(properties['states'], notes),
    notes,
  };
}

function readKey(id: unknown, notes: string[]): string | null {
  if (id === undefined || id === null) {
    return null;
  }
  const key = typeof id === 'string' || typeof id === 'number' ? oneLine(String(id)) : '';
  if (key === '' || key.length > IMPORT_LIMITS.keyMax) {
    notes.push(`Its id is not a text of 1 to ${IMPORT_LIMITS.keyMax} characters and was ignored.`);
    return null;
  }
  return key;
}

/** Returns the title as one line, '' if there is none. */
export function titleOfProperties(properties: Record<string, unknown>): string {
  const titles = [properties['title'], properties['name']].map((value) =>
    typeof value === 'string' || typeof value === 'number' ? oneLine(String(value)) : '',
  );
  return titles.find((text) => text !== '') ?? '';
}

function readTitle(properties: Record<string, unknown>, notes: string[]): string {
  const title = titleOfProperties(properties);
  if (title === '') {
    throw new Refusal('It has no title (property "title" or "name").');
  }
  if (title.length > IMPORT_LIMITS.titleMax) {
    notes.push(`Its title was cut to ${IMPORT_LIMITS.titleMax} characters.`);
  }
  return cutText(title, IMPORT_LIMITS.titleMax);
}

function readDescription(value: unknown, notes: string[]): string {
  if (value === undefined || value === null) {
    return '';
  }
  if (typeof value !== 'string') {
    notes.push('Its description is not a text and was ignored.');
    return '';
  }
  const description = paragraphs(value);
  if (description.length > IMPORT_LIMITS.descriptionMax) {
    notes.push(`Its description was cut to ${IMPORT_LIMITS.descriptionMax.toLocaleString('en-US')} characters.`);
  }
  return cutText(description, IMPORT_LIMITS.descriptionMax);
}

function readDuration(value: unknown, notes: string[]): number | null {
  if (value === undefined || value === null) {
    return null;
  }
  if (typeof value !== 'number' || !(value > 0 && value <= IMPORT_LIMITS.durationSecondsMax)) {
    notes.push('Its duration is not a number of seconds that a drive can take and was ignored.');
    return null;
  }
  return Math.max(1, Math.round(value));
}

function readTags(value: unknown, notes: string[]): DriveTag[] {
  const tags = new Map<string, DriveTag>();
  const unknown: string[] = [];
  for (const text of readNames(value, IMPORT_LIMITS.tagsMax, 'tags', notes)) {
    const [first, second] = text
      .toLowerCase()
      .split(':', 2)
      .map((part) => part.trim()) as [string, string?];
    const name = second ?? first;
    const category = TAG_CATEGORIES.find((known) => isTag(known, name) && (second === undefined || known === first));
    if (category) {
      tags.set(`${category}:${name}`, { category, name });
    } else {
      unknown.push(cutText(text, 40));
    }
  }
  if (unknown.length > 0) {
    notes.push(`Unknown tags were left out: ${unknown.join(', ')}.`);
  }
  return [...tags.values()];
}

function readStates(value: unknown, notes: string[]): string[] {
  const names = readNames(value, IMPORT_LIMITS.statesMax, 'states', notes);
  const codes = names.map((name) => name.toUpperCase());
  const postal = codes.filter((code) => /^[A-Z]{2}$/.test(code));
  if (postal.length < codes.length) {
    const others = names.filter((_, index) => !/^[A-Z]{2}$/.test(codes[index]!)).map((name) => cutText(name, 40));
    notes.push(`States that are not postal codes were left out: ${others.join(', ')}.`);
  }
  return [...new Set(postal)];
}

/** Returns the texts of a list, or of one comma-separated text. */
function readNames(value: unknown, max: number, label: string, notes: string[]): string[] {
  if (value === undefined || value === null) {
    return [];
  }
  const items: unknown[] | null =
    typeof value === 'string' ? value.split(',', max + 1) : Array.isArray(value) ? value : null;
  if (items === null) {
    notes.push(`Its ${label} are not a list and were ignored.`);
    return [];
  }
  if (items.length > max) {
    notes.push(`Only the first ${max} of its ${label} were read.`);
  }
  const texts = items.slice(0, max).filter((item): item is string => typeof item === 'string');
  return texts.map(oneLine).filter((text) => text !== '');
}
