import { mapTexts } from '../texts/map.js';
import styles from './MapView.module.css';

/** Says that what the map shows is not of this place. That nothing is there, the results beside the map say. */
export function MapNotice({ failed }: { failed: boolean }) {
  return (
    <div className={styles.noticePlace} role="status">
      {failed && <p className={styles.notice}>{mapTexts.contentFailed}</p>}
    </div>
  );
}
