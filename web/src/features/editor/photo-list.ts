import type { DrivePhoto } from '@switchback/contracts/endpoints/media';
import type { NewPhoto, SentPhoto } from '../../api/photos-api.js';

/** A photo that is chosen but not sent yet. */
export type ChosenPhoto = NewPhoto & { key: string };

/** A user's edits to the photos of a drive; the drive's own list may change in the meantime. */
export interface PhotoEdits {
  /** IDs, and keys of chosen photos, in the user's order; empty until the user reorders them. */
  order: readonly string[];
  removed: readonly string[];
  chosen: readonly ChosenPhoto[];
}

export const NO_EDITS: PhotoEdits = { order: [], removed: [], chosen: [] };

export type PhotoItem = { key: string; photo: DrivePhoto } | (ChosenPhoto & { photo: null });

/** Returns the resulting list. Photos without an explicit position come last. */
export function itemsOf(current: readonly DrivePhoto[], { order, removed, chosen }: PhotoEdits): PhotoItem[] {
  const items: PhotoItem[] = [
    ...current.filter(({ id }) => !removed.includes(id)).map((photo) => ({ key: photo.id, photo })),
    ...chosen.map((one) => ({ ...one, photo: null })),
  ];
  const placeOf = ({ key }: PhotoItem) => (order.includes(key) ? order.indexOf(key) : order.length);
  return items.toSorted((a, b) => placeOf(a) - placeOf(b));
}

export function withMoved(items: readonly PhotoItem[], edits: PhotoEdits, from: number, to: number): PhotoEdits {
  const keys = items.map(({ key }) => key);
  const order = keys.toSpliced(from, 1).toSpliced(to, 0, keys[from] ?? '');
  return { ...edits, order };
}

export function withoutPhoto({ order, removed, chosen }: PhotoEdits, { key, photo }: PhotoItem): PhotoEdits {
  return {
    order,
    removed: photo === null ? removed : [...removed, key],
    chosen: chosen.filter((one) => one.key !== key),
  };
}

export function withReplaced(edits: PhotoEdits, photo: ChosenPhoto): PhotoEdits {
  return { ...edits, chosen: edits.chosen.map((one) => (one.key === photo.key ? photo : one)) };
}

/** Whether there is anything to send. */
export function hasEdits({ order, removed, chosen }: PhotoEdits): boolean {
  return order.length + removed.length + chosen.length > 0;
}

/**
 * Returns the photos to send, in order; null if the drive's list already matches. New photos alone are added; as soon
 * as the list names an existing photo, it replaces the whole list.
 */
export function sentOf(current: readonly DrivePhoto[], edits: PhotoEdits, uploadedBy: string): SentPhoto[] | null {
  const items = itemsOf(current, edits);
  const send = (item: PhotoItem): SentPhoto => (item.photo === null ? { ...item, uploadedBy } : { id: item.key });
  const isAsBefore = current.every(({ id }, index) => items[index]?.key === id);
  const sent = isAsBefore ? items.slice(current.length) : items;
  return isAsBefore && sent.length === 0 ? null : sent.map(send);
}
