import { Suspense, useCallback, useState } from 'react';
import type { DriveCardData } from '../../api/types.js';
import { useDeviceLocation } from '../../lib/device-location.js';
import { useDocumentHead } from '../../lib/document-head.js';
import { useProductName } from '../../lib/product.js';
import { texts } from '../../texts/en.js';
import type { ExploreSlots } from './explore-slots.js';
import type { View } from './explore-state.js';
import { ExploreBar } from './layout/ExploreBar.js';
import styles from './layout/Layout.module.css';
import { MapResults } from './layout/MapResults.js';
import { OpenFilters } from './layout/OpenFilters.js';
import { RESULTS_PANEL_ID } from './layout/ViewTabs.js';
import { DriveList } from './results/DriveList.js';
import { EmptyState } from './results/EmptyState.js';
import { FailureNotice } from './results/FailureNotice.js';
import { ResultCount } from './results/ResultCount.js';
import { useDriveSearch } from './results/use-drive-search.js';
import { useActiveDrive, useDestinations, useFollowHistory, useOpening, useSearchChoice } from './use-destinations.js';
import { useExploreState } from './use-explore-state.js';
import { useSurroundings } from './use-surroundings.js';

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

  const { open, close, showView, clear } = useActions(update, touched, goToDriveLater);

  const empty = search.settledCount === 0 && (
    <EmptyState state={state} surroundings={surroundings} update={update} onNearest={({ bounds }) => goTo(bounds)} />
  );
  const count = search.count ?? 0;

  return (
    <div className={styles.page}>
      <h1 className="visually-hidden">{texts.nav.explore}</h1>
      <ExploreBar
        {...{ state, update, filtersOpen, onView: showView, onClear: clear }}
        onChoose={(result) => {
          touched();
          void choose(result);
        }}
        onFilters={() => setFiltersOpen(!filtersOpen)}
      />
      <div className={styles.body}>
        {filtersOpen && (
          <OpenFilters
            {...{ state, surroundings, update, count }}
            onClose={() => setFiltersOpen(false)}
            onCountry={(country) => void goToCountry(country)}
          />
        )}
        <div
          id={RESULTS_PANEL_ID}
          role="tabpanel"
          aria-label={texts.explore.views[state.view]}
          className={styles.results}
        >
          <FailureNotice error={search.error} />
          {state.view === 'map' ? (
            <MapResults {...{ MapView, state, update, place, search, fit, empty }} onTouched={touched} onOpen={open} />
          ) : (
            <DriveList
              {...{ search, empty }}
              activeId={state.drive}
              onOpen={open}
              head={<ResultCount search={search} className={styles.summary} />}
            />
          )}
        </div>
        {state.drive !== null && state.details && (
          <aside className={styles.details} aria-label={texts.details.panel}>
            <Suspense fallback={<p className={styles.mapWait}>{texts.loading}</p>}>
              <DetailsPanel driveId={state.drive} onClose={close} />
            </Suspense>
          </aside>
        )}
      </div>
    </div>
  );
}

type Update = ReturnType<typeof useExploreState>[1];

/** What the page does to its address; a new view or a cleared search closes the opened drive. */
function useActions(update: Update, touched: () => void, goToDriveLater: (drive: DriveCardData) => void) {
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
  return { open, close, showView, clear };
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
