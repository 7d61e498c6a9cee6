import { bandOf } from '@switchback/contracts/rules/curviness';
import { pathLengthMeters } from '@switchback/geo/distance';
import type { GuideSource } from '@switchback/geo/guide/guide-line';
import { runsOf } from '@switchback/geo/local-curviness';
import type { LatLng } from '@switchback/geo/location';

const BENDY = new Set(['twisty', 'relentless']);
/** A shorter stretch of bends is no news. */
const BENDS_MIN_METERS = 1_500;

/** Returns the stretches of bends along a line. */
export function bendsOf(path: readonly LatLng[]): GuideSource['bends'] {
  let fromMeters = 0;
  return runsOf(path, (degreesPerKm) => BENDY.has(bandOf(degreesPerKm))).flatMap((run) => {
    const stretch = { fromMeters, lengthMeters: pathLengthMeters(run.path) };
    fromMeters += stretch.lengthMeters;
    return run.class && stretch.lengthMeters >= BENDS_MIN_METERS ? [stretch] : [];
  });
}
