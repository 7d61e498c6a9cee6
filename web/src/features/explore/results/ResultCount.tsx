import { numberText } from '../../../lib/units.js';
import { texts } from '../../../texts/en.js';
import styles from './Results.module.css';
import type { DriveSearch } from './use-drive-search.js';

/** "N results", said aloud when it changes. */
export function ResultCount({ search, className }: { search: DriveSearch; className?: string | undefined }) {
  const { count, error } = search;
  return (
    <div className={className}>
      <p role="status" className={styles.count}>
        {count !== null && texts.explore.filters.resultCount(count, numberText(count))}
        {count === null && error === null && texts.explore.filters.counting}
      </p>
    </div>
  );
}
