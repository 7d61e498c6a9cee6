import { NativeSelect } from '@mantine/core';
import '@mantine/core/styles/Input.css';
import { SORT_KEYS, type SortKey } from '@switchback/contracts/rules/drives';
import { exploreTexts } from '../../../texts/explore.js';

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
];

export function SortSelect({ sort, onChange }: { sort: SortKey; onChange: (sort: SortKey) => void }) {
  const keys = OFFERED.includes(sort) ? OFFERED : [...OFFERED, sort];
  return (
    <NativeSelect
      label={exploreTexts.filters.sort}
      value={sort}
      data={keys.map((key) => ({ value: key, label: exploreTexts.sorts[key] }))}
      onChange={(event) => {
        const chosen = SORT_KEYS.find((key) => key === event.currentTarget.value);
        if (chosen !== undefined) onChange(chosen);
      }}
    />
  );
}
