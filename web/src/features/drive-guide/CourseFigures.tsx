import { Figures } from '../../components/Figures.js';
import type { GuideCourse } from '../../lib/offline/guide-course.js';
import { useUnits } from '../../lib/store/store.js';
import { distanceText, durationText } from '../../lib/text/units.js';
import styles from './DriveGuide.module.css';

/** The figures of a line of several drives, and their names. */
export function CourseFigures({ course, meters }: { course: GuideCourse; meters: number }) {
  const units = useUnits();
  const { drives, source } = course;
  return (
    <>
      <p className={styles.note}>
        <Figures text={distanceText(meters, units)} /> · <Figures text={durationText(source.durationSeconds)} />
      </p>
      {drives.length > 0 && <p className={styles.note}>{drives.map(({ title }) => title).join(' · ')}</p>}
    </>
  );
}
