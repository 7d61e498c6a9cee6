import { Suspense, useRef } from 'react';
import { lazyComponent } from '../../components/lazy-component.js';
import { useSeen } from '../../lib/page/use-seen.js';
import styles from './DriveShelf.module.css';

const CollectionsShelf = lazyComponent(() => import('./CollectionsShelf.js'), 'nothing');

/** Loads the published collections once their place is near the screen; until then it keeps the room of a shelf. */
export function Collections() {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useSeen(place);
  const room = <div className={styles.waiting} />;
  return (
    <div ref={place} className={styles.collections}>
      {isNear ? (
        <Suspense fallback={room}>
          <CollectionsShelf room={room} />
        </Suspense>
      ) : (
        room
      )}
    </div>
  );
}
