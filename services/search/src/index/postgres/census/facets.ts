import { type Kind, KINDS } from '@switchback/contracts/rules/drives';
import type { Filters } from '@switchback/proto/search/v1/service';
import {
  commonFilters,
  type FacetRow,
  type FacetsQuery,
  includesKind,
  RANGE_CHOICES,
  REPLACED,
  replacedConditions,
  REPLACING_FACETS,
  type ReplacingFacet,
  TAG_VALUES,
} from '../../facets.js';
import { type DriveArrays, HIDDEN, labelOf, LABELS_MAX, PUBLIC } from './drive-arrays.js';
import { type CensusSnapshot, matchesOf, type Test, testsFor } from './matches.js';

/** Bit of a part of the query that a drive fails. */
const FAILS = { kinds: 1, curviness: 2, stars: 4, duration: 8 } as const satisfies Record<ReplacingFacet, number>;

/** A choice that replaces a part of the query, and its number of drives. */
interface Choice extends FacetRow {
  facet: ReplacingFacet;
  test: Test;
}

/** Counts of the drives that match for certain, and the ids of those in doubt. */
export interface FacetCounts {
  rows: FacetRow[];
  doubtful: string[];
}

/** Counts the drives of every choice. Ignores the filter by ids; lists include no drives that only staff may see. */
export function facetCountsOf(reading: CensusSnapshot, query: FacetsQuery): FacetCounts {
  const { drives, sure, doubtful } = matchesOf(reading, { ...query, filters: commonFilters(query) });
  const parts = partsOf(drives, query);
  const choices = choicesOf(drives, query);
  const labels = new Int32Array(drives.codeCount);
  for (const number of sure) {
    let failed = 0;
    for (const { bit, passes } of parts) if (!passes(number)) failed |= bit;
    if (failed === 0) countLabels(drives, number, labels);
    for (const choice of choices) if ((failed & ~FAILS[choice.facet]) === 0 && choice.test(number)) choice.count += 1;
  }
  const tags = TAG_VALUES.map((value): FacetRow => {
    return { facet: 'tags', value, count: labels[drives.codeOf(labelOf('tags', value)) ?? 0]! };
  });
  return { rows: [...tags, ...choices], doubtful: Array.from(doubtful, (number) => drives.ids[number]!) };
}

/** Returns the tests of the parts that choices replace. */
function partsOf(drives: DriveArrays, query: FacetsQuery): { bit: number; passes: Test }[] {
  const { filters } = query;
  const kinds = KINDS.filter((kind) => includesKind(filters, kind)).map((kind) =>
    kindTest(drives, kind, query, filters),
  );
  const parts = [{ bit: FAILS.kinds as number, passes: (number: number) => kinds.some((test) => test(number)) }];
  for (const facet of REPLACING_FACETS) {
    if (facet === 'kinds') continue;
    const tests = replacedConditions(filters, facet).flatMap((condition) => testsFor(drives, condition));
    if (tests.length > 0) parts.push({ bit: FAILS[facet], passes: (number) => tests.every((test) => test(number)) });
  }
  return parts;
}

function choicesOf(drives: DriveArrays, query: FacetsQuery): Choice[] {
  return [
    ...KINDS.map((kind): Choice => {
      return { facet: 'kinds', value: kind, count: 0, test: kindTest(drives, kind, query, query.lists) };
    }),
    ...RANGE_CHOICES.map(({ facet, value, min, max, below }): Choice => {
      const values = drives.columns[REPLACED[facet]];
      // NaN, which means no value, is in no range.
      const test: Test = (number) => values[number]! >= min && values[number]! <= max && values[number]! < below;
      return { facet, value, count: 0, test };
    }),
  ];
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
  for (const code of moreLabels.get(number) ?? []) counts[code]! += 1;
}
