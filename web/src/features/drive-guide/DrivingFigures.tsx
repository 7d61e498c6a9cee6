import type { Shown } from '@switchback/geo/guide/guide-state';
import { useUnits } from '../../lib/store/store.js';
import { durationText } from '../../lib/text/units.js';
import { driveGuideTexts } from '../../texts/drive-guide.js';
import styles from './Driving.module.css';
import { aheadText } from './sentences.js';

const words = driveGuideTexts.view;
const CLOCK = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });

/** The rest of the drive: distance, time, time of arrival. */
export function DrivingFigures({ shown, at }: { shown: Shown; at: number }) {
  const units = useUnits();
  const { remainingMeters, remainingSeconds } = shown;
  return (
    <dl className={styles.figures}>
      <div>
        <dt>{words.remaining}</dt>
        <dd>{aheadText(remainingMeters, units)}</dd>
      </div>
      <div>
        <dt>{words.time}</dt>
        <dd>{durationText(remainingSeconds)}</dd>
      </div>
      <div>
        <dt>{words.arrival}</dt>
        <dd>{CLOCK.format(at + remainingSeconds * 1_000)}</dd>
      </div>
    </dl>
  );
}
