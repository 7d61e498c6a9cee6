import { numberText } from '../../../lib/units.js';
import { exploreTexts } from '../../../texts/explore.js';
import styles from './Results.module.css';
import type { DriveSearch } from './use-drive-search.js';

/** Shows "N results" and announces changes to screen readers. */
export function ResultCount({ search, className }: { search: DriveSearch; className?: string | undefined }) {
  const { count, error } = search;
  return (
    <div className={className}>
      <p role="status" className={styles.count}>
        {count !== null && exploreTexts.filters.resultCount(count, numberText(count))}
        {count === null && error === null && exploreTexts.filters.counting}
      </p>
    </div>
  );
}
