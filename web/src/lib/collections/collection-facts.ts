import type { Collection, ListedCollection, Way } from '@switchback/contracts/resources/collection';
import { daysOf, isTrip } from '@switchback/contracts/rules/collections';
import type { PublicationStatus } from '@switchback/contracts/rules/drives';
import { figureText, type Units } from '@switchback/contracts/rules/units';
import { distanceText, durationText, numberText } from '../text/units.js';
import { collectionTexts } from '../../texts/collections.js';
import { texts } from '../../texts/en.js';

const words = collectionTexts;

/** Returns the figures of a collection as texts: its drives and, if there are any, their length and time. */
export function factsOf({ totals }: Pick<Collection, 'totals'>, units: Units): string[] {
  const count = texts.driveCount(totals.drives, numberText(totals.drives));
  if (totals.drives === 0) return [count];
  return [count, ...figuresOf(totals, units)];
}

/** Returns the length and time of a trip's drives together with the ways between them. */
export function withWays({ totals }: Pick<Collection, 'totals'>, ways: readonly Way[], units: Units): string {
  const sum = (figure: 'distance' | 'duration') => ways.reduce((total, way) => total + way[figure], totals[figure]);
  const hasStraight = ways.some(({ approximate }) => approximate);
  const approximate = totals.approximate || hasStraight;
  const estimated = totals.estimated || hasStraight;
  const all = { distance: sum('distance'), duration: sum('duration'), approximate, estimated };
  return words.withWays(...figuresOf(all, units));
}

/** Returns length and time as texts, each marked if it is an estimate. */
export function figuresOf(
  { distance, duration, approximate, estimated }: Omit<Collection['totals'], 'drives'>,
  units: Units,
): [distance: string, duration: string] {
  return [figureText(distanceText(distance, units), approximate), figureText(durationText(duration), estimated)];
}

/** Returns the label of a trip with its days; none for a plain collection. */
export function tripLabels(collection: Pick<Collection, 'start' | 'days'>): string[] {
  return isTrip(collection) ? [`${words.trip} · ${words.days(daysOf(collection))}`] : [];
}

const STATUS_LABELS = {
  none: [],
  pending: [texts.account.driveStates.pending],
  'changes-requested': [texts.account.driveStates['changes-requested']],
  approved: [words.public],
} satisfies Record<PublicationStatus, string[]>;

/** Returns the labels of a collection: a trip with its days, whose it is, and its publication. */
export function badgesOf(collection: Omit<ListedCollection, 'items'>, isShared: boolean): string[] {
  return [...tripLabels(collection), ...(isShared ? [words.shared] : []), ...STATUS_LABELS[collection.status]];
}
