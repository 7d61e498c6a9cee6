import { Link } from 'react-router';
import { Figures } from '../../../components/Figures.js';
import { collectionLink } from '../../../lib/collections/collection-link.js';
import type { SearchResult } from '../../../lib/search/search-result.js';
import { useUnits } from '../../../lib/store/store.js';
import { usePublished } from '../../../lib/search/use-published.js';
import styles from './Results.module.css';

/** Links to the newest published collection whose name matches the searched text; usually nothing. */
export function MatchingCollection({ searched }: { searched: SearchResult | null }) {
  const units = useUnits();
  const text = searched?.type === 'text' ? searched.value : '';
  const published = usePublished(text !== '');
  const [found] = published?.matching(published.collections, text) ?? [];
  if (published === null || found === undefined) return null;
  return (
    <p className={styles.collection}>
      <Link to={collectionLink(found.id)}>{found.name}</Link>
      <Figures text={published.kindAndFigures(found, units)} />
    </p>
  );
}
