import { useComputedColorScheme } from '@mantine/core';
import { decodePolyline } from '@switchback/geo/polyline';
import { boundsOfPath } from '@switchback/geo/bounds';
import type { Bounds } from '@switchback/geo/location';
import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useLazySummaryQuery, useSummaryQuery } from '../api/api.js';
import type { FitRequest, MapRoad, MapViewProps } from './map-view-props.js';
import { useUser } from '../lib/people/use-user.js';
import { mapTexts } from '../texts/map.js';
import { DriveChooser } from './DriveChooser.js';
import { freeArea } from './free-area.js';
import { HoverCard } from './HoverCard.js';
import { MapCanvas, useMapSources } from './MapCanvas.js';
import { MapNotice } from './MapNotice.js';
import { mergeClusters } from './merge-clusters.js';
import {
  availableTypes,
  comparedColors,
  curvinessColors,
  FIT_PADDING_PIXELS,
  type FitOptions,
  type FreeArea,
  isOverview,
  type MapCluster,
  type MapLine,
  type MapMarker,
  type MapPoint,
  type MapPort,
  type MapPosition,
  type MapSources,
} from './map-port.js';
import { MapTwin } from './MapTwin.js';
import { MapTypePicker } from './MapTypePicker.js';
import styles from './MapView.module.css';
import { ProfileOnMap, usePointedLine } from './ProfileOnMap.js';
import { NOWHERE, type Pointed } from './use-glance.js';
import { type MapContent, useMapContent } from './use-map-content.js';
import { useLater, useMoves } from './use-moves.js';
import { fittingZoom, OVERVIEW_ZOOM_MAX, ZOOM } from './zoom.js';

/** Room for the map's buttons at its right edge. */
const CONTROLS_PIXELS = 76;
/** From the spec: fits a chosen drive once the panel next to the map has had time to open. */
const FIT_DELAY_MS = 500;
/** Opening a cluster whose drives are all over the map still zooms in noticeably. */
const CLUSTER_STEP = 2;

const NO_ROADS: readonly MapRoad[] = [];
/** Tells lines of roads from those of drives. */
const ROAD = 'road:';
const roadLineId = (id: string) => `${ROAD}${id}`;
const roadOf = (lineId = '') => (lineId.startsWith(ROAD) ? lineId.slice(ROAD.length) : null);
const drivesOf = (lineIds: readonly string[]) => lineIds.filter((id) => roadOf(id) === null);

/** The explore page's map: clusters or lines of the filtered drives, and a card for the drive under the pointer. */
export default function MapView(props: MapViewProps) {
  const { activeId, hoveredId, drives } = props;
  const frame = useRef<HTMLDivElement>(null);
  const [port, setPort] = useState<MapPort | null>(null);
  const [choices, setChoices] = useState<Pointed | null>(null);
  const { pointed, onHover, hold } = usePointed(props, port);
  const sources = useMapSources();
  const types = sources === undefined ? [] : availableTypes(sources);
  const { position, moved } = useMoves((at, byUser) => props.onMove(freeAreaOf(at, frame, props.lowestInset), byUser));
  const coarse = useIsCoarse(sources, position);
  const { content, failed } = useMapContent(props.filters, position);
  const clusters = useMemo(
    () => mergeClusters(content?.clusters ?? [], position?.zoom ?? 0),
    [content, position?.zoom],
  );
  const lines = useDrawnLines(content, activeId, drives);
  const { choose, open, leave, fit, takeAsked } = useMapActions(props, { port, frame, lines });
  useDrawing(port, {
    clusters,
    lines: useRoads(useCompared(lines, props.compared), props.roads?.shown ?? NO_ROADS),
    activeId: activeId ?? (props.roads?.activeId == null ? null : roadLineId(props.roads.activeId)),
    hoveredId: pointed.ids[0] ?? hoveredId,
  });
  useEffect(() => port?.setMarkers(numbersOf(props.compared)), [port, props.compared]);

  const pick = (id: string) => {
    setChoices(null);
    choose(id);
  };
  // The type chosen last may be of a time when the installation had more.
  const type = types.includes(props.mapType) ? props.mapType : 'roadmap';
  return (
    <div ref={frame} className={styles.view} data-full-screen style={{ '--map-covered': `${props.bottomInset}px` }}>
      <MapCanvas
        label={mapTexts.label}
        type={type}
        start={startOf(props)}
        onPort={setPort}
        onMoveEnd={(at, byHand) => moved(at, takeAsked() || byHand)}
        onHover={(ids, at) => onHover(drivesOf(ids), at)}
        onPick={(picked, at) => {
          const ids = drivesOf(picked);
          const road = roadOf(picked[0]);
          if (ids.length === 0 && road !== null) props.roads?.onPick(road);
          else if (ids.length === 1) pick(ids[0] ?? '');
          else if (props.onHere === null) setChoices({ ids, at });
          else props.onHere(ids);
        }}
        onPickCluster={open}
        onPickNothing={() => {
          setChoices(null);
          leave();
        }}
      />
      <ProfileOnMap port={port} onStretch={(stretch) => fit(stretch, { maxZoom: ZOOM.streets, isClose: true })} />
      {types.length > 1 && <MapTypePicker types={types} value={type} onChange={(chosen) => props.onMapType(chosen)} />}
      <MapNotice failed={failed} coarse={coarse} />
      {props.onHere === null && choices === null && (
        <HoverCard pointed={pointed} drives={drives} onHover={hold} onOpen={pick} />
      )}
      {choices !== null && <DriveChooser {...choices} onChoose={pick} onClose={() => setChoices(null)} />}
      <MapTwin
        content={content}
        clusters={clusters}
        drives={drives}
        activeId={activeId}
        onCluster={open}
        onDrive={pick}
      />
    </div>
  );
}

function startOf({ bounds, location, zoom, lowestInset }: MapViewProps) {
  return { bounds, location, zoom, coveredPixels: lowestInset };
}

function freeAreaOf(position: MapPosition, frame: RefObject<HTMLElement | null>, coveredPixels: number): FreeArea {
  return freeArea(position, Math.min(1, coveredPixels / (frame.current?.clientHeight || 1)));
}

/** The drives under the pointer: also passes a place on the open drive to its profile. */
function usePointed({ activeId, onHover }: Pick<MapViewProps, 'activeId' | 'onHover'>, port: MapPort | null) {
  const [pointed, setPointed] = useState(NOWHERE);
  /** The drive whose card is under the pointer. */
  const held = useRef<string>(null);
  const point = usePointedLine();
  return {
    pointed,
    onHover: (ids: readonly string[], at: MapPoint) => {
      setPointed({ ids, at });
      point(activeId !== null && ids.includes(activeId) ? (port?.locationOf(at) ?? null) : null);
      // The pointer enters the card before it leaves the map.
      onHover(ids[0] ?? held.current);
    },
    hold: (id: string | null) => {
      held.current = id;
      onHover(id);
    },
  };
}

/** Whether staff look at the shipped map closer than its roads are accurate. */
function useIsCoarse(sources: MapSources | undefined, position: MapPosition | null): boolean {
  const isStaff = useUser()?.accountType === 'admin';
  return isStaff && sources !== undefined && isOverview(sources) && (position?.zoom ?? 0) > OVERVIEW_ZOOM_MAX;
}

interface Stage {
  port: MapPort | null;
  frame: RefObject<HTMLDivElement | null>;
  lines: readonly MapLine[];
}

/** Actions of a person on the map. `takeAsked` returns, once, whether the move that just ended was caused by one. */
function useMapActions(props: MapViewProps, { port, frame, lines }: Stage) {
  const asked = useRef(false);
  const fit = (bounds: Bounds, options: Pick<FitOptions, 'maxZoom' | 'isClose'> = {}) =>
    port?.fit(bounds, {
      padding: { bottom: props.bottomInset + FIT_PADDING_PIXELS, right: CONTROLS_PIXELS },
      ...options,
    });
  const fitLater = useLater((bounds: Bounds) => fit(bounds), FIT_DELAY_MS);
  useFitRequests(port, props.fit, (request) => {
    fitLater(null);
    if ('bounds' in request) fit(request.bounds);
    else port?.moveTo(request.position.center, request.position.zoom);
  });
  const [lookUp] = useLazySummaryQuery();
  const chosen = useRef<string>(null);

  const choose = (id: string) => {
    chosen.current = id;
    props.onSelect(id);
    const line = lines.find((drawn) => drawn.id === id);
    const known = line === undefined ? props.drives.find((drive) => drive.id === id)?.bounds : boundsOfPath(line.path);
    fitLater(known ?? null);
    if (known !== undefined) return;
    // The drive was counted as a cluster of one and is not among the cards: its bounds are not known yet.
    void lookUp(id, true).then(({ data }) => {
      if (data && chosen.current === id) fitLater(data.bounds);
    });
  };
  const open = ({ bounds, location, id }: MapCluster) => {
    if (port === null) return;
    asked.current = true;
    const size = { width: frame.current?.clientWidth ?? 1, height: frame.current?.clientHeight ?? 1 };
    const least = port.position().zoom + CLUSTER_STEP;
    if (id !== undefined) choose(id);
    else if (fittingZoom(bounds, size) < least) port.moveTo(location, Math.min(least, ZOOM.streets));
    else fit(bounds, { maxZoom: ZOOM.city + 2 });
  };
  const leave = () => {
    chosen.current = null;
    fitLater(null);
    props.onSelect(null);
  };
  const resetAsked = () => {
    const was = asked.current;
    asked.current = false;
    return was;
  };
  return { choose, open, leave, fit, takeAsked: resetAsked };
}

/** The lines of the area and, at any zoom, that of the active drive, which is on top. */
function useDrawnLines(
  content: MapContent | null,
  activeId: string | null,
  drives: MapViewProps['drives'],
): readonly MapLine[] {
  const drawn = content?.lines.find(({ id }) => id === activeId);
  const known = drives.find(({ id, overviewPath }) => id === activeId && overviewPath !== undefined);
  const missing = activeId !== null && drawn === undefined && known === undefined;
  const { data: fetched } = useSummaryQuery(activeId ?? '', { skip: !missing });
  const { overviewPath: path, approximate = false } = known ?? (fetched?.id === activeId ? fetched : undefined) ?? {};
  return useMemo(() => {
    const lines = content?.lines ?? [];
    if (activeId === null || drawn !== undefined || path === undefined || path === '') return lines;
    return [{ id: activeId, path: decodePolyline(path), approximate }, ...lines];
  }, [content, activeId, drawn, path, approximate]);
}

/** Puts the compared drives on top, in their colors. */
function useCompared(lines: readonly MapLine[], drives: MapViewProps['compared']): readonly MapLine[] {
  const dark = useComputedColorScheme('light') === 'dark';
  return useMemo(() => {
    if (drives.length === 0) return lines;
    const colors = comparedColors(dark);
    const compared = drives.flatMap(({ id, overviewPath = '', approximate }, index): MapLine[] =>
      overviewPath === '' ? [] : [{ id, path: decodePolyline(overviewPath), approximate, color: colors[index] ?? '' }],
    );
    return [...compared, ...lines.filter((line) => compared.every(({ id }) => id !== line.id))];
  }, [lines, drives, dark]);
}

/** Puts the roads below the drives, in thin lines. */
function useRoads(drives: readonly MapLine[], roads: readonly MapRoad[]): readonly MapLine[] {
  const dark = useComputedColorScheme('light') === 'dark';
  const lines = useMemo(() => {
    const colors = curvinessColors(dark);
    return roads.map(({ id, path, curviness: { band } }): MapLine => {
      return { id: roadLineId(id), path: decodePolyline(path), color: colors[band], thin: true };
    });
  }, [roads, dark]);
  return useMemo(() => (lines.length === 0 ? drives : [...drives, ...lines]), [drives, lines]);
}

function numbersOf(drives: MapViewProps['compared']): MapMarker[] {
  return drives.map(({ startLocation }, index) => ({ location: startLocation, kind: 'number', number: index + 1 }));
}

interface Drawing {
  clusters: readonly MapCluster[];
  lines: readonly MapLine[];
  activeId: string | null;
  hoveredId: string | null;
}

function useDrawing(port: MapPort | null, { clusters, lines, activeId, hoveredId }: Drawing): void {
  useEffect(() => port?.setClusters(clusters), [port, clusters]);
  useEffect(() => port?.setLines(lines), [port, lines]);
  useEffect(() => port?.mark({ activeId, hoveredId }), [port, activeId, hoveredId]);
}

/** Performs each fit request of the page once. */
function useFitRequests(
  port: MapPort | null,
  request: FitRequest | null,
  carryOut: (request: FitRequest) => void,
): void {
  const carryOutNow = useEffectEvent(carryOut);
  useEffect(() => {
    if (port !== null && request !== null) carryOutNow(request);
  }, [port, request]);
}
