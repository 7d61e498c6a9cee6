import { Button } from '@mantine/core';
import type { Region } from '@switchback/contracts/resources/geo';
import { useMemo, useState } from 'react';
import { useCountQuery } from '../../../api/api.js';
import { numberText } from '../../../lib/units.js';
import { useDebounced } from '../../../lib/use-debounced.js';
import { exploreTexts } from '../../../texts/explore.js';
import { activeFilters, NO_FILTERS, type ExploreState } from '../explore-state.js';
import { apiFilters, type MapContext } from '../query.js';
import { RANGE_NAMES, type RangeName } from '../range-filters.js';
import type { Update } from '../use-explore-state.js';
import styles from './Filters.module.css';
import { KindFilter } from './KindFilter.js';
import { RangeFilter } from './RangeFilter.js';
import { RatingFilter } from './RatingFilter.js';
import { RegionFilter } from './RegionFilter.js';
import { SortSelect } from './SortSelect.js';
import { TagFilterGroups } from './TagFilterGroups.js';

const LIVE_COUNT_MS = 150;
/** Sliders above the star rating. */
const FIRST: readonly RangeName[] = ['duration', 'distance'];

interface Props {
  state: ExploreState;
  surroundings: MapContext;
  update: Update;
  onCountry: (country: Region | null) => void;
}

/** All filters, with a live count of the matching drives, even while a slider moves. */
export default function FilterPanel({ state, surroundings, update, onCountry }: Props) {
  const [draft, setDraft] = useState<Partial<ExploreState>>({});
  const [touched, setTouched] = useState<RangeName | null>(null);
  const drafted = useMemo(() => apiFilters({ ...state, ...draft }, surroundings), [state, draft, surroundings]);
  const asked = useDebounced(drafted, LIVE_COUNT_MS);
  const { data: count, currentData: exact } = useCountQuery(asked);
  const range = (name: RangeName) => (
    <RangeFilter
      key={name}
      name={name}
      range={state[name]}
      excludesAll={exact === 0 && touched === name && (draft[name] ?? state[name]) !== null}
      onDraft={(value) => {
        setTouched(name);
        setDraft({ [name]: value });
      }}
      onChange={(value) => {
        setTouched(name);
        setDraft({});
        update({ [name]: value });
      }}
    />
  );
  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <p className={styles.count}>
          {count === undefined
            ? exploreTexts.filters.counting
            : exploreTexts.filters.resultCount(count, numberText(count))}
        </p>
        {activeFilters(state).length > 0 && (
          <Button variant="subtle" size="sm" onClick={() => update({ ...NO_FILTERS })}>
            {exploreTexts.filters.reset}
          </Button>
        )}
      </div>
      <SortSelect sort={state.sort} onChange={(sort) => update({ sort })} />
      <KindFilter off={state.kindsOff} onChange={(kindsOff) => update({ kindsOff })} />
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
        <TagFilterGroups tags={state.tags} onChange={(tags) => update({ tags })} />
      </div>
    </div>
  );
}
