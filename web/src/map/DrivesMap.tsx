import { boundsOfPath, centerOfBounds, unionBounds } from '@switchback/geo/bounds';
import type { Bounds, LatLng } from '@switchback/geo/location';
import { useEffect, useMemo, useState } from 'react';
import { MapCanvas } from './MapCanvas.js';
import { type MapMarker, type MapPort, NEUTRAL_LINE_COLOR } from './map-port.js';
import { ProfileOnMap, usePointedLine } from './ProfileOnMap.js';
import { ZOOM } from './zoom.js';

/** Space for the controls on the right, and for the credits below. */
const PADDING = { top: 24, right: 76, bottom: 52 };
const NO_WAYS: readonly MapWay[] = [];
const NO_PLACES: readonly MapPlace[] = [];

export interface MapDrive {
  id: string;
  /** At least two points. */
  path: readonly LatLng[];
  approximate: boolean;
  /** Its place in a list, shown at its start. */
  number?: number;
}

/** A way between drives: drawn below them, dashed if approximate, and not clickable. */
export type MapWay = Pick<MapDrive, 'path' | 'approximate'>;

/** A place in a list with drives, shown by its number. */
export interface MapPlace {
  location: LatLng;
  number: number;
}

interface Props {
  label: string;
  /** At least one. */
  drives: readonly MapDrive[];
  ways?: readonly MapWay[];
  places?: readonly MapPlace[];
  /** The drive whose line is emphasized. */
  markedId?: string | null;
  /** The open drive: its line is emphasized and fills the map. */
  activeId?: string | null;
  /** Called with the id of a clicked line. */
  onPick: (id: string) => void;
  /** Called with the id of the line under the pointer, and with null when the pointer has left it. */
  onHover?: (id: string | null) => void;
}

/** Several drives at once, on a page that scrolls. */
export default function DrivesMap(props: Props) {
  const {
    label,
    drives,
    ways = NO_WAYS,
    places = NO_PLACES,
    markedId = null,
    activeId = null,
    onPick,
    onHover,
  } = props;
  const [port, setPort] = useState<MapPort | null>(null);
  const point = usePointedLine();
  const bounds = useBounds(drives, places, activeId);
  useEffect(
    () =>
      port?.setLines([
        ...drives,
        ...ways.map((way, index) => ({ ...way, id: `way-${index}`, color: NEUTRAL_LINE_COLOR, thin: true })),
      ]),
    [port, drives, ways],
  );
  useEffect(() => port?.setMarkers(numbersOf(drives, places)), [port, drives, places]);
  useEffect(() => port?.mark({ activeId, hoveredId: markedId }), [port, activeId, markedId]);
  useEffect(() => port?.fit(bounds, { animate: false, padding: PADDING, maxZoom: ZOOM.city }), [port, bounds]);
  const nearestOf = (ids: readonly string[]) => ids.find((id) => drives.some((drive) => drive.id === id));
  return (
    <>
      <MapCanvas
        label={label}
        type="roadmap"
        cooperative
        start={{ bounds, location: centerOfBounds(bounds), zoom: ZOOM.city }}
        onPort={setPort}
        onHover={(ids, at) => {
          const id = nearestOf(ids);
          onHover?.(id ?? null);
          point(id === undefined ? null : (port?.locationOf(at) ?? null));
        }}
        onPick={(ids) => {
          const id = nearestOf(ids);
          if (id !== undefined) onPick(id);
        }}
      />
      <ProfileOnMap
        port={port}
        onStretch={(stretch) => port?.fit(stretch, { padding: PADDING, maxZoom: ZOOM.streets, isClose: true })}
      />
    </>
  );
}

/** Returns the box around the open drive or all of them; the same one if another order of them does not change it. */
function useBounds(drives: readonly MapDrive[], places: readonly MapPlace[], activeId: string | null): Bounds {
  const { north, south, east, west } = useMemo(() => {
    const active = drives.filter(({ id }) => id === activeId);
    const paths = (active.length > 0 ? active : drives).map(({ path }) => path);
    const points = active.length > 0 ? [] : places.map(({ location }) => [location]);
    return [...paths, ...points].map(boundsOfPath).reduce(unionBounds);
  }, [drives, places, activeId]);
  return useMemo(() => ({ north, south, east, west }), [north, south, east, west]);
}

/** The first number comes last, so that it is on top where several drives start. */
function numbersOf(drives: readonly MapDrive[], places: readonly MapPlace[]): MapMarker[] {
  const starts = drives.map(({ path: [location], number }) => ({ location, number }));
  return [...starts, ...places]
    .flatMap(({ location, number }): MapMarker[] =>
      location === undefined || number === undefined ? [] : [{ location, kind: 'number', number }],
    )
    .reverse();
}
