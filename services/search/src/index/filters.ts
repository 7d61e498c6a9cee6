import { NUMBER_FILTER_NAMES, NUMBER_FILTERS, type NumberFilterName } from '@switchback/contracts/rules/filters';
import type { Filters } from '@switchback/proto/search/v1/service';
import { columnOf } from '../document.js';

/** List fields of a document to filter by. */
export type LabelField = 'tags' | 'countryIds' | 'stateIds';

/** A number range, inclusive at both ends; an absent end is open. */
export interface RangeCondition {
  kind: 'range';
  field: NumberFilterName;
  column: string;
  min: number | undefined;
  max: number | undefined;
}

/** Requires some or all of the values in a list. */
export interface LabelCondition {
  kind: 'labels';
  field: LabelField;
  column: string;
  type: 'int' | 'text';
  needs: 'any' | 'all';
  values: readonly (string | number)[];
}

/**
 * A filter's condition on a document. Each engine, the census and the reference index of the tests translate these two
 * kinds.
 */
export type Condition = RangeCondition | LabelCondition;

type LabelFilter = Pick<LabelCondition, 'type' | 'needs'> & {
  valuesOf: (filters: Filters) => LabelCondition['values'];
};

const LABEL_FILTERS: readonly ({ field: LabelField } & LabelFilter)[] = [
  {
    field: 'countryIds',
    type: 'int',
    needs: 'any',
    valuesOf: ({ countryId }) => (countryId === undefined ? [] : [countryId]),
  },
  { field: 'stateIds', type: 'int', needs: 'any', valuesOf: ({ stateIds }) => stateIds },
  {
    field: 'tags',
    type: 'text',
    needs: 'all',
    valuesOf: ({ tags }) => tags.map(({ category, name }) => `${category}:${name}`),
  },
];
export const LABEL_FIELDS = LABEL_FILTERS.map(({ field }) => field);

/** Returns the conditions on a document's values that exclude any drives. */
export function filterConditions(filters: Filters): Condition[] {
  const labels = LABEL_FILTERS.map(({ field, type, needs, valuesOf }): LabelCondition => {
    return { kind: 'labels', field, column: columnOf(field), type, needs, values: valuesOf(filters) };
  });
  const ranges = NUMBER_FILTER_NAMES.map((field): RangeCondition => {
    const request = filters[field];
    const { min, max } = typeof request === 'object' ? request : { min: request, max: undefined };
    return { kind: 'range', field, column: columnOf(field), min, max };
  });
  return [...labels.filter(({ values }) => values.length > 0), ...ranges.filter(isNarrow)];
}

/**
 * Returns whether a range excludes any drives. One over a whole scale does not: it also includes drives without a
 * value.
 */
function isNarrow({ field, min = 0, max = Infinity }: RangeCondition): boolean {
  return min > 0 || max < NUMBER_FILTERS[field].max;
}
