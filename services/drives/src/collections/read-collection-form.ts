import { daysOf, hasRepeatedDrive, isTrip, type TripDays } from '@switchback/contracts/rules/collections';
import type { Privacy } from '@switchback/contracts/rules/drives';
import { LIMITS } from '@switchback/contracts/rules/limits';
import { refuseField } from '@switchback/platform/errors';
import type { CollectionForm, CollectionItem, DrivenPart } from '@switchback/proto/drives/v1/collection';
import type { Waypoint } from '@switchback/proto/drives/v1/drive';
import { oneLine, paragraphs } from '@switchback/tracks/features/plain-text';
import type { Item } from './items-after.js';

/** The part of a collection that a form describes, without its items. */
export interface CollectionContent extends TripDays {
  name: string;
  description: string;
  privacy: Privacy;
}

export const BLANK_CONTENT: CollectionContent = {
  name: '',
  description: '',
  privacy: 'private',
  start: null,
  days: null,
};

/** Returns the content after a form: absent fields keep their values. */
export function contentAfter(before: CollectionContent, form: CollectionForm): CollectionContent {
  const privacy = form.privacy === 'public' ? 'public' : 'private';
  return {
    name: form.name === undefined ? before.name : oneLine(form.name),
    description: form.description === undefined ? before.description : paragraphs(form.description),
    privacy: form.privacy === undefined ? before.privacy : privacy,
    start: form.start === undefined ? before.start : form.start || null,
    days: form.days === undefined ? before.days : form.days || null,
  };
}

/** @throws ProductError `invalidInput` under `name` for a blank name */
export function requireName({ name }: CollectionContent): void {
  if (name === '') throw refuseField('name', 'invalidInput', 'Please enter a name.');
}

/**
 * Returns the items of a form; null if it has none, so that they stay.
 * @throws ProductError `invalidInput` under `items` for a drive that comes twice on a day, for a day that the trip does not
 * have, or for a stretch that ends before it begins
 */
export function sentItems({ items }: CollectionForm, content: CollectionContent): Item[] | null {
  if (!items) return null;
  const days = daysOf(content);
  const late = items.items.find(({ day }) => day > days);
  if (late) throw refuseItems(days === 0 ? 'Only the drives of a trip have days.' : lastDay(days, late));
  const sent = items.items.map((item): Item => {
    const [note, day] = [paragraphs(item.note), item.day || null];
    if (item.place) return { driveId: null, note, day, part: null, place: placeOf(item.place) };
    return { driveId: item.driveId, note, day, part: item.part ? partOf(item.part) : null, place: null };
  });
  if (hasRepeatedDrive(sent)) {
    throw refuseItems(
      isTrip(content) ? 'A trip has each drive once a day at most.' : 'A collection has each drive once.',
    );
  }
  return sent;
}

/** @throws ProductError `invalidInput` under `items` for a place without a name or a location */
function placeOf({ label, location }: Waypoint): Item['place'] {
  const name = oneLine(label);
  if (name === '' || !location) throw refuseItems('A place has a name and a location.');
  return { label: name, location };
}

/** @throws ProductError `invalidInput` under `items` for a stretch that ends before it begins */
function partOf({ reversed, stretch }: DrivenPart): Item['part'] {
  if (stretch && !(stretch.from >= 0 && stretch.to > stretch.from))
    throw refuseItems('A stretch of a drive ends after it begins.');
  return reversed || stretch ? { reversed, stretch: stretch ?? null } : null;
}

/**
 * Refuses more items than the limit; the items that a collection already shows to the caller may stay, because hidden
 * drives that show again come on top of the limit.
 * @param shown the number of items that the caller sees before the save.
 * @throws ProductError `invalidInput` under `items`
 */
export function requireFit(sent: readonly Item[], shown: number): void {
  if (sent.length <= Math.max(LIMITS.collectionItemsMax, shown)) return;
  throw refuseItems(`A collection has ${LIMITS.collectionItemsMax} drives at most.`);
}

/** @returns an error to show next to the items. */
export function refuseItems(message: string) {
  return refuseField('items', 'invalidInput', message);
}

function lastDay(days: number, { day }: CollectionItem): string {
  return `The trip has ${days === 1 ? 'one day' : `${days} days`}, so a drive cannot be on day ${day}.`;
}
