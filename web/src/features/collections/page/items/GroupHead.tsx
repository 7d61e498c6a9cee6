import { Suspense, type CSSProperties, type Ref } from 'react';
import { Figures } from '../../../../components/Figures.js';
import { lazyComponent } from '../../../../components/lazy-component.js';
import { IconAlertTriangle } from '../../../../components/page-icons.js';
import { figuresOf } from '../../../../lib/collections/collection-facts.js';
import { useUnits } from '../../../../lib/store/store.js';
import { tripTexts } from '../../../../texts/trips.js';
import { shortDateText } from './date-text.js';
import type { Driven } from './driven.js';
import styles from './Items.module.css';
import { dateOf, type DayGroup, headOf, type Sum } from './plan-days.js';

const words = tripTexts;
/** More driving than this in a day gets a warning. */
const LONG_DAY_SECONDS = 8 * 3_600;

// Sun positions and time zones, for trips with a start date only.
const DaySun = lazyComponent(() => import('./DaySun.js'), 'nothing');

export interface HeadProps {
  group: DayGroup;
  /** First day of the trip, YYYY-MM-DD. */
  start: string | null;
  /** Null while a drive is unknown. */
  sum: Sum | null;
  /** The first and the last item of the day; undefined while it is empty or a drive is unknown. */
  ends: { first: Driven; last: Driven } | undefined;
  headRef?: Ref<HTMLDivElement>;
  style?: CSSProperties;
}

/** Heading of a trip's day: its date, miles and hours, and the sun. */
export function GroupHead({ group, start, sum, ends, headRef, style }: HeadProps) {
  const { day, stops } = group;
  const date = day === null || start === null ? null : dateOf(start, day);
  return (
    <div ref={headRef} className={styles.head} style={style}>
      <div className={styles.headLine}>
        <h2 id={headOf(day)} className={styles.day}>
          {day === null
            ? words.unplanned
            : date === null
              ? words.day(day)
              : words.dated(words.day(day), shortDateText(date))}
        </h2>
        {stops.length > 0 && <SumFigures sum={sum} />}
      </div>
      {day !== null && sum !== null && sum.duration > LONG_DAY_SECONDS && (
        <p className={styles.warning}>
          <IconAlertTriangle size={18} />
          {words.longDay}
        </p>
      )}
      {date !== null && stops.length > 0 && (
        <p className={styles.sun}>
          <Suspense>{ends !== undefined && <DaySun date={date} {...ends} />}</Suspense>
        </p>
      )}
      {day !== null && stops.length === 0 && <p className={styles.emptyDay}>{words.emptyDay}</p>}
    </div>
  );
}

function SumFigures({ sum }: { sum: Sum | null }) {
  const units = useUnits();
  if (sum === null) return null;
  return (
    <p className={styles.figures}>
      <Figures text={words.figures(...figuresOf(sum, units))} />
    </p>
  );
}
