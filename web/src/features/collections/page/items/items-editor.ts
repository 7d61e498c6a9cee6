import type { Collection, CollectionItem } from '@switchback/contracts/resources/collection';
import type { DrivenPart } from '@switchback/geo/driven-part';
import { createContext, use } from 'react';
import type { Moved } from './plan-days.js';

/** The last removed item, until another change. */
export interface Removed {
  item: CollectionItem;
  /** Its former index. */
  index: number;
  /** Title of its drive, which leaves the collection with it. */
  title: string;
}

/** The last arrangement of all items, until another change, here or elsewhere. */
export interface Arranged {
  text: string;
  after: readonly CollectionItem[];
  /** The items before it; null if it changed nothing. */
  before: readonly CollectionItem[] | null;
}

/** Actions on the items of a collection, for the rows of its editor. */
export interface ItemsEditor {
  /** With the changes not stored yet. */
  collection: Collection;
  /** Number of days to choose from; 0 unless it is a trip. */
  days: number;
  /** No change is being saved. */
  isSaved: boolean;
  /** Number of saves that failed so far. */
  failures: number;
  removed: Removed | null;
  /** Applies a move, announces it, and focuses a control of the moved item. No-op for null. */
  move: (moved: Moved | null, control: Control) => void;
  setNote: (index: number, note: string) => void;
  /** Changes how much of its drive an item is, and in which direction. */
  setPart: (index: number, part: DrivenPart) => void;
  remove: (index: number) => void;
  undoRemoval: () => void;
  arranged: Arranged | null;
  /** Replaces all items by an arrangement of them, and reports it. */
  arrange: (items: CollectionItem[], text: string) => void;
  undoArrangement: () => void;
}

/** The control of an item that gets the focus after a change. */
export type Control = 'handle' | 'options';

export const ItemsEditorContext = createContext<ItemsEditor | null>(null);

/** Returns the editor around a row. */
export function useItemsEditor(): ItemsEditor {
  const editor = use(ItemsEditorContext);
  if (editor === null) throw new Error('There is no editor around this row.');
  return editor;
}
