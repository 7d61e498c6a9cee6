import type { Caller } from '@switchback/platform/rpc/call';
import type { Filters } from '@switchback/proto/search/v1/service';
import { queryWords } from '../../words.js';
import { listedIds } from '../listed.js';
import { rangesOf } from '../ranges.js';
import type { AutocompleteQuery, DriveQuery } from '../search-index.js';
import { type Border, crossing, within } from './borders.js';
import { allOf, anyOf, between, NOTHING, type Query } from './query.js';
import { ALL_WORDS, tolerantWords } from './words-query.js';

/** The conditions of which all must hold. */
export interface Where {
  /** What the caller may see first, then each filter that the engine decides. */
  conditions: Query[];
  /** What it decides for all but a few. */
  borders: Border[];
}

export function whereOf({ filters, caller }: DriveQuery): Where {
  const { geocode, bounds, stateIds, countryId, ids } = filters;
  const words = queryWords(filters.text);
  return {
    conditions: [
      visible(filters, caller),
      ...(words.length > 0 ? [tolerantWords(words, ALL_WORDS)] : []),
      ...(ids.length > 0 ? [{ terms: { id: ids } }] : []),
      ...(countryId === undefined ? [] : [{ term: { country_ids: countryId } }]),
      ...(stateIds.length > 0 ? [{ terms: { state_ids: stateIds } }] : []),
      ...filters.tags.map(({ category, name }): Query => ({ term: { tags: `${category}:${name}` } })),
      ...rangesOf(filters).map(({ column, min, max }) => between(column, min, max)),
    ],
    borders: [
      ...(bounds ? [crossing(bounds)] : []),
      ...(geocode?.proximityMeters === undefined ? [] : [within(geocode.proximityMeters, geocode)]),
    ],
  };
}

/** The kinds of drive that are on, each with who may see it. */
function visible(filters: Filters, caller: Caller | null): Query {
  const kinds: Query[] = [];
  if (filters.includePublic) kinds.push({ term: { is_public: true } });
  if (caller && filters.includePrivate) {
    kinds.push(allOf([{ term: { owner_id: caller.userId } }, { term: { is_public: false } }]));
  }
  if (caller && caller.accountType !== 'free' && filters.includeShared) kinds.push(sharedWith(caller));
  const listed = listedIds(filters);
  if (listed.length > 0) kinds.push(allOf([{ terms: { id: listed } }, ...maySee(caller)]));
  return anyOf(kinds);
}

/** Whatever kind it is of. */
function maySee(caller: Caller | null): Query[] {
  const isPublic: Query = { term: { is_public: true } };
  if (caller === null) return [isPublic];
  if (caller.accountType === 'admin') return [];
  const owned: Query = { term: { owner_id: caller.userId } };
  return [anyOf([isPublic, owned, ...(caller.accountType === 'hero' ? [sharedWith(caller)] : [])])];
}

/** Public drives, and of those named by the client the ones that are the caller's or shared with them. */
export function suggestible({ caller, include }: AutocompleteQuery): Query {
  const isPublic: Query = { term: { is_public: true } };
  if (!caller || include.length === 0) return isPublic;
  const shared = caller.accountType === 'free' ? NOTHING : sharedWith(caller);
  return anyOf([
    isPublic,
    allOf([{ terms: { id: [...include] } }, anyOf([{ term: { owner_id: caller.userId } }, shared])]),
  ]);
}

function sharedWith({ userId }: Caller): Query {
  return { term: { shared_with: userId } };
}
