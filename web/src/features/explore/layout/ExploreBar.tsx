import type { ComponentProps } from 'react';
import { activeFilters, type View } from '../explore-state.js';
import { exploreTexts } from '../../../texts/explore.js';
import { QuickFilters } from '../filters/QuickFilters.js';
import { ExploreSearch } from './ExploreSearch.js';
import { FiltersButton } from './FiltersButton.js';
import styles from './Layout.module.css';
import { ViewTabs } from './ViewTabs.js';

type Props = ComponentProps<typeof QuickFilters> &
  Pick<ComponentProps<typeof ExploreSearch>, 'near' | 'onChoose' | 'onClear'> & {
    filtersOpen: boolean;
    onView: (view: View) => void;
    onFilters: () => void;
    onCompare: () => void;
    /** True while something covers the bar, which is inert then. */
    covered: boolean;
  };

/** Bar above the results: search, view tabs and quick filters. */
export function ExploreBar(props: Props) {
  const { state, facets, update, near, filtersOpen, onChoose, onClear, onView, onFilters, onCompare, covered } = props;
  return (
    <div className={styles.bar} inert={covered}>
      <ExploreSearch state={state} near={near} onChoose={onChoose} onClear={onClear} />
      <div className={styles.controls}>
        <ViewTabs view={state.view} onView={onView} />
        <FiltersButton count={activeFilters(state).length} open={filtersOpen} onToggle={onFilters} />
        {state.compared.length > 0 && (
          <button type="button" className={styles.compareButton} aria-expanded={state.comparing} onClick={onCompare}>
            {exploreTexts.compare.button(state.compared.length)}
          </button>
        )}
        <QuickFilters state={state} facets={facets} update={update} />
      </div>
    </div>
  );
}
