import type { Collection, Way } from '@switchback/contracts/resources/collection';
import { daysOf } from '@switchback/contracts/rules/collections';
import { figuresOf, withWays } from '../../../../lib/collections/collection-facts.js';
import { useUnits } from '../../../../lib/store/store.js';
import { tripTexts } from '../../../../texts/trips.js';
import { longDateText } from './date-text.js';
import styles from './Items.module.css';
import type { Drives } from './driven.js';
import { dateOf } from './plan-days.js';
import { PrintedMap } from './PrintedMap.js';

interface Props {
  collection: Collection;
  drives: Drives;
  ways: readonly Way[];
}

/** Name, dates, totals and map at the top of the printed plan; the page around it is not printed. */
export function PrintedHead({ collection, drives, ways }: Props) {
  const { name, description, start, totals } = collection;
  const units = useUnits();
  const days = daysOf(collection);
  return (
    <div className={styles.printedHead} aria-hidden="true">
      <p className={styles.printedName}>{name}</p>
      <p>
        {start !== null && `${tripTexts.dates(longDateText(start), longDateText(dateOf(start, days)))} · `}
        {tripTexts.figures(...figuresOf(totals, units))}
        {ways.length > 0 && ` (${withWays(collection, ways, units)})`}
      </p>
      {description !== '' && <p className={styles.printedDescription}>{description}</p>}
      <PrintedMap items={collection.items} drives={drives} ways={ways} />
    </div>
  );
}
