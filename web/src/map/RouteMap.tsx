import { boundsOfPath, centerOfBounds } from '@switchback/geo/bounds';
import type { LatLng } from '@switchback/geo/location';
import { useEffect, useMemo, useState } from 'react';
import { mapTexts } from '../texts/map.js';
import { MapCanvas } from './MapCanvas.js';
import type { MapCluster, MapMarker, MapPort } from './map-port.js';
import { ZOOM } from './zoom.js';

/** Space for the pins above, and for the credits below. */
const PADDING = { top: 48, bottom: 52 };

interface Props {
  id: string;
  /** At least two points. */
  path: readonly LatLng[];
  stops: readonly LatLng[];
  approximate: boolean;
  pins?: readonly RoutePin[];
  /** Called when a pin is clicked. */
  onPin?: (id: string) => void;
}

/** A place along the route, such as a photo's. */
export interface RoutePin {
  id: string;
  location: LatLng;
}

const NO_PINS: readonly RoutePin[] = [];

/** A whole drive, with its ends and stops, on a page that scrolls. */
export default function RouteMap({ id, path, stops, approximate, pins = NO_PINS, onPin }: Props) {
  const [port, setPort] = useState<MapPort | null>(null);
  const bounds = useMemo(() => boundsOfPath(path), [path]);
  useEffect(() => {
    port?.setLines([{ id, path, approximate }]);
    port?.setMarkers(markersOf(path, stops));
  }, [port, id, path, stops, approximate]);
  useEffect(() => port?.setClusters(pins.map(clusterOf)), [port, pins]);
  useEffect(() => port?.fit(bounds, { animate: false, padding: PADDING, maxZoom: ZOOM.streets }), [port, bounds]);
  return (
    <MapCanvas
      label={mapTexts.routeLabel}
      type="roadmap"
      cooperative
      start={{ bounds, location: centerOfBounds(bounds), zoom: ZOOM.city }}
      onPort={setPort}
      onPick={(ids) => {
        const pin = pins.find((one) => ids.includes(one.id));
        if (pin !== undefined) onPin?.(pin.id);
      }}
    />
  );
}

/** Drawn as a cluster of one, which a click opens. */
function clusterOf({ id, location }: RoutePin): MapCluster {
  return { id, location, count: 1, bounds: boundsOfPath([location]) };
}

/** The start comes last, so that it stays visible on a round trip. */
function markersOf(path: readonly LatLng[], stops: readonly LatLng[]): MapMarker[] {
  const start = path[0];
  const end = path.at(-1);
  return [
    ...stops.map((location): MapMarker => ({ location, kind: 'stop' })),
    ...(end === undefined ? [] : [{ location: end, kind: 'end' } as const]),
    ...(start === undefined ? [] : [{ location: start, kind: 'start' } as const]),
  ];
}
