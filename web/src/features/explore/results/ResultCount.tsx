import { FROM_HERE_PAGE } from '@switchback/contracts/rules/plans';
import { Link } from 'react-router';
import { IconRoute } from '../../../components/icons.js';
import { STARTS_AT_MAP } from '../../../lib/search/explore-links.js';
import { numberText } from '../../../lib/text/units.js';
import { exploreTexts } from '../../../texts/explore.js';
import type { SearchResult } from '../../../lib/search/search-result.js';
import { MatchingCollection } from './MatchingCollection.js';
import styles from './Results.module.css';
import type { DriveSearch } from './use-drive-search.js';

interface Props {
  search: DriveSearch;
  /** The current search; null if there is none. */
  searched: SearchResult | null;
  className?: string | undefined;
}

/**
 * Shows "N results", or "N drives, M in view" for a text, and announces changes to screen readers. A published
 * collection that matches the text is linked next to it, and the page that plans a drive from here.
 */
export function ResultCount({ search, searched, className = '' }: Props) {
  return (
    <div className={`${styles.counts} ${className}`}>
      <p role="status" className={styles.count}>
        {textOf(search)}
      </p>
      <MatchingCollection searched={searched} />
      <Link to={FROM_HERE_PAGE} state={STARTS_AT_MAP} className={styles.fromHere}>
        <IconRoute size={18} />
        {exploreTexts.results.fromHere}
      </Link>
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
