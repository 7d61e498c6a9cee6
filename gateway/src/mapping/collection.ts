import type { collectionForm } from '@switchback/contracts/endpoints/collections';
import type { Collection, CollectionItem, ListedCollection, Way } from '@switchback/contracts/resources/collection';
import { PRIVACIES, PUBLICATION_STATUSES } from '@switchback/contracts/rules/drives';
import { present, word } from '@switchback/platform/wire/values';
import type * as proto from '@switchback/proto/drives/v1/collection';
import type { z } from 'zod';
import { toManeuvers } from './drive.js';

export function toCollection(input: proto.Collection | undefined): Collection {
  const collection = present(input, 'collection');
  const { head, tail } = aroundItems(collection);
  return {
    ...head,
    items: collection.items.map(toItem),
    ...tail,
  };
}

function toItem({ driveId, note, day, part, place }: proto.CollectionItem): CollectionItem {
  return {
    driveId: driveId === '' ? null : driveId,
    note,
    day: dayOf(day),
    ...(part && { part: { ...part, stretch: part.stretch ?? null } }),
    ...(place && { place: { ...place, location: present(place.location, 'location') } }),
  };
}

export function toListedCollection(collection: proto.ListedCollection): ListedCollection {
  const { head, tail } = aroundItems(collection);
  return { ...head, items: collection.items.map(({ driveId, day }) => ({ driveId, day: dayOf(day) })), ...tail };
}

/** Maps the fields before and after the items. */
function aroundItems(collection: Omit<proto.ListedCollection, 'items'> & { items: readonly { driveId: string }[] }) {
  const { id, rev, name, description, owner, items, start, days } = collection;
  const { distance, duration, approximate, estimated } = collection;
  const privacy = word(PRIVACIES, collection.privacy);
  return {
    head: {
      id,
      name,
      description,
      privacy,
      status: statusOf(collection),
      changeRequest: collection.changeRequest || null,
      owner: owner ?? null,
    },
    tail: {
      start: start === '' ? null : start,
      days: dayOf(days),
      totals: {
        distance,
        duration,
        drives: items.filter(({ driveId }) => driveId !== '').length,
        approximate,
        estimated,
      },
      _rev: rev,
    },
  };
}

/** The previous release of the drives service sends no status. */
function statusOf({ privacy, status }: Pick<proto.Collection, 'privacy' | 'status'>) {
  if (status === '') return privacy === 'public' ? 'approved' : 'none';
  return word(PUBLICATION_STATUSES, status);
}

function dayOf(day: number): number | null {
  return day === 0 ? null : day;
}

type FormItem = NonNullable<z.output<typeof collectionForm>['items']>[number];

/** Maps a form; on the wire, '' and 0 stand for null. */
export function toCollectionForm(form: z.output<typeof collectionForm>): proto.CollectionForm {
  const { name, description, privacy, items, start, days, _rev } = form;
  return {
    name,
    description,
    privacy,
    items: items && { items: items.map(toFormItem) },
    start: start === null ? '' : start,
    days: days === null ? 0 : days,
    rev: _rev ?? undefined,
  };
}

function toFormItem({ driveId, note, day, part, place }: FormItem): proto.CollectionItem {
  const sent = part ? { ...part, stretch: part.stretch ?? undefined } : undefined;
  return { driveId: driveId ?? '', note: note ?? '', day: day ?? 0, part: sent, place: place ?? undefined };
}

export function toWay({ start, end, maneuvers, ...way }: proto.Way): Way {
  return { ...way, start: present(start, 'start'), end: present(end, 'end'), maneuvers: toManeuvers(maneuvers) };
}
