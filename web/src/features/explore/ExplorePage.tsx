import { useMediaQuery } from '@mantine/hooks';
import { lazy, Suspense, useCallback, useState } from 'react';
import type { DriveCardData } from '../../api/types.js';
import { useDeviceLocation } from '../../lib/device-location.js';
import { useDocumentHead } from '../../lib/document-head.js';
import { useProductName } from '../../lib/product.js';
import { numberText } from '../../lib/units.js';
import { texts } from '../../texts/en.js';
import type { ExploreSlots } from './explore-slots.js';
import { activeFilters, type View } from './explore-state.js';
import { QuickFilters } from './filters/QuickFilters.js';
import { ExploreSearch } from './layout/ExploreSearch.js';
import { FiltersButton } from './layout/FiltersButton.js';
import styles from './layout/Layout.module.css';
import { MapResults } from './layout/MapResults.js';
import { RESULTS_PANEL_ID, ViewTabs } from './layout/ViewTabs.js';
import { DriveList } from './results/DriveList.js';
import { EmptyState } from './results/EmptyState.js';
import { FailureNotice } from './results/FailureNotice.js';
import { ResultCount } from './results/ResultCount.js';
import { useDriveSearch } from './results/use-drive-search.js';
import { useActiveDrive, useDestinations, useFollowHistory, useOpening, useSearchChoice } from './use-destinations.js';
import { useExploreState } from './use-explore-state.js';
import { useSurroundings } from './use-surroundings.js';

// Closed at first, and half of the page's code: it comes when it is opened.
const FilterPanel = lazy(() => import('./filters/FilterPanel.js'));
const FilterDrawer = lazy(() => import('./layout/FilterDrawer.js'));

const WIDE = '(min-width: 1000px)';

/** The explore browser: search, filters, map or list, and the opened drive beside them. */
export function ExplorePage({ MapView, DetailsPanel }: ExploreSlots) {
  const [state, update] = useExploreState();
  const device = useDeviceLocation();
  const place = useSurroundings(state, device);
  const { surroundings } = place;
  const search = useDriveSearch(state, surroundings);
  const active = useActiveDrive(state.drive, search.drives);
  const { fit, goTo, goToDriveLater } = useDestinations();
  const { choose, goToCountry, lookUp } = useSearchChoice(state, update, goTo);
  const touched = useOpening({ state, place, device, active, count: search.settledCount, goTo, lookUp });
  useFollowHistory(state, place, goTo);
  useExploreHead(active);
  const [filtersOpen, setFiltersOpen] = useState(false);
  const wide = useMediaQuery(WIDE, false, { getInitialValueInEffect: false });

  const open = useCallback(
    (drive: DriveCardData) => {
      touched();
      update({ drive: drive.id, details: true }, { push: true });
      goToDriveLater(drive);
    },
    [touched, update, goToDriveLater],
  );
  const close = useCallback(() => update({ drive: null, details: false }), [update]);
  const showView = useCallback((view: View) => update({ view, drive: null, details: false }), [update]);
  const clear = () => update({ search: null, country: null, states: [], drive: null, details: false });

  const empty = search.settledCount === 0 && (
    <EmptyState state={state} surroundings={surroundings} update={update} onNearest={({ bounds }) => goTo(bounds)} />
  );
  const details = state.drive !== null && state.details && (
    <Suspense fallback={<p className={styles.mapWait}>{texts.loading}</p>}>
      <DetailsPanel driveId={state.drive} onClose={close} />
    </Suspense>
  );
  const count = search.count ?? 0;

  return (
    <div className={styles.page}>
      <h1 className="visually-hidden">{texts.nav.explore}</h1>
      <div className={styles.bar}>
        <ExploreSearch
          view={state.view}
          search={state.search}
          onChoose={(result) => {
            touched();
            void choose(result);
          }}
          onClear={clear}
        />
        <ViewTabs view={state.view} onView={showView} />
        <FiltersButton
          count={activeFilters(state).length}
          open={filtersOpen}
          onToggle={() => setFiltersOpen(!filtersOpen)}
        />
        <QuickFilters state={state} update={update} />
      </div>
      <div className={styles.body}>
        {filtersOpen && (
          <Suspense>
            <FilterDrawer
              wide={wide}
              onClose={() => setFiltersOpen(false)}
              showText={texts.explore.filters.show(texts.explore.filters.resultCount(count, numberText(count)))}
            >
              <FilterPanel
                state={state}
                surroundings={surroundings}
                update={update}
                onCountry={(country) => {
                  update({ country: country?.id ?? null, states: [] });
                  if (country !== null && state.view === 'map') void goToCountry(country);
                }}
              />
            </FilterDrawer>
          </Suspense>
        )}
        <div
          id={RESULTS_PANEL_ID}
          role="tabpanel"
          aria-label={texts.explore.views[state.view]}
          className={styles.results}
        >
          <FailureNotice error={search.error} />
          {state.view === 'map' ? (
            <MapResults
              MapView={MapView}
              state={state}
              update={update}
              place={place}
              search={search}
              fit={fit}
              onTouched={touched}
              onOpen={open}
              empty={empty}
            />
          ) : (
            <DriveList
              search={search}
              activeId={state.drive}
              onOpen={open}
              head={<ResultCount search={search} className={styles.summary} />}
              empty={empty}
            />
          )}
        </div>
        {details !== false && (
          <aside className={styles.details} aria-label={texts.details.panel}>
            {details}
          </aside>
        )}
      </div>
    </div>
  );
}

/** Title and description are the opened drive's. */
function useExploreHead(active: DriveCardData | null | undefined): void {
  const product = useProductName();
  const { title, description, driveDescription } = texts.explore;
  useDocumentHead(
    active
      ? {
          title: active.title,
          description: driveDescription(active.startAddress, active.endAddress),
          image: active.photos[0]?.large,
        }
      : { title: title(product), description },
  );
}
