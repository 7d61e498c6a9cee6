import { numberText } from '../../../lib/units.js';
import { texts } from '../../../texts/en.js';
import styles from './Results.module.css';
import type { DriveSearch } from './use-drive-search.js';

/** "N results", said aloud when it changes. */
export function ResultCount({ search, className }: { search: DriveSearch; className?: string | undefined }) {
  const { count } = search;
  return (
    <div className={className}>
      <p role="status" className={styles.count}>
        {count === null ? texts.explore.filters.counting : texts.explore.filters.resultCount(count, numberText(count))}
      </p>
    </div>
  );
}
