import { boundsOfPath, centerOfBounds, unionBounds } from '@switchback/geo/bounds';
import type { LatLng } from '@switchback/geo/location';
import { useEffect, useMemo, useState } from 'react';
import { MapCanvas } from './MapCanvas.js';
import type { MapPort } from './map-port.js';
import { ZOOM } from './zoom.js';

const PADDING = { top: 24, bottom: 52 };

export interface MapDrive {
  id: string;
  /** At least two points. */
  path: readonly LatLng[];
  approximate: boolean;
}

interface Props {
  label: string;
  /** At least one. */
  drives: readonly MapDrive[];
  /** Called with the id of a clicked line. */
  onPick: (id: string) => void;
}

/** Several drives at once, on a page that scrolls. */
export default function DrivesMap({ label, drives, onPick }: Props) {
  const [port, setPort] = useState<MapPort | null>(null);
  const bounds = useMemo(() => drives.map(({ path }) => boundsOfPath(path)).reduce(unionBounds), [drives]);
  useEffect(() => port?.setLines(drives), [port, drives]);
  useEffect(() => port?.fit(bounds, { animate: false, padding: PADDING, maxZoom: ZOOM.city }), [port, bounds]);
  return (
    <MapCanvas
      label={label}
      type="roadmap"
      cooperative
      start={{ bounds, location: centerOfBounds(bounds), zoom: ZOOM.city }}
      onPort={setPort}
      onPick={([id]) => {
        if (id !== undefined) onPick(id);
      }}
    />
  );
}
