import { mapTexts } from '../texts/map.js';
import styles from './MapView.module.css';

/**
 * Reports that the content on the map is not of this area. An empty area needs no notice: the results next to the map
 * show it.
 */
export function MapNotice({ failed }: { failed: boolean }) {
  return (
    <div className={styles.noticePlace} role="status">
      {failed && <p className={styles.notice}>{mapTexts.contentFailed}</p>}
    </div>
  );
}
