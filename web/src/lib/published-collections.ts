import type { Collection } from '@switchback/contracts/resources/collection';
import { daysOf, isTrip } from '@switchback/contracts/rules/collections';
import type { Units } from '@switchback/contracts/rules/units';
import { collectionsApi } from '../api/collections-api.js';
import { publishedTexts as words } from '../texts/published-collections.js';
import { texts } from '../texts/en.js';
import { isPrefixOf, type SearchOption, wordsOf } from './search-options.js';
import type { AppStore } from './store.js';
import { distanceText, numberText } from './units.js';

/** Requests the published collections once; an empty list if they cannot be loaded. */
export async function loadPublished(dispatch: AppStore['dispatch']): Promise<readonly Collection[]> {
  const call = collectionsApi.endpoints.publishedCollections.initiate(undefined, { subscribe: false });
  const { data = [] } = await dispatch(call);
  return data;
}

/** Returns the collections with a name that matches all words of the text; words may be incomplete. */
export function matching(collections: readonly Collection[], text: string): readonly Collection[] {
  const typed = wordsOf(text);
  return typed.length === 0 ? [] : collections.filter(({ name }) => isPrefixOf(typed, name));
}

/** Formats `Collection · 6 drives · 214 mi`, or `Trip · 3 days · 6 drives · 214 mi`. */
export function kindAndFigures(collection: Collection, units: Units): string {
  const trip = isTrip(collection) ? [words.trip, words.days(daysOf(collection))] : [words.collection];
  return words.figures([...trip, ...figuresOf(collection, units)]);
}

function figuresOf({ totals: { drives, distance } }: Collection, units: Units): string[] {
  return [texts.driveCount(drives, numberText(drives)), distanceText(distance, units)];
}

/** Rows for the suggestions of a search box. */
export function collectionOptions(collections: readonly Collection[], text: string, units: Units): SearchOption[] {
  return matching(collections, text).map((collection) => ({
    key: `collection ${collection.id}`,
    result: { type: 'collection', label: collection.name, value: collection.id },
    isRecent: false,
    detail: kindAndFigures(collection, units),
  }));
}
