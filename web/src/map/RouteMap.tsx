import { boundsOfPath, centerOfBounds } from '@switchback/geo/bounds';
import type { LatLng } from '@switchback/geo/location';
import { useEffect, useMemo, useState } from 'react';
import { texts } from '../texts/en.js';
import { MapCanvas } from './MapCanvas.js';
import type { MapMarker, MapPort } from './map-port.js';
import { ZOOM } from './zoom.js';

/** Room for the pins above, and for the credits below. */
const PADDING = { top: 48, bottom: 52 };

interface Props {
  id: string;
  /** Two points or more. */
  path: readonly LatLng[];
  stops: readonly LatLng[];
  approximate: boolean;
}

/** One drive, whole, with its ends and stops, in a page that scrolls. */
export default function RouteMap({ id, path, stops, approximate }: Props) {
  const [port, setPort] = useState<MapPort | null>(null);
  const bounds = useMemo(() => boundsOfPath(path), [path]);
  useEffect(() => {
    port?.setLines([{ id, path, approximate }]);
    port?.setMarkers(markersOf(path, stops));
  }, [port, id, path, stops, approximate]);
  useEffect(() => port?.fit(bounds, { animate: false, padding: PADDING, maxZoom: ZOOM.streets }), [port, bounds]);
  return (
    <MapCanvas
      label={texts.map.routeLabel}
      type="roadmap"
      cooperative
      start={{ bounds, location: centerOfBounds(bounds), zoom: ZOOM.city }}
      onPort={setPort}
    />
  );
}

/** The start is drawn last, so that it shows where a drive ends where it began. */
function markersOf(path: readonly LatLng[], stops: readonly LatLng[]): MapMarker[] {
  const start = path[0];
  const end = path.at(-1);
  return [
    ...stops.map((location): MapMarker => ({ location, kind: 'stop' })),
    ...(end === undefined ? [] : [{ location: end, kind: 'end' } as const]),
    ...(start === undefined ? [] : [{ location: start, kind: 'start' } as const]),
  ];
}
