import type { CardSize } from '../../../components/DriveCard.js';

/** Space between cards in pixels. */
export const GAP = 12;
/** Narrower columns leave a card's description too few words per line. */
const COLUMN_PIXELS_MIN = 480;
const COLUMNS_MAX = 3;

interface Columns {
  count: number;
  size: Exclude<CardSize, 'tile'>;
  /** Returns the horizontal position of the cards in a column. */
  place: (column: number) => { left: number; width: number | string };
}

/** Divides a list of this width in pixels; an unknown width (0) has one column. */
export function columnsIn(width: number): Columns {
  const count = Math.min(COLUMNS_MAX, Math.max(1, Math.floor((width + GAP) / (COLUMN_PIXELS_MIN + GAP))));
  const own = (width - (count - 1) * GAP) / count;
  return {
    count,
    size: width === 0 ? 'M' : cardSizeFor(own),
    place: (column) => ({ left: column * (own + GAP), width: count === 1 ? '100%' : own }),
  };
}

function cardSizeFor(width: number): Exclude<CardSize, 'tile'> {
  if (width < 460) return 'S';
  return width < 950 ? 'M' : 'L';
}
