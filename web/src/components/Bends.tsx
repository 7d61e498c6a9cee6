import type { DriveDetails } from '@switchback/contracts/resources/drive';
import { type Stretch, bestStretch, countHairpins } from '@switchback/geo/bends';
import { decodePolyline } from '@switchback/geo/polyline';
import { useMemo } from 'react';
import { bandWord, curvesText } from '../lib/drives/curviness-text.js';
import { useUnits } from '../lib/store/store.js';
import { distanceText, fromMeters, numberText } from '../lib/text/units.js';
import { detailsTexts } from '../texts/details.js';
import styles from './DriveFacts.module.css';

const words = detailsTexts.facts;
/** A stretch is worth naming if it turns this much more than the whole drive. */
const WORTH_NAMING = 1.25;

/** Fields to read. An offline copy of an older release has no fine measure. */
type BendingDrive = Pick<DriveDetails, 'path' | 'distance' | 'curviness'> &
  Partial<Pick<DriveDetails, 'curvinessFine'>>;

/** What only a line with all of its bends shows: the share of curves, the best stretch and the hairpins. */
export function Bends({ drive }: { drive: BendingDrive }) {
  const units = useUnits();
  const { path, curviness, curvinessFine: fine } = drive;
  const isFine = fine !== undefined && fine !== null;
  const { stretch, hairpins } = useMemo(() => bendsOf(isFine ? path : ''), [path, isFine]);
  if (!isFine) return null;
  return (
    <>
      <span className={styles.note}>{curvesText(fine, units)}</span>
      {isWorthNaming(stretch, curviness.degreesPerKm) && (
        <span className={styles.note}>
          {words.bestStretch[units](
            distanceText(stretch.lengthMeters, units),
            bandWord(stretch.degreesPerKm),
            numberText(fromMeters(stretch.fromMeters, units)),
          )}
        </span>
      )}
      {hairpins > 0 && <span className={styles.note}>{words.hairpins(hairpins, numberText(hairpins))}</span>}
    </>
  );
}

function bendsOf(encoded: string): { stretch: Stretch | null; hairpins: number } {
  const line = decodePolyline(encoded);
  return { stretch: bestStretch(line), hairpins: countHairpins(line) };
}

function isWorthNaming(stretch: Stretch | null, degreesPerKm: number): stretch is Stretch {
  return stretch !== null && stretch.degreesPerKm >= WORTH_NAMING * degreesPerKm;
}
