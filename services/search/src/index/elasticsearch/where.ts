import type { Caller } from '@switchback/platform/rpc/call';
import { isStaff, viewersOf } from '@switchback/platform/wire/audience';
import type { Filters } from '@switchback/proto/search/v1/service';
import { type Condition, filterConditions } from '../filters.js';
import { listedIds } from '../listed.js';
import type { AutocompleteQuery, DriveQuery } from '../search-index.js';
import { type Border, crossing, within } from './borders.js';
import { allOf, anyOf, between, butNot, type Query } from './query.js';
import { ALL_WORDS, type Text, tolerantWords } from './words-query.js';

const IS_PUBLIC: Query = { term: { is_public: true } };

/** Conditions that must all hold. */
export interface Where {
  /** The visibility for the caller first, then each filter that the engine decides exactly. */
  conditions: Query[];
  /** Conditions that the engine decides for all but a few drives. */
  borders: Border[];
}

export function whereOf({ filters, caller }: DriveQuery, text: Text): Where {
  const { geocode, bounds, ids } = filters;
  return {
    conditions: [
      visible(filters, caller),
      ...(text.terms.length > 0 ? [tolerantWords(text, ALL_WORDS, { isTyping: false })] : []),
      ...(ids.length > 0 ? [{ terms: { id: ids } }] : []),
      ...filterConditions(filters).flatMap(satisfies),
    ],
    borders: [
      ...(bounds ? [crossing(bounds)] : []),
      ...(geocode?.proximityMeters === undefined ? [] : [within(geocode.proximityMeters, geocode)]),
    ],
  };
}

/** Returns the queries of a condition on a drive's values, which must all match. */
export function satisfies(condition: Condition): Query[] {
  const { column } = condition;
  if (condition.kind === 'range') return [between(column, condition.min, condition.max)];
  const { needs, values } = condition;
  return needs === 'all'
    ? values.map((value): Query => ({ term: { [column]: value } }))
    : [{ terms: { [column]: [...values] } }];
}

/** Matches the requested kinds of drives, as far as the caller belongs to their audience. */
export function visible(filters: Filters, caller: Caller | null): Query {
  const kinds: Query[] = [];
  if (filters.includePublic) kinds.push(IS_PUBLIC);
  if (caller && (filters.includePrivate || filters.includeShared)) {
    const own: Query = { term: { owner_id: caller.userId } };
    // A non-public drive that the caller may see is either their own or shared with them.
    if (!filters.includeShared) kinds.push(allOf([viewed(caller), own]));
    else kinds.push(filters.includePrivate ? viewed(caller) : butNot(viewed(caller), own));
  }
  const listed = listedIds(filters);
  if (listed.length > 0) kinds.push(allOf([{ terms: { id: listed } }, ...maySee(caller)]));
  return anyOf(kinds);
}

/** Matches drives with the caller in their audience; no condition for staff. */
function maySee(caller: Caller | null): Query[] {
  if (isStaff(caller)) return [];
  return [anyOf([IS_PUBLIC, ...(caller ? [viewed(caller)] : [])])];
}

/** Matches public drives, and those of the client's ids that the caller may see. */
export function suggestible({ caller, include }: AutocompleteQuery): Query {
  if (!caller || include.length === 0) return IS_PUBLIC;
  return anyOf([IS_PUBLIC, allOf([{ terms: { id: [...include] } }, ...maySee(caller)])]);
}

/** Matches drives with the caller among their viewers; public drives have none. */
function viewed(caller: Caller): Query {
  return { terms: { viewers: viewersOf(caller) } };
}
