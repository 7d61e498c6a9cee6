import type { CardSize } from '../../../components/DriveCard.js';

/** Returns the card size for a list of this width in pixels. */
export function cardSizeFor(width: number): Exclude<CardSize, 'tile'> {
  if (width < 460) return 'S';
  return width < 950 ? 'M' : 'L';
}
