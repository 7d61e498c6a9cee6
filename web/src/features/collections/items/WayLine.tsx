import type { Way } from '@switchback/contracts/resources/collection';
import { IconRoute } from '../../../components/icons.js';
import { useUnits } from '../../../lib/store.js';
import { distanceText, durationText } from '../../../lib/units.js';
import { tripTexts } from '../../../texts/trips.js';
import styles from './Items.module.css';

const words = tripTexts.way;

/** The way that leads to an item. */
export interface Approach {
  way: Way;
  /** Title of the drive where it begins, if that is in an earlier day; else null. */
  from: string | null;
}

/** The way between two drives of a trip. */
export function WayLine({ approach: { way, from } }: { approach: Approach }) {
  const units = useUnits();
  const distance = distanceText(way.distance, units);
  const duration = durationText(way.duration);
  return (
    <p className={styles.way} data-approximate={way.approximate}>
      <IconRoute size={18} />
      <span>{from === null ? words.toNext(distance, duration) : words.from(distance, duration, from)}</span>
      {way.approximate && <span className={styles.straight}>{words.straight}</span>}
    </p>
  );
}
