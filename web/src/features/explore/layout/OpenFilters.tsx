import { useMediaQuery } from '@mantine/hooks';
import { type ComponentProps, Suspense } from 'react';
import { lazyComponent } from '../../../components/lazy-component.js';
import { numberText } from '../../../lib/text/units.js';
import { exploreTexts } from '../../../texts/explore.js';
import { useLiveCount } from '../filters/use-live-count.js';
import type { MapContext } from '../query.js';
import type { DriveSearch } from '../results/use-drive-search.js';

// Closed at first, and half of the page's code: loaded when opened.
const FilterPanel = lazyComponent(() => import('../filters/FilterPanel.js'), 'notice');
const FilterDrawer = lazyComponent(() => import('./FilterDrawer.js'), 'notice');

const WIDE = '(min-width: 1000px)';

type PanelProps = ComponentProps<typeof FilterPanel>;
type Country = NonNullable<Parameters<PanelProps['onCountry']>[0]>;
type Props = Pick<PanelProps, 'state' | 'update'> & {
  surroundings: MapContext;
  search: Pick<DriveSearch, 'count' | 'settledCount' | 'facets'>;
  onClose: () => void;
  /** Called when the user chooses a country in map view, so that the map moves there. */
  onCountry: (country: Country) => void;
};

/** The drawer with every filter. */
export function OpenFilters({ state, surroundings, update, search, onClose, onCountry }: Props) {
  const wide = useMediaQuery(WIDE, false, { getInitialValueInEffect: false });
  const live = useLiveCount(state, surroundings, search);
  const count = live.count ?? 0;
  const { show, resultCount } = exploreTexts.filters;
  return (
    <Suspense>
      <FilterDrawer
        wide={wide}
        over={state.view === 'map'}
        onClose={onClose}
        showText={show(resultCount(count, numberText(count)))}
      >
        <FilterPanel
          state={state}
          facets={search.facets}
          live={live}
          update={update}
          onCountry={(country) => {
            update({ country: country?.id ?? null, states: [] });
            if (country !== null && state.view === 'map') onCountry(country);
          }}
        />
      </FilterDrawer>
    </Suspense>
  );
}
