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
/** From this share of at least so many drives on, a tag does not tell a drive from its neighbors. */
const COMMON_SHARE = 0.7;
const COMMON_OF_DRIVES = 5;
const NONE: ReadonlySet<string> = new Set();

/** Returns a tag's name, or for how much of the drive it holds: `41 mi along the coast`, `62% in forest`. */
export function tagText({ name, meters }: Tag, { distance }: Pick<Tagged, 'distance'>, units: Units): string {
  const { tagLengths, tagShares } = texts;
  const plain = tagName(name);
  if (meters === undefined) return plain;
  const length = tagLengths[name as keyof typeof tagLengths];
  if (length !== undefined) return length(distanceText(Math.min(meters, distance), units));
  const share = tagShares[name as keyof typeof tagShares];
  return share === undefined ? plain : share(shareText(Math.min(1, meters / distance)));
}

/**
 * Returns what a card says of the land: the two tags that say most, by name, or by length for water.
 * @param common names of tags that most drives around it have, which therefore tell nothing; used only if it has no other.
 */
export function landTraits(drive: Tagged, units: Units, common: ReadonlySet<string> = NONE): string[] {
  const telling = drive.tags.filter((tag) => !common.has(tag.name));
  const best = bestTags({ ...drive, tags: telling.length > 0 ? telling : drive.tags });
  const isLength = ({ name, meters }: Tag) => meters !== undefined && name in texts.tagLengths;
  const named = best.filter((tag) => !isLength(tag)).map(({ name }) => tagName(name));
  const list = named.map((name, index) => (index === 0 ? name : name.toLocaleLowerCase())).join(', ');
  return [...best.filter(isLength).map((tag) => tagText(tag, drive, units)), ...(list === '' ? [] : [list])];
}

/** Returns the names of the map's tags that most drives of a list have. Empty for a short list. */
export function commonTags(drives: readonly Tagged[]): ReadonlySet<string> {
  if (drives.length < COMMON_OF_DRIVES) return NONE;
  const counts = new Map<string, number>();
  for (const { tags } of drives)
    for (const { name } of tags.filter(isFromMap)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => count >= COMMON_SHARE * drives.length).map(([name]) => name));
}

const tagName = (name: string): string => texts.tags[name as keyof typeof texts.tags] ?? name;

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
