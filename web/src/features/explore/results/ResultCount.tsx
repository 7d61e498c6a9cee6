import { numberText } from '../../../lib/units.js';
import { exploreTexts } from '../../../texts/explore.js';
import styles from './Results.module.css';
import type { DriveSearch } from './use-drive-search.js';

/** Shows "N results", or "N drives, M in view" for a text, and announces changes to screen readers. */
export function ResultCount({ search, className }: { search: DriveSearch; className?: string | undefined }) {
  return (
    <div className={className}>
      <p role="status" className={styles.count}>
        {textOf(search)}
      </p>
    </div>
  );
}

function textOf({ count, inView, isUnderway, error }: DriveSearch): string | null {
  const { filters, results } = exploreTexts;
  if (isUnderway) return results.underway;
  if (count === null) return error === null ? filters.counting : null;
  if (inView === undefined || count === 0) return filters.resultCount(count, numberText(count));
  const found = results.found(count, numberText(count));
  return inView === null ? found : results.inView(found, numberText(inView));
}
