import { boundsOfPath } from '@switchback/geo/bounds';
import type { LatLng } from '@switchback/geo/location';
import { decodePolyline } from '@switchback/geo/polyline';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { MapCanvas } from '../../map/MapCanvas.js';
import type { MapPort } from '../../map/map-port.js';
import { ZOOM } from '../../map/zoom.js';
import { editorRouteTexts } from '../../texts/editor-route.js';
import type { RouteWork } from './use-route-editor.js';
import { slotName } from './WaypointsDrawer.js';

/** Default start of the map, from the spec: near San Francisco. */
const START = { bounds: null, location: { lat: 37.77, lng: -122.42 }, zoom: ZOOM.city };
const PADDING = { top: 56, right: 56, bottom: 56, left: 56 };

interface Props {
  editor: RouteWork;
  /** Called with the new center when the map moves. */
  onLook: (center: LatLng) => void;
}

/**
 * Route on an editable map: a click sets a point; points and lines can be dragged. The map handles drags itself and
 * notifies React only when they end.
 */
export default function EditorMap({ editor, onLook }: Props) {
  const [port, setPort] = useState<MapPort | null>(null);
  const { points, legs, act, fitCount } = editor;
  const lines = useMemo(
    () =>
      legs.map(({ leg, answer }) => ({
        id: String(leg.endIndex),
        path: answer === null ? [leg.start.location, leg.end.location] : decodePolyline(answer.path),
        approximate: answer === null || answer.source === 'approximate' || leg.freehand,
      })),
    [legs],
  );
  const placed = useMemo(
    () =>
      points.slots.flatMap((slot, index) =>
        slot.location === null ? [] : [{ ...slot, location: slot.location, index }],
      ),
    [points.slots],
  );
  useEffect(() => port?.setLines(lines), [port, lines]);
  useEffect(
    () =>
      port?.setHandles(
        placed.map(({ location, label, index }) => ({
          location,
          text: String(index + 1),
          label: `${slotName(index, points.slots.length)}: ${label}`,
        })),
      ),
    [port, placed, points.slots.length],
  );
  useFit(port, fitCount, [...lines.flatMap(({ path }) => path), ...placed.map(({ location }) => location)]);
  const insert = (id: string | undefined, location: LatLng) => {
    if (id !== undefined) act({ type: 'inserted', index: Number(id), label: pinned(location), location });
  };
  return (
    <MapCanvas
      label={editorRouteTexts.mapLabel}
      type="roadmap"
      editable
      minZoom={ZOOM.continent}
      start={START}
      onPort={setPort}
      onMoveEnd={({ location }) => onLook(location)}
      onPickNothing={(at) => {
        const location = port?.locationOf(at);
        if (location !== undefined) act({ type: 'clicked', label: pinned(location), location });
      }}
      onPick={([id], at) => {
        if (port !== null) insert(id, port.locationOf(at));
      }}
      onLineDragged={insert}
      onHandleMoved={(handle, location) => {
        const slot = placed[handle];
        if (slot !== undefined) act({ type: 'placed', index: slot.index, label: pinned(location), location });
      }}
    />
  );
}

/** Returns a label for a place without a name: its coordinates. */
function pinned({ lat, lng }: LatLng): string {
  return `${lat.toFixed(4)}, ${lng.toFixed(4)}`;
}

/** Fits the map to a route once it is loaded, or on request; the user's edits never move the map. */
function useFit(port: MapPort | null, fitCount: number, path: readonly LatLng[]): void {
  const fitted = useRef(0);
  const show = useEffectEvent(() => {
    if (path.length > 0) port?.fit(boundsOfPath(path), { animate: false, padding: PADDING, maxZoom: ZOOM.streets });
  });
  const isReady = port !== null && path.length > 0;
  useEffect(() => {
    if (!isReady || fitted.current === fitCount || fitCount === 0) return;
    fitted.current = fitCount;
    show();
  }, [isReady, fitCount]);
}
