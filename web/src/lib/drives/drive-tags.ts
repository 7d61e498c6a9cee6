import type { Tag } from '@switchback/contracts/resources/drive';
import type { Units } from '@switchback/contracts/rules/units';
import { texts } from '../../texts/en.js';
import { distanceText, shareText } from '../text/units.js';

interface Tagged {
  tags: readonly Tag[];
  /** Meters. */
  distance: number;
}

const BEST_MAX = 2;

/** Returns a tag's name, or for how much of the drive it holds: `41 mi along the coast`, `62% in forest`. */
export function tagText({ name, meters }: Tag, { distance }: Pick<Tagged, 'distance'>, units: Units): string {
  const { tags, tagLengths, tagShares } = texts;
  const plain = tags[name as keyof typeof tags] ?? name;
  if (meters === undefined) return plain;
  const length = tagLengths[name as keyof typeof tagLengths];
  if (length !== undefined) return length(distanceText(Math.min(meters, distance), units));
  const share = tagShares[name as keyof typeof tagShares];
  return share === undefined ? plain : share(shareText(Math.min(1, meters / distance)));
}

export function isFromMap({ source }: Tag): boolean {
  return source === 'map';
}

/** Returns the two tags that say most about a drive: the author's, then those that hold for most of it. */
export function bestTags({ tags, distance }: Tagged): Tag[] {
  return tags.toSorted((a, b) => weightOf(b, distance) - weightOf(a, distance)).slice(0, BEST_MAX);
}

/** Countryside is what a scenic drive passes through if the map shows nothing else. */
function weightOf(tag: Tag, distance: number): number {
  if (!isFromMap(tag)) return 2;
  if (tag.name === 'rural') return 0;
  return 0.1 + Math.min(1, (tag.meters ?? 0) / distance);
}
