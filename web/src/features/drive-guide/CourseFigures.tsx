import { figureText } from '@switchback/contracts/rules/units';
import { Figures } from '../../components/Figures.js';
import type { GuideCourse } from '../../lib/offline/guide-course.js';
import { useUnits } from '../../lib/store/store.js';
import { distanceText, durationText } from '../../lib/text/units.js';
import { driveGuideTexts } from '../../texts/drive-guide.js';
import styles from './DriveGuide.module.css';

/** Shorter gaps are those between a router's ways and the drives. */
const GAPS_MIN_METERS = 1_000;

interface Props {
  course: GuideCourse;
  /** Length of its line. */
  meters: number;
  /** Length with the ways between the drives; null if it is not known. */
  wholeMeters: number | null;
}

/** The figures of a line of several drives, their names, and what lies between them without a known road. */
export function CourseFigures({ course, meters, wholeMeters }: Props) {
  const units = useUnits();
  const gapMeters = (wholeMeters ?? meters) - meters;
  const {
    drives,
    source: { durationSeconds, isApproximate },
  } = course;
  return (
    <>
      <p className={styles.note}>
        <Figures text={figureText(distanceText(meters, units), isApproximate)} /> ·{' '}
        <Figures text={figureText(durationText(durationSeconds), isApproximate)} />
      </p>
      {gapMeters > GAPS_MIN_METERS && (
        <p className={styles.note}>
          <Figures text={driveGuideTexts.start.gaps(figureText(distanceText(gapMeters, units), true))} />
        </p>
      )}
      {drives.length > 0 && <p className={styles.note}>{drives.map(({ title }) => title).join(' · ')}</p>}
    </>
  );
}
