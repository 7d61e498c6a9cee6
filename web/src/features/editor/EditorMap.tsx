import type { LatLng } from '@switchback/geo/location';
import { decodePolyline } from '@switchback/geo/polyline';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useDeviceLocation } from '../../lib/page/device-location.js';
import { lastArea } from '../../lib/search/last-area.js';
import { pinned } from '../../lib/drafts/point-names.js';
import { MapCanvas } from '../../map/MapCanvas.js';
import type { MapHandle, MapPort } from '../../map/map-port.js';
import { ProfileOnMap, usePointedLine } from '../../map/ProfileOnMap.js';
import { ZOOM } from '../../map/zoom.js';
import { editorRouteTexts } from '../../texts/editor-route.js';
import { type CutHandles, cutLine } from './cut.js';
import styles from './Editor.module.css';
import { useSlotNames } from './use-slot-names.js';
import type { RouteWork } from './use-route-editor.js';
import { fitStretch, useFit, useShowPlaces } from './use-fit.js';
import { slotMark, slotName } from './slot-names.js';
import type { Slot } from './route-state.js';

/** Default start of the map, from the spec: near San Francisco. */
const SAN_FRANCISCO = { location: { lat: 37.77, lng: -122.42 }, zoom: ZOOM.city };

const NO_HANDLES: readonly MapHandle[] = [];

interface Props {
  editor: RouteWork;
  /** Whether the map of an empty route begins at the device. */
  isNew: boolean;
  /** Called with the new center when the map moves. */
  onLook: (center: LatLng) => void;
}

/**
 * Route on an editable map: a click sets a point; points and lines can be dragged. The map handles drags itself and
 * notifies React only when they end.
 */
export default function EditorMap({ editor, isNew, onLook }: Props) {
  const [port, setPort] = useState<MapPort | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const point = usePointedLine();
  const { act } = editor;
  const name = useSlotNames(act);
  const { lines, placed, interests } = useDrawnRoute(port, editor);
  const places = [...placed, ...interests].map(({ location }) => location);
  useFit(port, frame, editor.fitCount, [...lines.flatMap(({ path }) => path), ...places]);
  useShowPlaces(port, frame, editor.namedCount, places);
  const { start, touched } = useStart(port, isNew && placed.length === 0);
  /** Sets a point at a place, which gets its name once it is known. */
  const set = (action: PointAction, location: LatLng) => {
    act({ ...action, label: pinned(location), location });
    void name(location);
  };
  /** The same for a click, which adds a point of interest while the person picks one. */
  const setClicked = (action: PointAction, location: LatLng) => {
    set(editor.isPicking ? { type: 'interestAdded' } : action, location);
    editor.setPicking(false);
  };
  return (
    <div ref={frame} className={styles.mapFrame}>
      <MapCanvas
        label={editorRouteTexts.mapLabel}
        type="roadmap"
        editable
        minZoom={ZOOM.continent}
        start={start}
        onPort={setPort}
        onMoveEnd={({ location }, byHand) => {
          if (byHand) touched();
          onLook(location);
        }}
        onHover={(ids, at) => point(ids.length > 0 ? (port?.locationOf(at) ?? null) : null)}
        onPickNothing={(at) => {
          const location = port?.locationOf(at);
          if (location !== undefined) setClicked({ type: 'clicked' }, location);
        }}
        onPick={([id], at) => {
          if (port !== null && id !== undefined) setClicked({ type: 'inserted', ...partOf(id) }, port.locationOf(at));
        }}
        onLineDragged={(id, location, from) => set({ type: 'drawnOff', ...partOf(id), from }, location)}
        onHandleMoved={(handle, location) => {
          const slot = placed[handle];
          const interest = interests[handle - placed.length];
          if (slot !== undefined) set({ type: 'placed', index: slot.index }, location);
          else if (interest !== undefined) act({ type: 'interestMoved', index: interest.index, location });
          else editor.setCut(movedCut(editor, handle - placed.length - interests.length, location));
        }}
      />
      <ProfileOnMap port={port} onStretch={(stretch) => fitStretch(port, frame, stretch)} />
    </div>
  );
}

type PointAction =
  | { type: 'clicked' }
  | { type: 'interestAdded' }
  | { type: 'placed'; index: number }
  | { type: 'inserted'; index: number; part: number }
  | { type: 'drawnOff'; index: number; part: number; from: LatLng };

const lineId = (endIndex: number, part: number) => `${endIndex} ${part}`;

/** Returns the slot and the part of its leg that a line on the map shows. */
function partOf(id: string): { index: number; part: number } {
  const [index = 0, part = 0] = id.split(' ').map(Number);
  return { index, part };
}

/** Draws the route and its points on the map. */
function useDrawnRoute(port: MapPort | null, { points, legs, cut }: RouteWork) {
  const lines = useMemo(
    () =>
      legs.flatMap(({ leg: { endIndex, parts }, answers }) =>
        parts.map(({ request: { start, end }, fixed, isStraight }, index) => {
          const answer = answers[index] ?? null;
          return {
            id: lineId(endIndex, index),
            path: answer === null ? [start, end] : decodePolyline(answer.path),
            approximate: answer === null || answer.source === 'approximate' || (fixed === null && isStraight),
          };
        }),
      ),
    [legs],
  );
  const placed = useMemo(() => placedOf(points.slots), [points.slots]);
  const interests = useMemo(() => placedOf(points.interests), [points.interests]);
  useEffect(() => port?.setLines(lines), [port, lines]);
  const count = points.slots.length;
  const cutMarks = useMemo(() => (cut === null ? NO_HANDLES : cutHandles(legs, cut)), [legs, cut]);
  useEffect(
    () =>
      port?.setHandles([
        ...placed.map(({ location, label, index }) => ({
          location,
          text: slotMark(index, count),
          label: `${slotName(index, count)}: ${label}`,
        })),
        ...interests.map(({ location, label }) => ({
          location,
          kind: 'interest' as const,
          text: editorRouteTexts.interestMark,
          label,
        })),
        ...cutMarks,
      ]),
    [port, placed, count, interests, cutMarks],
  );
  return { lines, placed, interests };
}

/** Returns the slots that have a location, with their indices. */
function placedOf(slots: readonly Slot[]) {
  return slots.flatMap((slot, index) => (slot.location === null ? [] : [{ ...slot, location: slot.location, index }]));
}

/** Returns the handles of a cut on the map. */
function cutHandles(legs: RouteWork['legs'], cut: CutHandles): MapHandle[] {
  const line = cutLine(legs);
  if (line === null) return [];
  const names = [editorRouteTexts.cutFrom, editorRouteTexts.cutTo] as const;
  return cut.flatMap((share, index): MapHandle[] => {
    const location = line.line.locationAt(share * line.totalMeters);
    const text = editorRouteTexts.cutMarks[index]!;
    return location === null ? [] : [{ location, kind: 'cut', text, label: names[index]! }];
  });
}

/** Returns the handles of a cut after one of them was released at a place: on the line, and in their order. */
function movedCut({ legs, cut }: RouteWork, index: number, location: LatLng): RouteWork['cut'] {
  const line = cut && cutLine(legs);
  if (cut === null || line === null || line.totalMeters === 0) return cut;
  const { meters } = line.line.nearest(location, cut[index]! * line.totalMeters) ?? { meters: 0 };
  const [from, to] = cut.with(index, meters / line.totalMeters) as [number, number];
  return from <= to ? [from, to] : [to, from];
}

/**
 * Returns where the map begins: at the device, else where the explore page last was, else near San Francisco. If the
 * device answers later, the map moves there unless the person has moved it or set a point.
 */
function useStart(port: MapPort | null, isEmpty: boolean) {
  const device = useDeviceLocation(isEmpty);
  const [start] = useState(() => ({
    bounds: null,
    ...(device === null ? (lastArea() ?? SAN_FRANCISCO) : { location: device, zoom: ZOOM.city }),
  }));
  const isTouched = useRef(false);
  useEffect(() => {
    if (port === null || device === null || !isEmpty || isTouched.current) return;
    isTouched.current = true;
    port.moveTo(device, ZOOM.city);
  }, [port, device, isEmpty]);
  return { start, touched: () => (isTouched.current = true) };
}
