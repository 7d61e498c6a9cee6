import { drivePage, explorePage } from '@switchback/contracts/rules/pages';
import { type ComponentProps, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react';
import type { Bounds } from '@switchback/geo/location';
import { NETWORK } from '../../api/base-query.js';
import type { DriveCardData } from '../../api/types.js';
import { useDeviceLocation } from '../../lib/page/device-location.js';
import { useDocumentHead } from '../../lib/page/document-head.js';
import { useProductName } from '../../lib/page/product.js';
import { useOfflineDrives } from '../../lib/offline/use-offline-drives.js';
import { useOnline } from '../../lib/offline/use-online.js';
import { exploreTexts } from '../../texts/explore.js';
import { texts } from '../../texts/en.js';
import { detailsTexts } from '../../texts/details.js';
import { useComparison } from './compare/use-comparison.js';
import type { ExploreSlots } from './explore-slots.js';
import type { View } from './explore-state.js';
import { ExploreBar } from './layout/ExploreBar.js';
import styles from './layout/Layout.module.css';
import { MapResults } from './layout/MapResults.js';
import { OpenFilters } from './layout/OpenFilters.js';
import { useLayout } from './layout/use-layout.js';
import { RESULTS_PANEL_ID } from './layout/ViewTabs.js';
import { DriveList } from './results/DriveList.js';
import { EmptyState } from './results/EmptyState.js';
import { FailedState } from './results/FailedState.js';
import { FailureNotice } from './results/FailureNotice.js';
import { OfflineResults } from './results/OfflineResults.js';
import { ResultCount } from './results/ResultCount.js';
import { type Away, useMeasures } from './results/use-away.js';
import { type DriveSearch, useDriveSearch } from './results/use-drive-search.js';
import { useNeighbors } from './results/use-neighbors.js';
import {
  type Destinations,
  useActiveDrive,
  useDestinations,
  useFollowHistory,
  useLinkedDrive,
  useOpening,
  useSearchChoice,
  useShowMatches,
} from './use-destinations.js';
import { type Update, useExploreState } from './use-explore-state.js';
import { useMeasured } from './results/use-measured.js';
import type { Origin } from '../../lib/drives/away-text.js';
import { type Place, useSurroundings } from './use-surroundings.js';

/** The explore page: search, filters, map or list, and the open drive next to them. */
export function ExplorePage({ MapView, DetailsPanel }: ExploreSlots) {
  const [state, update] = useExploreState();
  const device = useDeviceLocation();
  const linked = useLinkedDrive(state);
  const measures = useMeasures(state, device);
  const place = useSurroundings(state, device, linked.bounds, measures.origin);
  const destinations = useDestinations(place.position);
  const { fit, goTo, isUnderway } = destinations;
  const search = { ...useDriveSearch(state, place, linked.pending), isUnderway };
  const active = useActiveDrive(state.drive, search.drives);
  const { choose, goToCountry, showPlace } = useSearchChoice(state, update, destinations);
  const touched = useOpening({ state, update, place, device, active, count: search.settledCount, goTo, showPlace });
  useFollowHistory(state, place, destinations);
  useShowMatches({ state, position: place.position, extent: search.extent, goTo });
  useExploreHead(active);
  const [filtersOpen, setFiltersOpen] = useState(false);

  const actions = useActions({ view: state.view, update, touched, place, destinations });

  const empty = <Nothing state={state} surroundings={place.surroundings} update={update} search={search} goTo={goTo} />;
  const driveId = state.details ? state.drive : null;
  const layout = useLayout(state.view, driveId !== null || state.comparing);
  const comparison = useComparison({ state, update, ...measures, destinations, place, onOpen: actions.open });
  const drive = useDetails({ DetailsPanel, driveId, view: state.view, search, active, ...measures, ...actions });
  const details = drive ?? comparison.panel;
  const results = { MapView, state, update, place, linked, search, fit, empty, layout, ...measures, details };

  return (
    <div className={styles.page} data-view={state.view}>
      <h1 className="visually-hidden">{texts.nav.explore}</h1>
      <ExploreBar
        state={state}
        facets={search.facets}
        update={update}
        filtersOpen={filtersOpen}
        covered={layout.coversPage}
        onView={actions.showView}
        onClear={actions.clear}
        near={place.position?.location ?? state.location ?? device}
        onChoose={(result) => {
          touched();
          void choose(result);
        }}
        onFilters={() => setFiltersOpen(!filtersOpen)}
        onCompare={comparison.show}
      />
      <div className={styles.body}>
        {filtersOpen && (
          <OpenFilters
            state={state}
            surroundings={place.surroundings}
            update={update}
            search={search}
            onClose={() => setFiltersOpen(false)}
            onCountry={(country) => void goToCountry(country)}
          />
        )}
        <Results
          {...results}
          comparedDrives={comparison.drives}
          onCompare={comparison.tick}
          onTouched={actions.movedByUser}
          onOpen={actions.open}
        />
        {!layout.opensInSheet && details}
      </div>
    </div>
  );
}

/** The found drives, on the map or as a list. */
function Results(results: ComponentProps<typeof MapResults>) {
  const { state, search, layout, away, empty, onCompare, onOpen } = results;
  const online = useOnline();
  const unreachable = search.count === null && search.error?.code === NETWORK;
  const stored = useOfflineDrives(unreachable) ?? [];
  const showsStored = unreachable && stored.length > 0;
  return (
    <div
      id={RESULTS_PANEL_ID}
      role="tabpanel"
      aria-label={exploreTexts.views[state.view]}
      className={styles.results}
      inert={layout.coversPage}
    >
      <h2 className="visually-hidden">{exploreTexts.results.label}</h2>
      <FailureNotice error={online && !showsStored ? search.error : null} />
      {showsStored ? (
        <OfflineResults drives={stored} onRetry={search.retry} />
      ) : state.view === 'map' ? (
        <MapResults {...results} />
      ) : (
        <DriveList
          search={search}
          activeId={state.drive}
          away={away}
          compared={state.compared}
          onCompare={onCompare}
          onOpen={onOpen}
          head={<ResultCount search={search} searched={state.search} className={styles.summary} />}
          empty={empty}
        />
      )}
    </div>
  );
}

interface DetailsInput extends Pick<ExploreSlots, 'DetailsPanel'> {
  /** The open drive; null if there is none. */
  driveId: string | null;
  view: View;
  search: DriveSearch;
  active: ReturnType<typeof useActiveDrive>;
  away: Away;
  origin: Origin | null;
  step: (drive: DriveCardData) => void;
  close: () => void;
}

/** Returns the panel of the open drive, from which the drives before and after it can be opened. */
function useDetails(input: DetailsInput): ReactNode {
  const { DetailsPanel, driveId, view, search, active, away, origin, step, close } = input;
  const [drive] = useMeasured(
    useMemo(() => (active ? [active] : []), [active]),
    origin,
  );
  const { previous, next } = useNeighbors(search, driveId);
  if (driveId === null) return null;
  return (
    <Details
      DetailsPanel={DetailsPanel}
      driveId={driveId}
      away={drive && away(drive)}
      isOnMap={view === 'map'}
      onPrevious={previous && (() => step(previous))}
      onNext={next && (() => step(next))}
      onClose={close}
    />
  );
}

function Details({
  DetailsPanel,
  ...drive
}: Pick<ExploreSlots, 'DetailsPanel'> & ComponentProps<ExploreSlots['DetailsPanel']>) {
  return (
    <aside className={styles.details} aria-label={detailsTexts.panel}>
      <Suspense fallback={<p className={styles.mapWait}>{texts.loading}</p>}>
        <DetailsPanel {...drive} />
      </Suspense>
    </aside>
  );
}

interface NothingProps extends Pick<ComponentProps<typeof EmptyState>, 'state' | 'surroundings' | 'update'> {
  search: DriveSearch;
  goTo: (bounds: Bounds) => void;
}

/** Shown instead of drives: why there are none, or that they failed to load. */
function Nothing({ search, goTo, ...asked }: NothingProps) {
  if (search.isUnderway) return null;
  if (search.settledCount === 0) return <EmptyState {...asked} onNearest={({ bounds }) => goTo(bounds)} />;
  return search.error === null ? null : <FailedState onRetry={search.retry} />;
}

interface ActionInput {
  view: View;
  update: Update;
  touched: () => void;
  place: Pick<Place, 'before'>;
  destinations: Destinations;
}

/**
 * Actions that change the page's URL. Closing a drive returns the map to its earlier position. A new view or a cleared
 * search closes the open drive.
 */
function useActions({ view, update, touched, place: { before }, destinations }: ActionInput) {
  const { goToDriveLater, returnTo, cancel, begin } = destinations;
  const show = useCallback(
    (drive: DriveCardData, push: boolean) => {
      touched();
      update({ drive: drive.id, details: true }, { push });
      goToDriveLater(drive);
    },
    [touched, update, goToDriveLater],
  );
  const open = useCallback((drive: DriveCardData) => show(drive, true), [show]);
  // Back leads to the result, however many of its drives were looked at.
  const step = useCallback((drive: DriveCardData) => show(drive, false), [show]);
  const close = useCallback(() => {
    touched();
    update({ drive: null, details: false });
    if (before === null) cancel();
    else returnTo(before);
  }, [touched, update, before, cancel, returnTo]);
  const showView = useCallback(
    (view: View) => {
      cancel();
      update({ view, drive: null, details: false });
    },
    [cancel, update],
  );
  const clear = () => {
    begin();
    // The list was centered on the chosen city, so clear its location; the map stays where it is.
    const city = view === 'list' ? { location: null } : {};
    update({ search: null, inArea: false, country: null, states: [], drive: null, details: false, ...city });
  };
  /** The user's own move takes precedence over one that still waits for an answer. */
  const movedByUser = useCallback(() => {
    touched();
    begin();
  }, [touched, begin]);
  return { open, step, close, showView, clear, movedByUser };
}

/** Sets the document's title and description to those of the open drive. */
function useExploreHead(active: DriveCardData | null | undefined): void {
  const product = useProductName();
  useDocumentHead(active ? { ...drivePage(product, active), image: active.photos[0]?.large } : explorePage(product));
}
