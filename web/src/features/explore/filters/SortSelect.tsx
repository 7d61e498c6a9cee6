import { NativeSelect } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import { SORT_KEYS, type SortKey } from '@switchback/contracts/rules/drives';
import { exploreTexts } from '../../../texts/explore.js';
import { type ExploreState, sortOf } from '../explore-state.js';

/** Sort keys offered, in display order; a link may use another one. */
const OFFERED: readonly SortKey[] = [
  'location',
  'reviews',
  'stars',
  'intensity',
  'traffic',
  'quality',
  'duration',
  'distance',
  'created',
  'curviness',
  'gain',
];

interface Props {
  state: Pick<ExploreState, 'sort' | 'search'>;
  /** Called with null for the default. */
  onChange: (sort: SortKey | null) => void;
}

export function SortSelect({ state, onChange }: Props) {
  const sort = sortOf(state);
  const standard = sortOf({ ...state, sort: null });
  const keys = [...new Set([standard, ...OFFERED, sort])];
  return (
    <NativeSelect
      label={exploreTexts.filters.sort}
      value={sort}
      data={keys.map((key) => ({ value: key, label: exploreTexts.sorts[key] }))}
      onChange={(event) => {
        const chosen = SORT_KEYS.find((key) => key === event.currentTarget.value);
        if (chosen !== undefined) onChange(chosen === standard ? null : chosen);
      }}
    />
  );
}
