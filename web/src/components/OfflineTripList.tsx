import { Link } from 'react-router';
import { collectionLink } from '../lib/collections/collection-link.js';
import { factsOf, tripLabels } from '../lib/collections/collection-facts.js';
import type { OfflineTrip } from '../lib/offline/offline-trips.js';
import { useUnits } from '../lib/store/store.js';
import styles from './OfflineDriveList.module.css';

/** Links to the trips that are copied to this browser. */
export function OfflineTripList({ trips }: { trips: readonly OfflineTrip[] }) {
  const units = useUnits();
  return (
    <ul className={styles.list}>
      {trips.map(({ collectionId, collection }) => (
        <li key={collectionId}>
          <Link className={styles.card} to={collectionLink(collectionId)}>
            <span>
              <span className={styles.title}>{collection.name}</span>
              <span className={styles.facts}>
                {[...tripLabels(collection), ...factsOf(collection, units)].join(' · ')}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
