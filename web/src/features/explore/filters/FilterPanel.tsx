import { Button } from '@mantine/core';
import type { Region } from '@switchback/contracts/resources/geo';
import { useState } from 'react';
import type { Facets } from '../../../api/types.js';
import { numberText } from '../../../lib/text/units.js';
import { exploreTexts } from '../../../texts/explore.js';
import { activeFilters, NO_FILTERS, type ExploreState, type Range } from '../explore-state.js';
import { RANGE_NAMES, type RangeName } from '../range-filters.js';
import type { Update } from '../use-explore-state.js';
import styles from './Filters.module.css';
import { KindFilter } from './KindFilter.js';
import { RangeFilter } from './RangeFilter.js';
import { RatingFilter } from './RatingFilter.js';
import { RegionFilter } from './RegionFilter.js';
import { SortSelect } from './SortSelect.js';
import { TagFilterGroups } from './TagFilterGroups.js';
import type { LiveCount } from './use-live-count.js';

/** Sliders above the star rating. */
const FIRST: readonly RangeName[] = ['duration', 'distance'];

interface Props {
  state: ExploreState;
  facets: Facets | null;
  live: LiveCount;
  update: Update;
  onCountry: (country: Region | null) => void;
}

/** All filters, with a live count of the matching drives, even while a slider moves. */
export default function FilterPanel({ state, facets, live, update, onCountry }: Props) {
  const { count, settledCount, move, release } = live;
  /** The slider moved last, and its range. */
  const [moved, setMoved] = useState<{ name: RangeName; value: Range | null } | null>(null);
  const range = (name: RangeName) => (
    <RangeFilter
      key={name}
      name={name}
      range={state[name]}
      excludesAll={settledCount === 0 && moved?.name === name && moved.value !== null}
      onDraft={(value) => {
        setMoved({ name, value });
        move({ [name]: value });
      }}
      onChange={(value) => {
        setMoved({ name, value });
        release({ [name]: value });
        update({ [name]: value });
      }}
    />
  );
  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <p className={styles.count}>
          {count === null ? exploreTexts.filters.counting : exploreTexts.filters.resultCount(count, numberText(count))}
        </p>
        {activeFilters(state).length > 0 && (
          <Button variant="subtle" size="sm" onClick={() => update({ ...NO_FILTERS })}>
            {exploreTexts.filters.reset}
          </Button>
        )}
      </div>
      <SortSelect state={state} onChange={(sort) => update({ sort })} />
      <KindFilter off={state.kindsOff} facets={facets} onChange={(kindsOff) => update({ kindsOff })} />
      <RegionFilter
        view={state.view}
        country={state.country}
        states={state.states}
        onCountry={onCountry}
        onStates={(states) => update({ states })}
      />
      {FIRST.map(range)}
      <RatingFilter stars={state.stars} onChange={(stars) => update({ stars })} />
      {RANGE_NAMES.filter((name) => !FIRST.includes(name)).map(range)}
      <div>
        <h3 className={styles.label}>{exploreTexts.filters.tags}</h3>
        <TagFilterGroups tags={state.tags} facets={facets} onChange={(tags) => update({ tags })} />
      </div>
    </div>
  );
}
