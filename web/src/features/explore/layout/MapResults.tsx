import { useElementSize } from '@mantine/hooks';
import { Suspense, useMemo, useState, type ReactNode } from 'react';
import { PEEK_PIXELS, pixelsOf } from './BottomSheet.js';
import { mapTypeChosen } from '../../../lib/store/interface-slice.js';
import { useAppDispatch, useAppSelector } from '../../../lib/store/store.js';
import type { DriveCardData } from '../../../api/types.js';
import { exploreTexts } from '../../../texts/explore.js';
import type { ExploreSlots } from '../explore-slots.js';
import type { ExploreState } from '../explore-state.js';
import { MAP_TYPES } from '../../../map/map-port.js';
import type { FitRequest } from '../../../map/map-view-props.js';
import { commonFilters, CONTINENTAL_US } from '../query.js';
import { CardSlider } from '../results/CardSlider.js';
import { DriveList } from '../results/DriveList.js';
import { ResultCount } from '../results/ResultCount.js';
import type { LinkedDrive } from '../use-destinations.js';
import type { Update } from '../use-explore-state.js';
import type { Place } from '../use-surroundings.js';
import { lazyComponent } from '../../../components/lazy-component.js';
import styles from './Layout.module.css';
import { RoadsSwitch } from '../roads/RoadsSwitch.js';
import { type Roads, useRoads } from '../roads/use-roads.js';
import type { CardsProps } from './cards-props.js';
import { ResultSheet, useSheetStop } from './ResultSheet.js';
import { SearchArea } from './SearchArea.js';
import type { Layout } from './use-layout.js';

const RoadList = lazyComponent(() => import('../roads/RoadList.js'), 'notice');

interface Props
  extends
    Pick<ExploreSlots, 'MapView'>,
    Pick<CardsProps, 'search' | 'away' | 'origin' | 'onCompare' | 'onOpen' | 'empty'> {
  layout: Layout;
  state: ExploreState;
  update: Update;
  place: Place;
  linked: LinkedDrive;
  fit: FitRequest | null;
  /** The drives of the shown comparison. */
  comparedDrives: readonly DriveCardData[];
  /** The open drive, or the comparison; shown here only in the sheet. */
  details: ReactNode;
  /** Called when the user moves the map or selects on it. */
  onTouched: () => void;
}

/** Map with its cards: in a column next to it, in a row below it, or in a sheet over its lower edge. */
export function MapResults(props: Props) {
  const { search, away, origin, state, onCompare, onOpen, empty } = props;
  const [hoveredId, onHover] = useState<string | null>(null);
  const roads = useRoads(props);
  const roadList = roads.isOn ? (
    <Suspense fallback={null}>
      <RoadList roads={roads} />
    </Suspense>
  ) : null;
  const cards: CardsProps = {
    search,
    away,
    origin,
    compared: state.compared,
    onCompare,
    onOpen,
    empty,
    activeId: state.drive,
    hoveredId,
    onHover,
  };
  switch (props.layout.cards) {
    case 'sheet':
      return <MapUnderSheet {...props} {...cards} roads={roads} roadList={roadList} />;
    case 'beside':
      return (
        <div className={styles.beside}>
          <div className={styles.column} inert={props.layout.coversCards}>
            {roadList ?? (
              <>
                <ResultCount search={search} searched={state.search} className={styles.summary} />
                <div className={styles.columnList}>
                  <DriveList {...cards} />
                </div>
              </>
            )}
          </div>
          <div className={styles.map}>
            <MapSlot {...props} {...cards} roads={roads} bottomInset={0} lowestInset={0} onHere={null} />
          </div>
        </div>
      );
    case 'below':
      return (
        <>
          <div className={styles.map}>
            <MapSlot {...props} {...cards} roads={roads} bottomInset={0} lowestInset={0} onHere={null} />
          </div>
          <div className={styles.under}>
            {roadList ?? (
              <>
                <ResultCount search={search} searched={state.search} className={styles.summary} />
                {search.drives.length === 0 ? empty : <CardSlider {...cards} />}
              </>
            )}
          </div>
        </>
      );
  }
}

function MapUnderSheet(props: Props & CardsProps & { roads: Roads; roadList: ReactNode }) {
  const { details, roadList, onOpen } = props;
  const [here, setHere] = useState<readonly string[] | null>(null);
  const [stop, setStop] = useSheetStop(here !== null || details !== null || roadList !== null);
  const { ref, height } = useElementSize();
  // A sheet at its full height covers the map, which then stays as it was.
  const inset = pixelsOf(stop === 'full' ? 'half' : stop, height);
  return (
    <div ref={ref} className={styles.map}>
      <MapSlot {...props} bottomInset={inset} lowestInset={PEEK_PIXELS} onHere={setHere} />
      <ResultSheet
        {...props}
        stop={stop}
        onStop={setStop}
        here={here}
        onLeaveHere={() => setHere(null)}
        onOpen={(drive) => {
          setHere(null);
          onOpen(drive);
        }}
      />
    </div>
  );
}

interface SlotProps extends Props, Pick<CardsProps, 'hoveredId' | 'onHover'> {
  roads: Roads;
  bottomInset: number;
  lowestInset: number;
  /** As in MapViewProps; also called with null when the user chooses something else on the map. */
  onHere: ((ids: readonly string[] | null) => void) | null;
}

function MapSlot(props: SlotProps) {
  const { MapView, state, update, place, linked, search, fit, onTouched, hoveredId, onHover, onHere, roads } = props;
  const dispatch = useAppDispatch();
  const stored = useAppSelector((root) => root.interface.mapType);
  const { surroundings, position } = place;
  const request = JSON.stringify(commonFilters(state));
  const filters = useMemo(() => JSON.parse(request) as ReturnType<typeof commonFilters>, [request]);
  // A text search covers the whole country unless the URL has a location.
  const everywhere = state.search?.type === 'text' && state.location === null ? CONTINENTAL_US : null;
  const waiting = <p className={styles.mapWait}>{exploreTexts.mapLoading}</p>;
  // The map's code is larger than the rest of the page: the first cards load before it.
  const [hasAnswer, setHasAnswer] = useState(false);
  if (!hasAnswer && (search.count !== null || search.error !== null)) setHasAnswer(true);
  if (linked.pending || !hasAnswer) return waiting;
  return (
    <Suspense fallback={waiting}>
      <SearchArea state={state} search={search} update={update} place={place} />
      <RoadsSwitch roads={roads} />
      <MapView
        roads={roads.onMap}
        drives={search.drives}
        activeId={state.drive}
        hoveredId={hoveredId}
        // A map shown before restores its center and zoom: bounds would change them with the map's size.
        bounds={position === null ? (state.bounds ?? linked.bounds ?? everywhere) : null}
        location={position?.center ?? state.location ?? surroundings.location}
        zoom={surroundings.zoom}
        compared={props.comparedDrives}
        filters={filters}
        onMove={(next, byUser) => {
          if (byUser) onTouched();
          place.moved(next, byUser);
          update({ bounds: next.bounds, location: next.location });
        }}
        onSelect={(id) => {
          onTouched();
          onHere?.(null);
          if (id === null && !state.comparing) place.stay();
          update({ drive: id, details: id !== null }, { push: id !== null });
        }}
        onHover={onHover}
        onHere={onHere}
        mapType={MAP_TYPES.find((type) => type === stored) ?? 'roadmap'}
        onMapType={(type) => dispatch(mapTypeChosen(type))}
        fit={fit}
        bottomInset={props.bottomInset}
        lowestInset={props.lowestInset}
      />
    </Suspense>
  );
}
