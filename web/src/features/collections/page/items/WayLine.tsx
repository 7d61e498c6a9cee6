import type { Way } from '@switchback/contracts/resources/collection';
import { figureText } from '@switchback/contracts/rules/units';
import type { LatLng } from '@switchback/geo/location';
import { Figures } from '../../../../components/Figures.js';
import { IconRoute } from '../../../../components/icons.js';
import { figuresOf } from '../../../../lib/collections/collection-facts.js';
import { useUnits } from '../../../../lib/store/store.js';
import { distanceText } from '../../../../lib/text/units.js';
import { tripTexts } from '../../../../texts/trips.js';
import styles from './Items.module.css';
import { WayAlong } from './WayAlong.js';

const words = tripTexts.way;

/** The way that leads to an item. */
export interface Approach {
  /** Null while it is not known. */
  way: Way | null;
  /** Meters as the crow flies. */
  gap: number;
  /** Title of the drive where it begins, if that is in an earlier day; else null. */
  from: string | null;
  /** Null while a drive is unknown. */
  ends: { start: LatLng; end: LatLng } | null;
}

interface Props {
  approach: Approach;
  /** Title of the item that it leads to. */
  to: string;
  /** It leads to a place, which is named. */
  isToPlace: boolean;
}

/** The way between two items of a trip. */
export function WayLine({ approach, to, isToPlace }: Props) {
  const { way, gap, from, ends } = approach;
  const units = useUnits();
  const length =
    way === null
      ? figureText(distanceText(gap, units), true)
      : words.length(...figuresOf({ ...way, estimated: way.approximate }, units));
  const label = way === null ? words.crow : way.approximate ? words.straight : null;
  return (
    <div className={styles.way} data-approximate={way?.approximate}>
      <IconRoute size={18} />
      <Figures
        text={from !== null ? words.from(length, from) : isToPlace ? words.toPlace(length, to) : words.toNext(length)}
      />
      {label !== null && <span className={styles.straight}>{label}</span>}
      {ends !== null && <WayAlong way={way} gap={gap} ends={ends} to={to} />}
    </div>
  );
}
