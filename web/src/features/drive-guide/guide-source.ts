import { bandOf } from '@switchback/contracts/rules/curviness';
import type { GuideSource } from '@switchback/geo/guide/guide-line';
import { pathLengthMeters } from '@switchback/geo/distance';
import { runsOf } from '@switchback/geo/local-curviness';
import { measuredLine } from '@switchback/geo/measured-line';
import { decodePolyline } from '@switchback/geo/polyline';
import type { LatLng } from '@switchback/geo/location';
import type { OfflineDetails } from '../../lib/offline/offline-drives.js';
import { elevationTexts } from '../../texts/elevation.js';

const BENDY = new Set(['twisty', 'relentless']);
/** A shorter stretch of bends is no news. */
const BENDS_MIN_METERS = 1_500;

/** Returns what the guide reads of a drive. A stop without a name only shapes the line. */
export function guideSource(drive: OfflineDetails): GuideSource {
  const path = decodePolyline(drive.path);
  const stops = drive.waypoints
    .slice(1, -1)
    .map(({ label, location }) => ({ name: label.trim(), location, isShaping: !isNamed(label) }));
  const places = drive.pointsOfInterest.map(({ label, location }) => ({ name: label.trim(), location }));
  return {
    path,
    stops,
    places: [...places.filter(({ name }) => isNamed(name)), ...highPoint(drive, path)],
    bends: bendsOf(path),
    maneuvers: null,
    durationSeconds: drive.duration,
    isApproximate: drive.approximate,
  };
}

/** A label of coordinates, as of a point that was dragged, is no name. */
function isNamed(label: string): boolean {
  return /\p{L}{2}/u.test(label);
}

function bendsOf(path: readonly LatLng[]): GuideSource['bends'] {
  let fromMeters = 0;
  return runsOf(path, (degreesPerKm) => BENDY.has(bandOf(degreesPerKm))).flatMap((run) => {
    const stretch = { fromMeters, lengthMeters: pathLengthMeters(run.path) };
    fromMeters += stretch.lengthMeters;
    return run.class && stretch.lengthMeters >= BENDS_MIN_METERS ? [stretch] : [];
  });
}

function highPoint({ elevation }: OfflineDetails, path: readonly LatLng[]): GuideSource['places'] {
  const profile = elevation?.profile ?? [];
  if (profile.length === 0) return [];
  const [meters] = profile.reduce((best, point) => (point[1] > best[1] ? point : best));
  const location = measuredLine(path, profile.at(-1)![0]).locationAt(meters);
  return location === null ? [] : [{ name: elevationTexts.facts.highest, location }];
}
