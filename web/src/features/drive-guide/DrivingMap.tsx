import { useComputedColorScheme } from '@mantine/core';
import { bandOf } from '@switchback/contracts/rules/curviness';
import { METERS_PER_DEGREE } from '@switchback/geo/distance';
import type { GuideLine } from '@switchback/geo/guide/guide-line';
import type { Shown } from '@switchback/geo/guide/guide-state';
import { placeOn } from '@switchback/geo/guide/shown';
import { stretchOf } from '@switchback/geo/line-stretch';
import { runsOf } from '@switchback/geo/local-curviness';
import type { LatLng } from '@switchback/geo/location';
import { useEffect, useMemo, useRef, useState } from 'react';
import { MapCanvas } from '../../map/MapCanvas.js';
import { curvinessColors, type MapMarker, type MapPort, NEUTRAL_LINE_COLOR } from '../../map/map-port.js';
import { worldPixels, ZOOM } from '../../map/zoom.js';
import { driveGuideTexts } from '../../texts/drive-guide.js';
import styles from './Driving.module.css';
import { drivingZoom } from './driving-zoom.js';

/** The driven part of the line is drawn again in these steps. */
const STEP_METERS = 250;
/** The car is below the middle of the map by this share of its height. */
const AHEAD_SHARE = 0.22;
const WORLD_METERS = METERS_PER_DEGREE * 360;

interface Props {
  line: GuideLine;
  shown: Shown;
  places: readonly { location: LatLng }[];
  isApproximate: boolean;
}

/** The map around the car, turned so that the road ahead leads up. */
export default function DrivingMap({ line, shown, places, isApproximate }: Props) {
  const [port, setPort] = useState<MapPort | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const dark = useComputedColorScheme('light') === 'dark';
  const passed = Math.floor(shown.meters / STEP_METERS) * STEP_METERS;
  const runs = useMemo(() => runsOf(line.path, bandOf), [line]);
  useEffect(() => {
    const colors = curvinessColors(dark);
    const behind =
      passed > 0 ? [{ id: 'behind', path: stretchOf(line.path, 0, passed), color: NEUTRAL_LINE_COLOR }] : [];
    // The first line is on top.
    port?.setLines([
      ...behind,
      ...runs.map((run, index) => ({
        id: `run-${index}`,
        path: run.path,
        color: colors[run.class],
        approximate: isApproximate,
      })),
    ]);
  }, [port, runs, dark, line, passed, isApproximate]);
  useEffect(() => port?.setMarkers(markersOf(line, places)), [port, line, places]);
  const { place, heading } = shown;
  const zoom = drivingZoom(shown);
  const isOff = shown.back !== null;
  useEffect(() => {
    const center = place ?? line.path[0]!;
    // Off the line, it may lie in any direction.
    const ahead = isOff ? 0 : (frame.current?.clientHeight ?? 0) * AHEAD_SHARE;
    port?.moveTo(shifted(center, heading ?? 0, ahead, zoom), zoom, heading ?? 0);
    port?.setCursor(place);
  }, [port, line, place, heading, zoom, isOff]);
  const start = useMemo(() => ({ bounds: null, location: line.path[0]!, zoom: ZOOM.city }), [line]);
  return (
    <div ref={frame} className={styles.canvas}>
      <MapCanvas label={driveGuideTexts.view.map} type="roadmap" cooperative={false} start={start} onPort={setPort} />
    </div>
  );
}

function markersOf(line: GuideLine, places: Props['places']): MapMarker[] {
  return [
    ...line.stops.filter(({ isShaping }) => !isShaping).map(({ location }): MapMarker => ({ location, kind: 'stop' })),
    ...places.map(({ location }): MapMarker => ({ location, kind: 'stop' })),
    { location: placeOn(line, line.totalMeters), kind: 'end' },
    { location: line.path[0]!, kind: 'start' },
  ];
}

/** Returns the place so many pixels ahead. */
function shifted({ lat, lng }: LatLng, heading: number, pixels: number, zoom: number): LatLng {
  const narrow = Math.cos((lat * Math.PI) / 180);
  const degrees = (pixels / worldPixels(zoom)) * (WORLD_METERS / METERS_PER_DEGREE);
  const angle = (heading * Math.PI) / 180;
  return { lat: lat + Math.cos(angle) * degrees * narrow, lng: lng + Math.sin(angle) * degrees };
}
