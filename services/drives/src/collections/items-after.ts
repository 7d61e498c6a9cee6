import { type DrivePlace, onceADay } from '@switchback/contracts/rules/collections';
import { LIMITS } from '@switchback/contracts/rules/limits';
import type { Waypoint } from '@switchback/contracts/resources/drive';
import type { DrivenPart } from '@switchback/geo/driven-part';

/** A drive or a place in a collection. */
export interface Item extends DrivePlace {
  note: string;
  /** Null for the whole drive in its own direction. */
  part: DrivenPart | null;
  /** Null for a drive. */
  place: Waypoint | null;
}

export interface StoredItem extends Item {
  /** Whether the person who saves may see the drive; everyone sees places. */
  visible: boolean;
}

/** Sorts after every day. */
const UNPLANNED = LIMITS.tripDaysMax + 1;

/**
 * Returns the items of a collection after a save: those sent, and in their places those that the person may not see. A
 * hidden item follows the item that it followed before. Hidden items come on top of the limit of the sent ones, up to a
 * bound of their own: a limit that counted them would drop them, or reveal their number.
 * @param days of the saved trip; items of later days become unplanned.
 */
export function itemsAfter(stored: readonly StoredItem[], sent: readonly Item[], days: number): Item[] {
  const items = [...sent];
  const unmatched = new Set(sent);
  let previous: Item | undefined;
  for (const item of stored) {
    const same = sent.find((candidate) => candidate.driveId === item.driveId && unmatched.has(candidate));
    if (same) {
      unmatched.delete(same);
      previous = same;
    } else if (!item.visible && items.length < LIMITS.collectionStoredItemsMax) {
      const { driveId, note, day, part, place } = item;
      const kept = { driveId, note, day, part, place };
      items.splice(previous ? items.indexOf(previous) + 1 : 0, 0, kept);
      previous = kept;
    }
  }
  return planned(items, days);
}

/**
 * Returns items in the order of their days, the unplanned last; those of days that the trip does not have join them. A
 * drive that thereby comes twice among the unplanned stays at its first place, with both notes.
 */
export function planned(items: readonly Item[], days: number): Item[] {
  const within = items.map((item) => (item.day !== null && item.day > days ? { ...item, day: null } : item));
  return onceADay(within).sort((a, b) => (a.day ?? UNPLANNED) - (b.day ?? UNPLANNED));
}
