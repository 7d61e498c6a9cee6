import type { ComponentProps } from 'react';
import { activeFilters, type View } from '../explore-state.js';
import { QuickFilters } from '../filters/QuickFilters.js';
import { ExploreSearch } from './ExploreSearch.js';
import { FiltersButton } from './FiltersButton.js';
import styles from './Layout.module.css';
import { ViewTabs } from './ViewTabs.js';

type Props = ComponentProps<typeof QuickFilters> &
  Pick<ComponentProps<typeof ExploreSearch>, 'onChoose' | 'onClear'> & {
    filtersOpen: boolean;
    onView: (view: View) => void;
    onFilters: () => void;
  };

/** Above the results: what to look for, how to look at it, and the filters at hand. */
export function ExploreBar({ state, update, filtersOpen, onChoose, onClear, onView, onFilters }: Props) {
  return (
    <div className={styles.bar}>
      <ExploreSearch view={state.view} search={state.search} onChoose={onChoose} onClear={onClear} />
      <ViewTabs view={state.view} onView={onView} />
      <FiltersButton count={activeFilters(state).length} open={filtersOpen} onToggle={onFilters} />
      <QuickFilters state={state} update={update} />
    </div>
  );
}
