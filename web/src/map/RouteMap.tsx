import { useComputedColorScheme } from '@mantine/core';
import { bandOf, CURVINESS_BAND_NAMES } from '@switchback/contracts/rules/curviness';
import { boundsOfPath, centerOfBounds } from '@switchback/geo/bounds';
import { runsOf } from '@switchback/geo/local-curviness';
import type { LatLng } from '@switchback/geo/location';
import { useEffect, useMemo, useState } from 'react';
import { texts } from '../texts/en.js';
import { mapTexts } from '../texts/map.js';
import { MapCanvas } from './MapCanvas.js';
import { curvinessColors, type MapCluster, type MapMarker, type MapPort, NEUTRAL_LINE_COLOR } from './map-port.js';
import { ProfileOnMap, usePointedLine } from './ProfileOnMap.js';
import styles from './RouteMap.module.css';
import { ZOOM } from './zoom.js';

/** Space for the legend and the pins above, and for the credits below. */
const PADDING = { top: 84, bottom: 52 };

interface Props {
  id: string;
  /** At least two points. */
  path: readonly LatLng[];
  stops: readonly LatLng[];
  approximate: boolean;
  /** An earlier line of the drive, dashed below the present one. */
  earlier?: readonly LatLng[];
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
const NO_LINE: readonly LatLng[] = [];

/** A whole drive, with its ends and stops, on a page that scrolls. */
export default function RouteMap({ id, path, stops, approximate, earlier = NO_LINE, pins = NO_PINS, onPin }: Props) {
  const [port, setPort] = useState<MapPort | null>(null);
  const point = usePointedLine();
  const bounds = useMemo(() => boundsOfPath([...path, ...earlier]), [path, earlier]);
  const dark = useComputedColorScheme('light') === 'dark';
  const runs = useMemo(() => coloredRuns(path, dark), [path, dark]);
  useEffect(() => {
    const before = { id: `${id}-earlier`, path: earlier, color: NEUTRAL_LINE_COLOR, approximate: true };
    port?.setLines([
      ...runs.map((run, index) => ({ ...run, id: `${id}-${index}`, approximate })),
      ...(earlier.length < 2 ? [] : [before]),
    ]);
    port?.setMarkers(markersOf(path, stops));
  }, [port, id, path, runs, stops, approximate, earlier]);
  useEffect(() => port?.setClusters(pins.map(clusterOf)), [port, pins]);
  useEffect(() => port?.fit(bounds, { animate: false, padding: PADDING, maxZoom: ZOOM.streets }), [port, bounds]);
  return (
    <div className={styles.map}>
      <MapCanvas
        label={mapTexts.routeLabel}
        type="roadmap"
        cooperative
        start={{ bounds, location: centerOfBounds(bounds), zoom: ZOOM.city }}
        onPort={setPort}
        onHover={(ids, at) =>
          point(ids.some((hit) => hit.startsWith(`${id}-`)) ? (port?.locationOf(at) ?? null) : null)
        }
        onPick={(ids) => {
          const pin = pins.find((one) => ids.includes(one.id));
          if (pin !== undefined) onPin?.(pin.id);
        }}
      />
      <ProfileOnMap
        port={port}
        onStretch={(stretch) => port?.fit(stretch, { padding: PADDING, maxZoom: ZOOM.streets, isClose: true })}
      />
      <Legend colors={runs.map(({ color }) => color)} dark={dark} />
    </div>
  );
}

/** The bands of curviness that the line has, if there are several. */
function Legend({ colors, dark }: { colors: readonly string[]; dark: boolean }) {
  const known = curvinessColors(dark);
  const bands = CURVINESS_BAND_NAMES.filter((band) => colors.includes(known[band]));
  if (bands.length < 2) return null;
  return (
    <ul className={styles.legend} aria-label={mapTexts.curviness}>
      {bands.map((band) => (
        <li key={band} style={{ '--band-color': known[band] }}>
          {texts.curviness.bands[band]}
        </li>
      ))}
    </ul>
  );
}

/** Colors the line by its curviness at each place. */
function coloredRuns(path: readonly LatLng[], dark: boolean): { path: LatLng[]; color: string }[] {
  const colors = curvinessColors(dark);
  return runsOf(path, bandOf).map((run) => ({ path: run.path, color: colors[run.class] }));
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
