import { useMediaQuery } from '@mantine/hooks';
import { Suspense, useMemo, useState, type ReactNode } from 'react';
import type { DriveCardData } from '../../../api/types.js';
import { BottomSheet, PEEK_PIXELS, type SheetStop } from '../../../components/BottomSheet.js';
import { mapTypeChosen } from '../../../lib/interface-slice.js';
import { useAppDispatch, useAppSelector } from '../../../lib/store.js';
import { exploreTexts } from '../../../texts/explore.js';
import type { ExploreSlots } from '../explore-slots.js';
import type { ExploreState } from '../explore-state.js';
import { MAP_TYPES } from '../../../map/map-port.js';
import type { FitRequest } from '../map-view-props.js';
import { commonFilters, CONTINENTAL_US } from '../query.js';
import { CardSlider } from '../results/CardSlider.js';
import { DriveList } from '../results/DriveList.js';
import { ResultCount } from '../results/ResultCount.js';
import type { DriveSearch } from '../results/use-drive-search.js';
import type { LinkedDrive } from '../use-destinations.js';
import type { Update } from '../use-explore-state.js';
import type { Place } from '../use-surroundings.js';
import styles from './Layout.module.css';

const PHONE = '(max-width: 550px)';

interface Props extends Pick<ExploreSlots, 'MapView'> {
  state: ExploreState;
  update: Update;
  place: Place;
  linked: LinkedDrive;
  search: DriveSearch;
  fit: FitRequest | null;
  /** Called when the user moves the map or selects on it. */
  onTouched: () => void;
  onOpen: (drive: DriveCardData) => void;
  empty: ReactNode;
}

/** Map with its cards: below it on a wide screen, in a sheet over its lower edge on a phone. */
export function MapResults(props: Props) {
  const { search, state, onOpen, empty } = props;
  const phone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  const [hoveredId, setHoveredId] = useState<string | null>(null);
  const [stop, setStop] = useState<SheetStop>('peek');
  const slider = (
    <CardSlider search={search} activeId={state.drive} hoveredId={hoveredId} onOpen={onOpen} onHover={setHoveredId} />
  );
  const map = <MapSlot {...props} hoveredId={hoveredId} onHover={setHoveredId} bottomInset={phone ? PEEK_PIXELS : 0} />;
  if (!phone) {
    return (
      <>
        <div className={styles.map}>{map}</div>
        <div className={styles.under}>
          <ResultCount search={search} className={styles.summary} />
          {search.drives.length === 0 ? empty : slider}
        </div>
      </>
    );
  }
  return (
    <div className={styles.map}>
      {map}
      <BottomSheet label={exploreTexts.sheet.label} stop={stop} onStop={setStop} head={<ResultCount search={search} />}>
        {stop === 'peek' ? (
          search.drives.length === 0 ? (
            empty
          ) : (
            slider
          )
        ) : (
          <DriveList search={search} activeId={state.drive} onOpen={onOpen} onHover={setHoveredId} empty={empty} />
        )}
      </BottomSheet>
    </div>
  );
}

interface SlotProps extends Props {
  hoveredId: string | null;
  onHover: (id: string | null) => void;
  bottomInset: number;
}

function MapSlot(props: SlotProps) {
  const { MapView, state, update, place, linked, search, fit, onTouched, hoveredId, onHover, bottomInset } = props;
  const dispatch = useAppDispatch();
  const stored = useAppSelector((root) => root.interface.mapType);
  const { surroundings, position } = place;
  const asked = JSON.stringify(commonFilters(state));
  const filters = useMemo(() => JSON.parse(asked) as ReturnType<typeof commonFilters>, [asked]);
  // A text search covers the whole country unless the URL has a location.
  const everywhere = state.search?.type === 'text' && state.location === null ? CONTINENTAL_US : null;
  const waiting = <p className={styles.mapWait}>{exploreTexts.mapLoading}</p>;
  // The map's code is larger than the rest of the page: the first cards load before it.
  const [hasAnswer, setHasAnswer] = useState(false);
  if (!hasAnswer && (search.count !== null || search.error !== null)) setHasAnswer(true);
  if (linked.pending || !hasAnswer) return waiting;
  return (
    <Suspense fallback={waiting}>
      <MapView
        drives={search.drives}
        activeId={state.drive}
        hoveredId={hoveredId}
        // A map shown before restores its center and zoom: bounds would change them with the map's size.
        bounds={position === null ? (state.bounds ?? linked.bounds ?? everywhere) : null}
        location={surroundings.location}
        zoom={surroundings.zoom}
        filters={filters}
        onMove={(next, byUser) => {
          if (byUser) onTouched();
          place.moved(next);
          update({ bounds: next.bounds, location: next.location });
        }}
        onSelect={(id) => {
          onTouched();
          if (id === null) place.stay();
          update({ drive: id, details: id !== null }, { push: id !== null });
        }}
        onHover={onHover}
        mapType={MAP_TYPES.find((type) => type === stored) ?? 'roadmap'}
        onMapType={(type) => dispatch(mapTypeChosen(type))}
        fit={fit}
        bottomInset={bottomInset}
      />
    </Suspense>
  );
}
