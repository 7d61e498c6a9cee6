import type { Way } from '@switchback/contracts/resources/collection';
import { IconRoute } from '../../../../components/icons.js';
import { useUnits } from '../../../../lib/store/store.js';
import { distanceText, durationText } from '../../../../lib/text/units.js';
import { tripTexts } from '../../../../texts/trips.js';
import styles from './Items.module.css';

const words = tripTexts.way;

/** The way that leads to an item. */
export interface Approach {
  /** Null while it is not known. */
  way: Way | null;
  /** Meters as the crow flies. */
  gap: number;
  /** Title of the drive where it begins, if that is in an earlier day; else null. */
  from: string | null;
}

/** The way between two drives of a trip. */
export function WayLine({ approach: { way, gap, from } }: { approach: Approach }) {
  const units = useUnits();
  const length =
    way === null
      ? distanceText(gap, units)
      : words.length(distanceText(way.distance, units), durationText(way.duration));
  const label = way === null ? words.crow : way.approximate ? words.straight : null;
  return (
    <p className={styles.way} data-approximate={way?.approximate}>
      <IconRoute size={18} />
      <span>{from === null ? words.toNext(length) : words.from(length, from)}</span>
      {label !== null && <span className={styles.straight}>{label}</span>}
    </p>
  );
}
