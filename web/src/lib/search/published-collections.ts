import type { CollectionList } from '@switchback/contracts/endpoints/collections';
import type { ListedCollection } from '@switchback/contracts/resources/collection';
import { daysOf, isTrip } from '@switchback/contracts/rules/collections';
import { figureText, type Units } from '@switchback/contracts/rules/units';
import { collectionsApi } from '../../api/collections-api.js';
import { publishedTexts as words } from '../../texts/published-collections.js';
import { texts } from '../../texts/en.js';
import { isPrefixOf, type SearchOption, wordsOf } from './search-options.js';
import type { AppStore } from '../store/store.js';
import { distanceText, numberText } from '../text/units.js';

/** Bounds the calls; a page has 50 collections. */
const PAGES_MAX = 20;

/** Requests the published collections once; without those that cannot be loaded. */
export async function loadPublished(dispatch: AppStore['dispatch']): Promise<readonly ListedCollection[]> {
  const found: ListedCollection[] = [];
  let bookmark: string | null = '';
  for (let page = 1; page <= PAGES_MAX && bookmark !== null; page++) {
    const call = collectionsApi.endpoints.publishedCollections.initiate(bookmark, { subscribe: false });
    const { data }: { data?: CollectionList } = await dispatch(call);
    found.push(...(data?.collections ?? []));
    bookmark = data?.bookmark ?? null;
  }
  return found;
}

/** Returns the collections with a name that matches all words of the text; words may be incomplete. */
export function matching(collections: readonly ListedCollection[], text: string): readonly ListedCollection[] {
  const typed = wordsOf(text);
  return typed.length === 0 ? [] : collections.filter(({ name }) => isPrefixOf(typed, name));
}

/** Formats `Collection · 6 drives · 214 mi`, or `Trip · 3 days · 6 drives · 214 mi`. */
export function kindAndFigures(collection: ListedCollection, units: Units): string {
  const trip = isTrip(collection) ? [words.trip, words.days(daysOf(collection))] : [words.collection];
  return words.figures([...trip, ...figuresOf(collection, units)]);
}

function figuresOf({ totals: { drives, distance, approximate } }: ListedCollection, units: Units): string[] {
  return [texts.driveCount(drives, numberText(drives)), figureText(distanceText(distance, units), approximate)];
}

/** Rows for the suggestions of a search box. */
export function collectionOptions(
  collections: readonly ListedCollection[],
  text: string,
  units: Units,
): SearchOption[] {
  return matching(collections, text).map((collection) => ({
    key: `collection ${collection.id}`,
    result: { type: 'collection', label: collection.name, value: collection.id },
    isRecent: false,
    detail: kindAndFigures(collection, units),
  }));
}
