import type { CardSize } from '../../../components/DriveCard.js';

/** Space between cards in pixels. */
export const GAP = 12;
/** Narrower columns leave a card's description too few words per line. */
const COLUMN_PIXELS_MIN = 480;
const COLUMNS_MAX = 3;

/** Returns the number of columns for a list of this width in pixels. */
export function columnsFor(width: number): number {
  return Math.min(COLUMNS_MAX, Math.max(1, Math.floor((width + GAP) / (COLUMN_PIXELS_MIN + GAP))));
}

/** Returns the card size for a column of this width in pixels. */
export function cardSizeFor(width: number): Exclude<CardSize, 'tile'> {
  if (width < 460) return 'S';
  return width < 950 ? 'M' : 'L';
}
