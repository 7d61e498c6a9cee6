import type { Plan } from '@switchback/contracts/resources/plan';
import { boundsOfPath } from '@switchback/geo/bounds';
import type { LatLng } from '@switchback/geo/location';
import { decodePolyline } from '@switchback/geo/polyline';
import { useEffect, useMemo, useState } from 'react';
import type { DriveCardData } from '../../api/types.js';
import { DEFAULT_LOCATION } from '../../lib/page/device-location.js';
import { lastArea } from '../../lib/search/last-area.js';
import { useAppSelector } from '../../lib/store/store.js';
import { MapCanvas } from '../../map/MapCanvas.js';
import type { MapPort } from '../../map/map-port.js';
import { ZOOM } from '../../map/zoom.js';
import { fromHereTexts } from '../../texts/from-here.js';
import { drawnPlans, linesOf, planOfLine } from './plan-lines.js';
import type { Start } from './plan-url.js';

const words = fromHereTexts;
/** Space for the controls on the right, and for the credits below. */
const PADDING = { top: 32, left: 32, right: 76, bottom: 52 };

interface Props {
  start: Start | null;
  to: Start | null;
  plans: readonly Plan[];
  drives: ReadonlyMap<string, DriveCardData>;
  chosenKey: string | null;
  hoveredKey: string | null;
  /** Called with a clicked point, and with the place where the mark of the start was dropped. */
  onStart: (location: LatLng) => void;
  /** Called with the place where the mark of the end was dropped. */
  onTo: (location: LatLng) => void;
  onHover: (key: string | null) => void;
  onChoose: (key: string) => void;
}

/** All plans at once, the chosen one on top; a click on a free place sets the start. */
export default function PlansMap({
  start,
  to,
  plans,
  drives,
  chosenKey,
  hoveredKey,
  onStart,
  onTo,
  onHover,
  onChoose,
}: Props) {
  const [port, setPort] = useState<MapPort | null>(null);
  const drawn = useMemo(() => drawnPlans(plans, drives), [plans, drives]);
  const lines = useMemo(() => linesOf(drawn, { chosenKey, hoveredKey }), [drawn, chosenKey, hoveredKey]);
  useEffect(() => port?.setLines(lines), [port, lines]);
  useEffect(() => port?.setHandles(handlesOf(start, to)), [port, start, to]);
  useFit(port, plans, start);
  const begin = useBegin(start);
  return (
    <MapCanvas
      label={words.mapLabel}
      type="roadmap"
      cooperative
      start={begin}
      onPort={setPort}
      onHover={(ids) => onHover(planOfLine(ids))}
      onPick={(ids) => {
        const key = planOfLine(ids);
        if (key !== null) onChoose(key);
      }}
      onPickNothing={(at) => {
        if (port !== null) onStart(port.locationOf(at));
      }}
      onHandleMoved={(index, location) => (index === 0 ? onStart : onTo)(location)}
    />
  );
}

function handlesOf(start: Start | null, to: Start | null) {
  const end = to === null ? [] : [{ location: to.location, text: '⚑', label: words.toLabel(to.label) }];
  const homeLabel = to === null ? words.homeLabel : words.startLabel;
  return start === null ? [] : [{ location: start.location, text: '⌂', label: homeLabel(start.label) }, ...end];
}

/** Fits the map to new plans; to a new start without plans only if it is out of sight. */
function useFit(port: MapPort | null, plans: readonly Plan[], start: Start | null): void {
  const { lat, lng } = start?.location ?? {};
  useEffect(() => {
    const points = plans.flatMap(({ legs }) => legs.flatMap(({ path }) => decodePolyline(path)));
    if (points.length > 0)
      port?.fit(boundsOfPath(points), { animate: false, padding: PADDING, maxZoom: ZOOM.city + 2 });
  }, [port, plans]);
  useEffect(() => {
    if (port === null || lat === undefined || lng === undefined) return;
    const { north, south, east, west } = port.position().bounds;
    const isInSight = lat < north && lat > south && lng > west && lng < east;
    if (!isInSight) port.moveTo({ lat, lng }, ZOOM.city);
  }, [port, lat, lng]);
}

/** Returns where the map begins: at the start, else where the explore page was, else at the device. */
function useBegin(start: Start | null) {
  const device = useAppSelector((state) => state.interface.deviceLocation);
  const [begin] = useState(() => {
    const area = lastArea();
    if (start !== null) return { bounds: null, location: start.location, zoom: ZOOM.city };
    if (area !== null) return { bounds: null, ...area };
    return { bounds: null, location: device ?? DEFAULT_LOCATION, zoom: device === null ? ZOOM.continent : ZOOM.city };
  });
  return begin;
}
