import { type Kind, KINDS } from '@switchback/contracts/rules/drives';
import type { Filters } from '@switchback/proto/search/v1/service';
import {
  type FacetRow,
  includesKind,
  RANGE_CHOICES,
  RANGE_FACETS,
  type RangeFacet,
  REPLACED,
  replacedConditions,
  type ReplacingFacet,
  TAG_VALUES,
} from '../../facets.js';
import type { FacetsQuery } from '../../search-index.js';
import { type DriveArrays, HIDDEN, labelOf, LABELS_MAX, PUBLIC } from './drive-arrays.js';
import { type Test, testsFor } from './matches.js';

/** Bit of a part of the query that a drive fails. */
const FAILS = { kinds: 1, curviness: 2, stars: 4, duration: 8 } as const satisfies Record<ReplacingFacet, number>;

/** Drives that any choice may find, each with the parts of the query that it fails. */
interface Candidates {
  drives: DriveArrays;
  numbers: Int32Array;
  failed: Uint8Array;
}

/**
 * Counts the given drives by the choices of a query's facets.
 * @param numbers of drives that match the filters common to all choices, for the caller and not only as staff.
 */
export function facetRowsOf(drives: DriveArrays, numbers: Int32Array, query: FacetsQuery): FacetRow[] {
  const candidates = { drives, numbers, failed: failuresOf(drives, numbers, query) };
  return [
    ...tagRows(candidates),
    ...KINDS.map((kind) => kindRow(candidates, kind, query)),
    ...RANGE_FACETS.flatMap((facet) => rangeRows(candidates, facet)),
  ];
}

function failuresOf(drives: DriveArrays, numbers: Int32Array, query: FacetsQuery): Uint8Array {
  const { filters } = query;
  const failed = new Uint8Array(numbers.length);
  const note = (bit: number, passes: Test) => {
    for (let index = 0; index < numbers.length; index += 1) if (!passes(numbers[index]!)) failed[index]! |= bit;
  };
  // Every drive that the caller may see is of one of these kinds.
  if (!(filters.includePublic && filters.includePrivate && filters.includeShared)) {
    const kinds = KINDS.filter((kind) => includesKind(filters, kind));
    const tests = kinds.map((kind) => kindTest(drives, kind, query, filters));
    note(FAILS.kinds, (number) => tests.some((test) => test(number)));
  }
  for (const facet of RANGE_FACETS)
    for (const condition of replacedConditions(filters, facet))
      for (const test of testsFor(drives, condition)) note(FAILS[facet], test);
  return failed;
}

function kindRow({ drives, numbers, failed }: Candidates, kind: Kind, query: FacetsQuery): FacetRow {
  const test = kindTest(drives, kind, query, query.lists);
  const others = ~FAILS.kinds;
  let count = 0;
  for (let index = 0; index < numbers.length; index += 1)
    if ((failed[index]! & others) === 0 && test(numbers[index]!)) count += 1;
  return { facet: 'kinds', value: kind, count };
}

/** Counts one column in one pass: faster than a pass per choice. */
function rangeRows({ drives, numbers, failed }: Candidates, facet: RangeFacet): FacetRow[] {
  const values = drives.columns[REPLACED[facet]];
  const choices = RANGE_CHOICES.filter((choice) => choice.facet === facet);
  const [mins, maxs, belows] = (['min', 'max', 'below'] as const).map((end) =>
    Float64Array.from(choices, (choice) => choice[end]),
  ) as [Float64Array, Float64Array, Float64Array];
  const others = ~FAILS[facet];
  const counts = new Int32Array(choices.length);
  for (let index = 0; index < numbers.length; index += 1) {
    if ((failed[index]! & others) !== 0) continue;
    // NaN, which means no value, is in no range.
    const value = values[numbers[index]!]!;
    for (let choice = 0; choice < counts.length; choice += 1)
      if (value >= mins[choice]! && value <= maxs[choice]! && value < belows[choice]!) counts[choice]! += 1;
  }
  return choices.map(({ value }, index) => ({ facet, value, count: counts[index]! }));
}

function tagRows({ drives, numbers, failed }: Candidates): FacetRow[] {
  const counts = new Int32Array(drives.codeCount);
  for (let index = 0; index < numbers.length; index += 1)
    if (failed[index] === 0) countLabels(drives, numbers[index]!, counts);
  return TAG_VALUES.map((value) => {
    // Code 0 means no label.
    return { facet: 'tags', value, count: counts[drives.codeOf(labelOf('tags', value)) ?? 0]! };
  });
}

/** Returns the test of one kind, for drives that the caller may see. */
function kindTest(
  { presence, people, ids }: DriveArrays,
  kind: Kind,
  { caller }: FacetsQuery,
  { savedIds, completedIds }: Pick<Filters, 'savedIds' | 'completedIds'>,
): Test {
  const isOwn: Test = (number) => people.get(number)?.ownerId === caller?.userId;
  if (kind === 'public') return (number) => presence[number] === PUBLIC;
  if (kind === 'private') return (number) => presence[number] === HIDDEN && isOwn(number);
  if (kind === 'shared') return (number) => presence[number] === HIDDEN && !isOwn(number);
  const listed = new Set(kind === 'saved' ? savedIds : completedIds);
  return listed.size === 0 ? () => false : (number) => listed.has(ids[number]!);
}

function countLabels({ labels, moreLabels }: DriveArrays, number: number, counts: Int32Array): void {
  const first = number * LABELS_MAX;
  for (let place = first; place < first + LABELS_MAX && labels[place] !== 0; place += 1) counts[labels[place]!]! += 1;
  if (moreLabels.size > 0) for (const code of moreLabels.get(number) ?? []) counts[code]! += 1;
}
